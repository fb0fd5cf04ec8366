/*
 * forms.h: the forms of an operator, one made from the other.
 *
 *     add_(Tensor(a!) self, Tensor other) -> Tensor(a!)
 *     add.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
 *     add(Tensor self, Tensor other) -> Tensor
 *
 * Which operators get one is autogen.c's.
 */
#ifndef CTORCH_GEN_DERIVE_FORMS_H
#define CTORCH_GEN_DERIVE_FORMS_H

#include "model.h"

/* Nothing is written; what was is returned. A mutable operator's is called NAME_functional. */
struct schema functional_form(struct arena *arena, const struct schema *from);

/* The tensors that are returned, or self that is written, become out arguments: OVERLOAD_out. */
struct schema out_form(struct arena *arena, const struct op *op);

/* What the forms of one operator have in common, as text, the overload's name left out. */
const char *op_signature(struct arena *arena, const struct op *op, bool with_defaults);

#endif
