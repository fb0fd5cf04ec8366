/*
 * Makes libtorch do the same each time.
 */
#ifndef OPS_MEMORY_HPP
#define OPS_MEMORY_HPP

namespace ops {

/* From now on memory of tensors is guarded (guard.hpp), that of other objects is filled (heap.hpp),
 * only one thread computes, errors have no backtrace, and warnings are not printed. */
void make_libtorch_repeatable();

/* For the calling thread: each has its own warning handler. */
void silence_warnings();

/* Seeds the default generator: before each of two calls that should be the same. */
void seed_generators();

} // namespace ops

#endif
