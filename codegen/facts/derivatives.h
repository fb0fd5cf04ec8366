/*
 * derivatives.h: reads which operators of a release have a derivative.
 *
 *     - name: abs(Tensor self) -> Tensor
 *       self: grad * self.sgn()
 *       result: auto_element_wise
 */
#ifndef CTORCH_GEN_FACTS_DERIVATIVES_H
#define CTORCH_GEN_FACTS_DERIVATIVES_H

#include "model.h"

struct derivatives; /* NULL: unknown */

/* Reports all errors in the file. With `must_fit`, an operator that is not in the model is also an
 * error: the file belongs to another release. Free the result even after an error. */
bool derivatives_read(struct arena *arena, struct diag *diag, const char *path, bool must_fit,
		      const struct model *model, struct derivatives **result);
void derivatives_free(struct derivatives *derivatives);

/*
 * "derivative": backward has a derivative for at least one argument, its own or that of the
 * functional form or of the operator that a foreach operator repeats. "composite": the operator
 * needs no derivative because it is composed of operators: `keys`, from dispatch.h, has
 * CompositeImplicitAutograd. "none": autograd records nothing, or refuses an argument that
 * requires a gradient. NULL if there are no derivatives.
 */
const char *derivatives_of(const struct derivatives *derivatives, const struct op *op,
			   const struct names *keys);

#endif
