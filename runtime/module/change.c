/*
 * Modes and moves: what changes all parameters and buffers of a module.
 */
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/shared.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/warn.h"
#include "core/memory/own_scope.h"
#include "module/module.h"

/* --- over all modules ------------------------------------------------------------------------- */

/* Calls `change` with each module once, a parent before its children. */
static ct_error for_all(ct_module *self, const char *function,
			ct_error (*change)(ct_module *module, const void *context),
			const void *context)
{
	struct ct_visits visits;
	ct_error error = NULL;

	CT_TRY(ct_module_check(self, function, 1, "self"));
	CT_TRY(ct_visits_make(self, "", false, function, &visits));
	for (int64_t i = 0; i < visits.len && error == NULL; i++)
		error = change(visits.at[i].module, context);
	ct_visits_free(&visits);
	return error;
}

static ct_error set_training(ct_module *module, const void *mode)
{
	module->is_training = *(const bool *)mode;
	return NULL;
}

ct_error ct_module_train(ct_module *self, bool mode)
{
	return for_all(self, __func__, set_training, &mode);
}

ct_error ct_module_eval(ct_module *self)
{
	const bool mode = false;

	return for_all(self, __func__, set_training, &mode);
}

/* --- parameters ------------------------------------------------------------------------------- */

static bool is_floating(const ct_tensor *x)
{
	return ct_dtype_is_floating_point(ct_tensor_dtype(x)) ||
	       ct_dtype_is_complex(ct_tensor_dtype(x));
}

static ct_error set_requires_grad(ct_module *module, const void *requires_grad)
{
	const struct ct_parts *parameters = &module->parts[CT_PARAMETERS];

	for (uint32_t i = 0; i < parameters->len; i++)
		if (parameters->at[i].object)
			CT_TRY(ct_tensor_set_requires_grad(parameters->at[i].object,
							   *(const bool *)requires_grad));
	return NULL;
}

/* libtorch's error for a parameter of integers, before anything has changed. */
static ct_error refuse_integers(ct_module *module, const void *requires_grad)
{
	const struct ct_parts *parameters = &module->parts[CT_PARAMETERS];

	for (uint32_t i = 0; i < parameters->len; i++)
		if (parameters->at[i].object && !is_floating(parameters->at[i].object))
			CT_TRY(ct_tensor_set_requires_grad(parameters->at[i].object,
							   *(const bool *)requires_grad));
	return NULL;
}

ct_error ct_module_set_requires_grad(ct_module *self, bool requires_grad)
{
	CT_TRY(for_all(self, __func__, refuse_integers, &requires_grad));
	return for_all(self, __func__, set_requires_grad, &requires_grad);
}

static ct_error zero_one_grad(ct_tensor *parameter, bool set_to_none)
{
	ct_tensor *grad;

	if (set_to_none)
		return ct_tensor_set_grad(parameter, NULL);
	CT_TRY(ct_tensor_grad(parameter, &grad));
	if (grad == NULL)
		return NULL;
	if (ct_tensor_is_leaf(grad))
		CT_TRY(ct_tensor_set_requires_grad(grad, false));
	else
		CT_TRY(ct_detach_(grad, NULL));
	return ct_zero_(grad, NULL);
}

static ct_error zero_grad(ct_module *module, const void *set_to_none)
{
	const struct ct_parts *parameters = &module->parts[CT_PARAMETERS];

	CT_OWN_SCOPE(CT_NAME_OF(ct_module_zero_grad));
	for (uint32_t i = 0; i < parameters->len; i++)
		if (parameters->at[i].object)
			CT_TRY(zero_one_grad(parameters->at[i].object, *(const bool *)set_to_none));
	return NULL;
}

ct_error ct_module_zero_grad(ct_module *self, bool set_to_none)
{
	return for_all(self, __func__, zero_grad, &set_to_none);
}

/* --- conversions ------------------------------------------------------------------------------ */

/* How a tensor becomes another one; `*result` belongs to the innermost scope. */
typedef ct_error (*conversion)(const ct_tensor *x, const void *context, ct_tensor **result);

struct converting {
	conversion convert;
	const void *context;
};

/* Python's `x.data = converted`: other holders of the tensor see the new data. Where libtorch
 * cannot do that, as from the CPU to "meta", `*other` is the new tensor, and otherwise NULL. */
static ct_error convert_in_place(ct_tensor *x, const struct converting *to, ct_tensor **other)
{
	ct_tensor *converted;
	bool can;

	*other = NULL;
	CT_TRY(to->convert(x, to->context, &converted));
	if (converted == x)
		return NULL;
	CT_TRY(ct__has_compatible_shallow_copy_type(x, converted, &can));
	if (can)
		return ct_set_data(x, converted);
	*other = converted;
	return NULL;
}

static ct_error convert_grad(ct_tensor *grad, ct_tensor *parameter, const struct converting *to)
{
	ct_tensor *other;

	CT_TRY(convert_in_place(grad, to, &other));
	if (other == NULL)
		return NULL;
	CT_TRY(ct_tensor_set_requires_grad(other, ct_tensor_requires_grad(grad)));
	return ct_tensor_set_grad(parameter, other);
}

static ct_error convert_parameter(ct_module *module, struct ct_part *part,
				  const struct converting *to)
{
	ct_tensor *grad, *other;

	CT_TRY(ct_tensor_grad(part->object, &grad));
	CT_TRY(convert_in_place(part->object, to, &other));
	if (other) {
		CT_TRY(ct_parameter_new(other, ct_tensor_requires_grad(part->object), &other));
		ct_scope_disown(other);
		ct_part_set(module, CT_PARAMETERS, part, other);
	}
	return grad ? convert_grad(grad, part->object, to) : NULL;
}

static ct_error convert_buffer(ct_module *module, struct ct_part *part, const struct converting *to)
{
	ct_tensor *converted;

	CT_TRY(to->convert(part->object, to->context, &converted));
	if (converted == part->object)
		return NULL;
	ct_scope_disown(converted);
	ct_part_set(module, CT_BUFFERS, part, converted);
	return NULL;
}

static ct_error convert_module(ct_module *module, const void *to)
{
	struct ct_parts *parameters = &module->parts[CT_PARAMETERS];
	struct ct_parts *buffers = &module->parts[CT_BUFFERS];

	CT_OWN_SCOPE(CT_NAME_OF(ct_module_to));
	for (uint32_t i = 0; i < parameters->len; i++)
		if (parameters->at[i].object)
			CT_TRY(convert_parameter(module, &parameters->at[i], to));
	for (uint32_t i = 0; i < buffers->len; i++)
		if (buffers->at[i].object)
			CT_TRY(convert_buffer(module, &buffers->at[i], to));
	return NULL;
}

static ct_error convert_all(ct_module *self, const char *function, conversion convert,
			    const void *context)
{
	const struct converting converting = { convert, context };

	CT_NO_GRAD_SCOPE;
	return for_all(self, function, convert_module, &converting);
}

static ct_error to(const ct_tensor *x, const void *context, ct_tensor **result)
{
	const ct_module_to_options *options = context;
	const int64_t dim = ct_tensor_dim(x);
	const ct_dtype dtype = is_floating(x) ? options->dtype : CT_DTYPE_NONE;

	if (ct_parameter_is_lazy(x))
		return ct_parameter_new_lazy(dtype == CT_DTYPE_NONE ? ct_tensor_dtype(x) : dtype,
					     options->device.type ? options->device
								  : ct_tensor_device(x),
					     false, result);
	return ct_to_dtype_layout(
		x, dtype, CT_LAYOUT_NONE, options->device, NULL, options->non_blocking, false,
		dim == 4 || dim == 5 ? options->memory_format : CT_MEMORY_FORMAT_NONE, result);
}

/* With the sentence that Python's Module.to() adds. */
static ct_error explain_meta(ct_error error)
{
	static const char plain[] = "Cannot copy out of meta tensor; no data!";
	ct_error explained;

	if (ct_error_class_of(error) != CT_ERROR_NOT_IMPLEMENTED || strstr(error, plain) == NULL)
		return error;
	explained = ct_error_new(
		CT_ERROR_NOT_IMPLEMENTED, ct_error_function(error),
		"%s Please use torch.nn.Module.to_empty() instead of "
		"torch.nn.Module.to() when moving module from meta to a different "
		"device.\nIn C: torch.nn.Module.to_empty() is ct_module_to_empty()",
		plain);
	ct_error_free(error);
	return explained;
}

ct_error ct_module_to(ct_module *self, const ct_module_to_options *options)
{
	CT_MODULE_CHECK(self);
	if (options == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (options) must not be NULL");
	if (options->dtype != CT_DTYPE_NONE && !ct_dtype_is_floating_point(options->dtype) &&
	    !ct_dtype_is_complex(options->dtype))
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "nn.Module.to only accepts floating point or complex dtypes, "
				    "but got desired dtype=torch.%s",
				    ct_dtype_name(options->dtype));
	if (ct_dtype_is_complex(options->dtype))
		ct_warn("Complex modules are a new feature under active development whose design "
			"may change, and some modules might not work as expected when using complex "
			"tensors as parameters or buffers. Please file an issue at "
			"https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
			"if a complex module does not work as expected.");
	return explain_meta(convert_all(self, __func__, to, options));
}

static ct_error to_empty(const ct_tensor *x, const void *context, ct_tensor **result)
{
	const ct_device *device = context;

	if (ct_parameter_is_lazy(x))
		return ct_parameter_new_lazy(ct_tensor_dtype(x), *device, false, result);
	return ct_empty_like(x, CT_DTYPE_NONE, CT_LAYOUT_NONE, *device, NULL, CT_MEMORY_FORMAT_NONE,
			     result);
}

ct_error ct_module_to_empty(ct_module *self, ct_device device)
{
	return convert_all(self, __func__, to_empty, &device);
}

static ct_error change_share(const ct_tensor *x, const void *context, ct_tensor **result)
{
	(void)context;
	if (ct_parameter_is_lazy(x))
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_module_share_memory),
				    "Can't share memory on an uninitialized parameter or buffer. "
				    "Call `forward` to initialize the parameters before calling "
				    "`module.share_memory()`.");
	*result = (ct_tensor *)x;
	return ct_tensor_share_memory(*result);
}

ct_error ct_module_share_memory(ct_module *self)
{
	return convert_all(self, __func__, change_share, NULL);
}

/* --- apply ------------------------------------------------------------------------------------ */

/* Whether the child at an index is there under an earlier name, too. */
static bool is_again(const struct ct_parts *children, uint32_t index)
{
	for (uint32_t i = 0; i < index; i++)
		if (children->at[i].object == children->at[index].object)
			return true;
	return false;
}

static ct_error change_apply(ct_module *self, ct_module_function call, void *context)
{
	const struct ct_parts *children = &self->parts[CT_CHILDREN];
	ct_error error = NULL;

	ct_module_share(self); /* `call` may take it out of its parent */
	for (uint32_t i = 0; i < children->len && error == NULL; i++)
		if (children->at[i].object && !is_again(children, i))
			error = change_apply(children->at[i].object, call, context);
	if (error == NULL)
		error = call(self, context);
	ct_module_drop(self, CT_HERE);
	return error;
}

ct_error ct_module_apply(ct_module *self, ct_module_function call, void *context)
{
	CT_MODULE_CHECK(self);
	if (call == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (call) must not be NULL");
	CT_TRY(ct_module_check_depth(self, __func__));
	return change_apply(self, call, context);
}

/* A class's function may be an expression, whose values need a scope. */
static ct_error reset(ct_module *module, void *context)
{
	(void)context;
	CT_OWN_SCOPE(CT_NAME_OF(ct_module_reset_parameters));
	return module->klass->reset_parameters ? module->klass->reset_parameters(module->data)
					       : NULL;
}

ct_error ct_module_reset_parameters(ct_module *self)
{
	CT_MODULE_CHECK(self);
	return ct_module_apply(self, reset, NULL);
}
