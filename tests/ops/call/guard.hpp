/*
 * Memory in which a step beside a tensor is seen. Some kernels trust arguments that do not fit each
 * other and go on where the tensor has ended: there a page stands that cannot be touched, so that
 * libtorch dies of it each time and in both calls, instead of now and then.
 */
#ifndef OPS_GUARD_HPP
#define OPS_GUARD_HPP

#include <cstddef>

namespace ops {

/* What a tensor's memory may have in one piece: a gibibyte, unless it is set. */
void set_memory_limit(size_t bytes);

/* From now on every piece of memory of tensors ends at a page that cannot be touched, but for the
 * few bytes that its alignment costs. Those, and what is before the piece in its first page, are
 * looked at when it is freed. Fresh memory is filled with one byte, so that `empty` can be
 * compared, and a piece above the limit is refused as an error. */
void guard_memory();

} // namespace ops

#endif
