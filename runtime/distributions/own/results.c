/*
 * What the functions of a class of the program's own return.
 */
#include "distributions/own/own.h"
#include "nn/functional/raise.h"

ct_tensor *ct_distr_returns_null(const ct_distribution *self, const char *name)
{
	return CT_FAIL(CT_ERROR_TYPE, "%s.%s() returned NULL", self->klass->of.name, name);
}

/* The handle belongs to the scope; the result may be a parameter. */
ct_tensor *ct_distr_own_checked(const ct_distribution *self, const ct_tensor *made,
				const struct ct_distr_shape *wanted, const char *name)
{
	const ct_ints shape = ct_sizes_of(made);

	if (ct_expression_failed())
		return NULL;
	if (made == NULL)
		return ct_distr_returns_null(self, name);
	if (!ct_nn_same_ints(shape, ct_distr_ints(wanted)))
		return CT_FAIL(CT_ERROR_VALUE,
			       "%s.%s() returned torch.Size(%s), but expected was torch.Size(%s)",
			       self->klass->of.name, name, ct_nn_list_text(shape).at,
			       ct_nn_list_text(ct_distr_ints(wanted)).at);
	return CT_F(ct_nn_again, made);
}
