/*
 * Clipping the gradients of what an optimizer would take: a module, or a list.
 */
#include <stdlib.h>

#include <ctorch/module.h>
#include <ctorch/nn_functions.h>
#include <ctorch/optimizer.h>
#include <ctorch/tensor.h>

/* The parameters of the module as a list, which is to be freed. */
static ct_error list_module(const ct_module *module, ct_tensor ***list, int64_t *n)
{
	ct_named_tensor *named;

	CT_TRY(ct_module_named_parameters(module, NULL, &named, n));
	*list = malloc((size_t)(*n ? *n : 1) * sizeof **list);
	for (int64_t i = 0; *list && i < *n; i++)
		(*list)[i] = named[i].tensor;
	ct_free(named);
	return *list ? NULL
		     : ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL,
				    "no memory for a list of tensors");
}

ct_error ct_parameters_clip_grad_norm(ct_parameters parameters, double max_norm,
				      ct_tensor **total_norm)
{
	ct_tensor **list = NULL;
	ct_error error;

	if (parameters.module)
		CT_TRY(list_module(parameters.module, &list, &parameters.len));
	error = ct_nn_utils_clip_grad_norm_(list ? list : (ct_tensor *const *)parameters.tensors,
					    parameters.len, max_norm, 2, false, NULL, total_norm);
	free(list);
	return error;
}

ct_error ct_parameters_clip_grad_value(ct_parameters parameters, double clip_value)
{
	ct_tensor **list = NULL;
	ct_error error;

	if (parameters.module)
		CT_TRY(list_module(parameters.module, &list, &parameters.len));
	error = ct_nn_utils_clip_grad_value_(list ? list : (ct_tensor *const *)parameters.tensors,
					     parameters.len, clip_value, NULL);
	free(list);
	return error;
}
