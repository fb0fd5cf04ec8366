/*
 * Uninitialized parameters and buffers: those of lazy modules, whose sizes are not known yet.
 *
 * Such a tensor has a dtype and a device, but no elements. A stride that no other tensor has marks
 * it, so a state dict and every holder can recognize it. Initialization gives memory to this same
 * tensor.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/memory/own_scope.h"
#include "module/module.h"

static const int64_t STRIDE = 0x6c617a79; /* "lazy" */

bool ct_parameter_is_lazy(const ct_tensor *parameter)
{
	const int64_t *strides;

	if (parameter == NULL || ct_tensor_dim(parameter) != 1 || ct_tensor_size(parameter, 0) != 0)
		return false;
	strides = ct_tensor_strides(parameter);
	return strides && strides[0] == STRIDE;
}

ct_error ct_parameter_new_lazy(ct_dtype dtype, ct_device device, bool requires_grad,
			       ct_tensor **result)
{
	const int64_t size = 0;
	ct_tensor *lazy;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 4 (result) must not be NULL");
	CT_TRY(ct_empty_strided(&size, 1, &STRIDE, 1, dtype, CT_LAYOUT_NONE, device, NULL, &lazy));
	error = ct_tensor_set_requires_grad(lazy, requires_grad);
	if (error) {
		ct_tensor_free(lazy);
		return error;
	}
	*result = lazy;
	return NULL;
}

ct_error ct_lazy_like(const ct_tensor *x, ct_tensor **result)
{
	return ct_parameter_new_lazy(ct_tensor_dtype(x), ct_tensor_device(x),
				     ct_tensor_requires_grad(x), result);
}

ct_error ct_parameter_materialize(ct_tensor *parameter, ct_ints shape)
{
	ct_tensor *memory;

	if (!ct_parameter_is_lazy(parameter))
		return ct_error_new(
			CT_ERROR_ARGUMENT, __func__,
			"argument 1 (parameter) must be an uninitialized parameter or buffer");
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_empty_memory_format(shape.at, shape.len, ct_tensor_dtype(parameter),
				      CT_LAYOUT_NONE, ct_tensor_device(parameter), NULL,
				      CT_MEMORY_FORMAT_NONE, &memory));
	return ct_set_data(parameter, memory);
}
