/*
 * What makes libtorch do the same each time.
 */
#ifndef OPS_MEMORY_HPP
#define OPS_MEMORY_HPP

#include <cstddef>
#include <cstdint>

namespace ops {

/* What a tensor's memory may have in one piece. */
constexpr size_t memory_limit = size_t{ 1 } << 30;

/* From now on fresh memory of tensors is filled with one byte, so that `empty` can be compared, a
 * piece above the limit is refused as an error, one thread computes, errors carry no backtrace, and
 * warnings are not printed. */
void make_libtorch_repeatable();

/* Of the calling thread: each has its own way to warn. */
void silence_warnings();

/* Seeds the default generator: before each of two calls that are to be the same. */
void seed_generators();

} // namespace ops

#endif
