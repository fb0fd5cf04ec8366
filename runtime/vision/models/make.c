/*
 * Making a model from its description, and a check that descriptions share.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "vision/models/model.h"

ct_error ct_models_make(const struct ct_model *model, const void *options, ct_module **result)
{
	ct_module *made = NULL;

	if (result == NULL)
		return ct_missing_argument(model->name, 2, "result");
	CT_OWN_SCOPE(model->name);
	CT_TRY(CT_FINISH(model->make(model->settings, options ? options : model->of.defaults),
			 &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

ct_error ct_models_check_size(const char *name, double value)
{
	static const double most = 1 << 20; /* products of three of them fit into an int64_t */

	if (fabs(value) <= most)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "%s should be at most %.0f, got %g", name, most, value);
}
