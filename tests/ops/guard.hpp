/*
 * Memory in which a step behind the end of a tensor is a fault. What is in found.txt must not read
 * or write what is not its own, since nobody can say then what it gives.
 */
#ifndef OPS_GUARD_HPP
#define OPS_GUARD_HPP

namespace ops {

/* From now on every piece of memory of tensors ends at a page that cannot be touched, but for the
 * few bytes that its alignment costs; those are looked at when it is freed. Call it behind
 * make_libtorch_repeatable(). */
void guard_memory();

} // namespace ops

#endif
