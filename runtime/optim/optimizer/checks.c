/*
 * Python's errors for options that are out of range.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "optim/optimizer/class.h"

static ct_error checks_refuse(const char *begin, const char *what, double value)
{
	struct ct_text text = { 0 };
	ct_error error;

	ct_text_addf(&text, "%s%s: ", begin, what);
	ct_text_add_number(&text, (ct_scalar){ CT_SCALAR_FLOAT, 0, value, 0 });
	error = CT_RAISED(CT_ERROR_VALUE, "%s", text.data ? text.data : "Invalid option");
	ct_text_release(&text);
	return error;
}

ct_error ct_optim_require(bool valid, const char *what, double value)
{
	return valid ? NULL : checks_refuse("Invalid ", what, value);
}

ct_error ct_optim_demand(bool valid, const char *what, double value)
{
	return valid ? NULL : checks_refuse("", what, value);
}

ct_error ct_optim_check_fused(signed char fused, signed char foreach, bool differentiable)
{
	if (fused != 1)
		return NULL;
	if (differentiable)
		return CT_RAISED(CT_ERROR_RUNTIME, "`fused` does not support `differentiable`");
	if (foreach == 1)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "`fused` and `foreach` cannot be `True` together.");
	return NULL;
}

/* The device types with fused kernels, as Python lists them; the last has a name of its own. */
#define FUSED_DEVICES "['mps', 'cuda', 'xpu', 'hpu', 'cpu', 'mtia', '%s']"

ct_error ct_optim_check_fusable(const struct ct_optim_block *block)
{
	for (int64_t i = 0; i < block->len; i++) {
		/* Not the block's own, which is real where this is complex. */
		const ct_dtype dtype = ct_tensor_dtype(block->group->params[block->index[i]]);

		if (!ct_dtype_is_floating_point(dtype))
			return CT_RAISED(
				CT_ERROR_RUNTIME,
				"`fused=True` requires all the params to be floating point "
				"Tensors of supported devices: " FUSED_DEVICES
				" but torch.%s and cpu",
				ct_device_type_name(CT_DEVICE_TYPE_PRIVATEUSE1),
				ct_dtype_name(dtype));
	}
	return NULL;
}

ct_error ct_optim_check_dense(const struct ct_optim_block *block, const char *text)
{
	for (int64_t i = 0; i < block->len; i++)
		if (ct_tensor_layout(block->grads[i]) != CT_STRIDED)
			return CT_RAISED(CT_ERROR_RUNTIME, "%s", text);
	return NULL;
}

ct_error ct_optim_no_kernel(void)
{
	return CT_RAISED(CT_ERROR_NOT_IMPLEMENTED,
			 "this release of libtorch has no fused kernel for the optimizer");
}

ct_error ct_optim_invalid_pair(const char *what, double first, double second)
{
	struct ct_text text = { 0 };
	ct_error error;

	ct_text_addf(&text, "Invalid %s: ", what);
	ct_text_add_number(&text, ct_scalar_float(first));
	ct_text_add(&text, ", ");
	ct_text_add_number(&text, ct_scalar_float(second));
	error = CT_RAISED(CT_ERROR_VALUE, "%s", text.data ? text.data : "Invalid option");
	ct_text_release(&text);
	return error;
}

ct_error ct_optim_check_capturable(const struct ct_optim_block *block, const char *what,
				   bool with_xla)
{
	if (!ct_optim_bool(block, "capturable"))
		return NULL;
	for (int64_t i = 0; i < block->len; i++)
		if (ct_tensor_device(block->params[i]).type == CT_DEVICE_TYPE_CPU)
			return CT_RAISED(CT_ERROR_ASSERTION,
					 "If capturable=True, %s must be on supported devices: "
					 "['cuda', 'xpu', 'hpu', '%s'%s].",
					 what, ct_device_type_name(CT_DEVICE_TYPE_PRIVATEUSE1),
					 with_xla ? ", 'xla'" : "");
	return NULL;
}

ct_error ct_optim_check_betas(ct_floats betas)
{
	char what[] = "beta parameter at index 0";

	if (betas.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "betas must have 2 elements, not %lld",
				 (long long)betas.len);
	for (int i = 0; i < 2; i++) {
		what[sizeof what - 2] = (char)('0' + i);
		CT_TRY(ct_optim_require(betas.at[i] >= 0 && betas.at[i] < 1, what, betas.at[i]));
	}
	return NULL;
}
