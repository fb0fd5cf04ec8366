/*
 * torch.nn.utils: parameters as one vector, and back.
 */
#include <stdlib.h>

#include <ctorch/calls/call.h>
#include <ctorch/nn/functions.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"

/* The number of a GPU, -1 for other devices: Python does not tell these apart. */
static int64_t place_of(const ct_tensor *x)
{
	const ct_device device = ct_tensor_device(x);

	return device.type == CT_DEVICE_TYPE_CUDA || device.type == CT_DEVICE_TYPE_PRIVATEUSE1
		       ? device.index
		       : -1;
}

static ct_error check_devices(const char *function, ct_tensor *const *parameters, int64_t n)
{
	if (!ct_is_list(parameters, n))
		return ct_missing_argument(function, 1, "parameters");
	for (int64_t i = 0; i < n; i++)
		if (parameters[i] == NULL)
			return ct_missing_argument(function, 1, "parameters");
	for (int64_t i = 1; i < n; i++)
		if (place_of(parameters[i]) != place_of(parameters[0]))
			return CT_RAISED(CT_ERROR_TYPE,
					 "Found two parameters on different devices, this is "
					 "currently not supported.");
	return NULL;
}

/* As many places as parameters, to be released with free(). */
static ct_error make_list(const char *function, int64_t n, ct_tensor ***list)
{
	*list = ct_array_new(n, sizeof **list);
	return *list ? NULL : ct_no_memory(function, "for a list of tensors");
}

ct_error ct_nn_utils_parameters_to_vector(ct_tensor *const *parameters, int64_t parameters_len,
					  ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor **parts, *vector;

	CT_TRY(check_devices(__func__, parameters, parameters_len));
	CT_TRY(make_list(__func__, parameters_len, &parts));
	for (int64_t i = 0; i < parameters_len; i++)
		parts[i] = CT_E(view, parameters[i], CT_L(-1));
	vector = CT_E(cat, CT_TENSORS_OF(parts, parameters_len));
	free(parts);
	return ct_nn_give(vector, result);
}

/* What each parameter will be: a part of the vector, in the parameter's shape. */
static ct_error cut(const ct_tensor *vec, ct_tensor *const *parameters, int64_t n,
		    ct_tensor **parts)
{
	int64_t begin = 0;

	for (int64_t i = 0; i < n; i++) {
		const int64_t end = begin + ct_tensor_numel(parameters[i]);
		ct_tensor *part = CT_E(slice_Tensor, vec, 0, begin, end);

		parts[i] = CT_E(data, CT_E(view_as, part, parameters[i]));
		begin = end;
	}
	return CT_DONE();
}

/* All or, after an error, none. */
static ct_error set_data(ct_tensor *const *parameters, int64_t n, ct_tensor *const *parts,
			 ct_tensor **before)
{
	ct_error error = NULL;
	int64_t i = 0;

	for (; i < n && error == NULL; i++)
		if ((error = CT(data, &before[i], parameters[i])) == NULL)
			error = CT(set_data, parameters[i], parts[i]);
	for (i -= 2; error && i >= 0; i--)
		ct_error_free(CT(set_data, parameters[i], before[i]));
	return error;
}

ct_error ct_nn_utils_vector_to_parameters(const ct_tensor *vec, ct_tensor *const *parameters,
					  int64_t parameters_len)
{
	CT_NN_NEEDS(vec, 1);
	CT_OWN_SCOPE(__func__);
	ct_tensor **lists;
	ct_error error;

	CT_TRY(check_devices(__func__, parameters, parameters_len));
	CT_TRY(make_list(__func__, 2 * parameters_len, &lists));
	error = cut(vec, parameters, parameters_len, lists);
	if (error == NULL)
		error = set_data(parameters, parameters_len, lists, lists + parameters_len);
	free(lists);
	return error;
}
