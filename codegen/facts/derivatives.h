/*
 * derivatives.h: which operators of a release have an autograd formula, by its derivatives.yaml.
 *
 *     - name: abs(Tensor self) -> Tensor
 *       self: grad * self.sgn()
 *       result: auto_element_wise
 */
#ifndef CTORCH_GEN_FACTS_DERIVATIVES_H
#define CTORCH_GEN_FACTS_DERIVATIVES_H

#include "model.h"

struct derivatives; /* NULL: nothing is known */

/* False after reporting all that is wrong with the file. With `must_fit` an operator that the model
 * does not have is wrong, too: the file is another release's. To be freed either way. */
bool derivatives_read(struct arena *arena, struct diag *diag, const char *path, bool must_fit,
		      const struct model *model, struct derivatives **result);
void derivatives_free(struct derivatives *derivatives);

/*
 * "formula": backward has one for an argument at least, be it the one of the functional form or of
 * the operator that a foreach operator repeats. "composite": it has none of its own and needs none,
 * since it is made of operators: `keys`, from dispatch.h, has CompositeImplicitAutograd. "none":
 * nothing is recorded, or an argument that requires a gradient is refused. NULL without
 * derivatives.
 */
const char *derivatives_of(const struct derivatives *derivatives, const struct op *op,
			   const struct names *keys);

#endif
