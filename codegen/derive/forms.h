/*
 * forms.h: makes one form of an operator from another.
 *
 *     add_(Tensor(a!) self, Tensor other) -> Tensor(a!)
 *     add.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
 *     add(Tensor self, Tensor other) -> Tensor
 *
 * autogen.c decides which operators get which form.
 */
#ifndef CTORCH_GEN_DERIVE_FORMS_H
#define CTORCH_GEN_DERIVE_FORMS_H

#include "model.h"

/* Writes to no argument; returns the new values instead. A mutable operator: NAME_functional. */
struct schema functional_form(struct arena *arena, const struct schema *from);

/* Returned tensors, or the self of an in-place operator, become out arguments: OVERLOAD_out. */
struct schema out_form(struct arena *arena, const struct op *op);

/* The common part of all forms of an operator, as text, without the overload name. */
const char *op_signature(struct arena *arena, const struct op *op, bool with_defaults);

#endif
