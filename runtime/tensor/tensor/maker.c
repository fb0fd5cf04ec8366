/*
 * The common handling of options and results in functions that create tensors.
 */
#include <string.h>

#include <ctorch/macros/literals.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/memory/tracker.h"
#include "core/bridge/devices.h"
#include "tensor/tensor/maker.h"

void ct_options_default_device(ct_tensor_options *wish)
{
	if (wish->device.type == CT_DEVICE_TYPE_NONE)
		wish->device = ct_this_default_device;
}

/* Its text names the operator and its argument. The user's call has the same arguments in the same
 * places up to the options, which were checked before, so only the function's name must change. */
static ct_error in_function(const char *function, ct_error error)
{
	const char *inner = ct_error_function(error), *text = strstr(error, ": ");
	ct_error renamed;

	if (inner == NULL || text == NULL)
		return error;
	text += 2;
	if (ct_error_class_of(error) == CT_ERROR_ARGUMENT &&
	    strncmp(text, inner, strlen(inner)) == 0)
		text += strlen(inner) + 2;
	renamed = ct_error_make(ct_error_class_of(error), function, text,
				ct_error_backtrace(error));
	ct_error_free(error);
	return renamed;
}

/* Replaces the tensor by `*by`, which an operator made from it. */
static ct_error replace(ct_tensor **made, ct_error error, ct_tensor *const *by)
{
	if (error != NULL)
		return error;
	ct_tensor_free(*made);
	*made = *by;
	return NULL;
}

static ct_error arrange(ct_tensor **made, const ct_tensor_options *wish)
{
	ct_tensor *arranged = NULL;

	if (wish->memory_format == CT_MEMORY_FORMAT_NONE ||
	    wish->memory_format == CT_PRESERVE_FORMAT)
		return NULL;
	return replace(made, ct_contiguous(*made, wish->memory_format, &arranged), &arranged);
}

/* A copy by arrange() is not pinned any more; a pinned tensor stays unchanged. */
static ct_error pin(ct_tensor **made, const ct_tensor_options *wish)
{
	ct_tensor *pinned = NULL;

	if (!wish->pin_memory)
		return NULL;
	return replace(made, ct_pin_memory(*made, CT_DEVICE_NONE, &pinned), &pinned);
}

static ct_error record(ct_tensor *made, const ct_tensor_options *wish)
{
	return wish->requires_grad ? ct_record_made(made) : NULL;
}

static ct_error convert(ct_tensor **made, const ct_tensor_options *wish)
{
	ct_tensor *converted = NULL;

	if (wish->dtype == CT_DTYPE_NONE && wish->device.type == CT_DEVICE_TYPE_NONE)
		return NULL;
	return replace(made,
		       ct_to_dtype_layout(*made, wish->dtype, CT_LAYOUT_NONE, wish->device, NULL,
					  false, false, CT_MEMORY_FORMAT_NONE, &converted),
		       &converted);
}

ct_error ct_options_finish(struct ct_origin by, ct_error error, ct_tensor *made,
			   const ct_tensor_options *wish, ct_tensor **result)
{
	if (error == NULL)
		error = arrange(&made, wish);
	if (error == NULL)
		error = pin(&made, wish);
	if (error == NULL)
		error = record(made, wish);
	if (error != NULL || result == NULL) {
		ct_tensor_free(made);
		return error ? in_function(by.function, error) : NULL;
	}
	if (ct_handles_attended())
		ct_tracker_made_by(made, by);
	*result = made;
	return NULL;
}

static ct_error check_strided(const char *function, const ct_tensor_options *wish)
{
	if (wish->layout == CT_LAYOUT_NONE || wish->layout == CT_STRIDED)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "options.layout: a tensor from C data is strided; convert it with "
			    "ct_to_sparse() or a related function");
}

ct_error ct_options_finish_data(struct ct_origin by, ct_error error, ct_tensor *made,
				const ct_tensor_options *wish, ct_tensor **result)
{
	if (error == NULL)
		error = check_strided(by.function, wish);
	if (error == NULL)
		error = convert(&made, wish);
	return ct_options_finish(by, error, made, wish, result);
}
