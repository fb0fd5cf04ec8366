/*
 * What makes libtorch do the same each time.
 */
#ifndef OPS_MEMORY_HPP
#define OPS_MEMORY_HPP

namespace ops {

/* From now on memory of tensors is guarded (guard.hpp), that of other objects filled (heap.hpp),
 * one thread computes, errors carry no backtrace, and warnings are not printed. */
void make_libtorch_repeatable();

/* Of the calling thread: each has its own way to warn. */
void silence_warnings();

/* Seeds the default generator: before each of two calls that are to be the same. */
void seed_generators();

} // namespace ops

#endif
