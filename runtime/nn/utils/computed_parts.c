/*
 * Parameters that are computed from parts of the same module: the parts come and go.
 */
#include <stdio.h>

#include <ctorch/tensor/tensor.h>

#include "nn/utils/computed_parts.h"
#include "core/base/name_of.h"
#include "nn/functional/raise.h"

/* "weight_orig" */
struct part_name {
	char at[256];
};

static ct_error computed_name_of(const char *name, const struct ct_computed_part *part,
				 struct part_name *result)
{
	const int length = snprintf(result->at, sizeof result->at, "%s%s", name, part->suffix);

	if (length < (int)sizeof result->at)
		return NULL;
	CT_NN_RAISE(CT_ERROR_VALUE, "the parameter name is too long: %s", name);
}

ct_error ct_no_attribute(const ct_module *self, const char *name)
{
	CT_NN_RAISE(CT_ERROR_ATTRIBUTE, "'%s%s' object has no attribute '%s'",
		    ct_module_is_parametrized(self) ? "Parametrized" : "", self->klass->name, name);
}

ct_error ct_computed_part(const ct_module *self, const char *name,
			  const struct ct_computed_part *part, ct_tensor **result)
{
	const struct ct_part *found;
	struct part_name whole;

	CT_TRY(computed_name_of(name, part, &whole));
	found = ct_part_find(self, part->kind, whole.at);
	if (found == NULL || found->object == NULL)
		return ct_no_attribute(self, whole.at);
	*result = found->object;
	return NULL;
}

ct_error ct_computed_register(ct_module *self, const char *name,
			      const struct ct_computed_part *part)
{
	struct part_name whole;

	CT_TRY(computed_name_of(name, part, &whole));
	return part->kind == CT_PARAMETERS
		       ? ct_module_register_parameter(self, whole.at, part->tensor, NULL)
		       : ct_module_register_buffer(self, whole.at, part->tensor, true, NULL);
}

/* Those that have been removed already are skipped. */
static void remove_parts(ct_module *self, const char *name, const struct ct_computed_part *parts,
			 int n)
{
	struct part_name whole;

	for (int i = 0; i < n; i++) {
		ct_error_free(computed_name_of(name, &parts[i], &whole));
		if (ct_part_find(self, parts[i].kind, whole.at))
			ct_error_free(ct_module_remove(self, whole.at));
	}
}

ct_error ct_computed_begin(ct_module *self, struct ct_computed *how,
			   const struct ct_computed_part *parts, int n)
{
	ct_error error = NULL;
	int added = 0;

	how->field = ct_part_find(self, CT_PARAMETERS, how->name)->field;
	while (added < n && (error = ct_computed_register(self, how->name, &parts[added])) == NULL)
		added++;
	if (error == NULL)
		error = ct_computed_add(self, how, NULL);
	if (error == NULL)
		return ct_module_remove(self, how->name);
	remove_parts(self, how->name, parts, added);
	return error;
}

ct_error ct_computed_end(ct_module *self, const struct ct_computed *how, const ct_tensor *parameter,
			 const struct ct_computed_part *parts, int n)
{
	CT_TRY(ct_module_register_parameter(self, how->name, parameter,
					    ct_computed_field(self, how)));
	remove_parts(self, how->name, parts, n);
	ct_computed_remove(self, how->name);
	return NULL;
}

ct_error ct_computed_not_found(const ct_module *self, const char *what, const char *name)
{
	char *text;
	ct_error error;

	CT_TRY(ct_module_to_string(self, &text));
	error = CT_RAISED(CT_ERROR_VALUE, "%s of '%s' not found in %s", what, name, text);
	ct_free(text);
	return error;
}
