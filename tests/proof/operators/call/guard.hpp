/*
 * Memory that detects accesses beyond a tensor. Some kernels trust arguments that do not match and
 * continue after the end of the tensor: the page after it is inaccessible, so that libtorch crashes
 * every time and in both calls, instead of now and then.
 */
#ifndef OPS_GUARD_HPP
#define OPS_GUARD_HPP

#include <cstddef>

namespace ops {

/* The largest piece of memory for a tensor: a gibibyte, unless it is set. */
void set_memory_limit(size_t bytes);

/* From now on every piece of memory of tensors ends at an inaccessible page, except for the few
 * bytes that its alignment costs. Those, and the bytes before the piece in its first page, are
 * checked when it is freed. New memory is filled with one byte value, so that `empty` can be
 * compared, and a piece above the limit is an error. */
void guard_memory();

} // namespace ops

#endif
