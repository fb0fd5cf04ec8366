/*
 * Clipping the gradients of what an optimizer would take: a module, or a list.
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>
#include <ctorch/nn/functions.h>
#include <ctorch/nn/module.h>
#include <ctorch/optim/optimizer.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"

/* The parameters of the module as a list, which is to be freed. */
static ct_error list_module(const ct_module *module, const char *function, ct_tensor ***list,
			    int64_t *n)
{
	ct_named_tensor *named;

	CT_TRY(ct_module_named_parameters(module, NULL, &named, n));
	*list = ct_array_new(*n, sizeof **list);
	for (int64_t i = 0; *list && i < *n; i++)
		(*list)[i] = named[i].tensor;
	ct_free(named);
	return *list ? NULL : ct_no_memory(function, "for a list of tensors");
}

/* `*owned`, which is to be freed, is NULL if the caller gave a list. */
static ct_error find_list(const char *function, ct_parameters *parameters, ct_tensor ***owned)
{
	*owned = NULL;
	if (parameters->module == NULL && parameters->tensors == NULL)
		return ct_missing_argument(function, 1, "parameters");
	if (parameters->module == NULL)
		return NULL;
	CT_TRY(list_module(parameters->module, function, owned, &parameters->len));
	parameters->tensors = (const ct_tensor *const *)*owned;
	return NULL;
}

ct_error ct_parameters_clip_grad_norm_(ct_parameters parameters, double max_norm,
				       ct_tensor **total_norm)
{
	ct_tensor **owned;
	ct_error error;

	CT_TRY(find_list(__func__, &parameters, &owned));
	error = ct_nn_utils_clip_grad_norm_((ct_tensor *const *)parameters.tensors, parameters.len,
					    max_norm, 2, false, NULL, total_norm);
	free(owned);
	return error;
}

ct_error ct_parameters_clip_grad_value_(ct_parameters parameters, double clip_value)
{
	ct_tensor **owned;
	ct_error error;

	CT_TRY(find_list(__func__, &parameters, &owned));
	error = ct_nn_utils_clip_grad_value_((ct_tensor *const *)parameters.tensors, parameters.len,
					     clip_value, NULL);
	free(owned);
	return error;
}
