/*
 * Scores and labels of a batch.
 */
#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/text.h"
#include "core/memory/expression.h"
#include "tensor/printing/printing.h"
#include "train/labels.h"

int64_t ct_class_dim(const ct_tensor *scores)
{
	return ct_tensor_dim(scores) == 1 ? 0 : 1;
}

static bool is_integral(const ct_tensor *tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(tensor);

	return !ct_dtype_is_floating_point(dtype) && !ct_dtype_is_complex(dtype) &&
	       dtype != CT_BOOL;
}

static bool fits(const ct_tensor *scores, const ct_tensor *labels)
{
	const int64_t dim = ct_tensor_dim(scores), classes = dim ? ct_class_dim(scores) : 0;

	if (dim == 0 || ct_tensor_dim(labels) != dim - 1)
		return false;
	for (int64_t i = 0; i < dim - 1; i++)
		if (ct_tensor_size(labels, i) != ct_tensor_size(scores, i < classes ? i : i + 1))
			return false;
	return true;
}

bool ct_are_predictions(const ct_tensor *scores, const ct_tensor *labels)
{
	const int64_t dim = ct_tensor_dim(scores);

	if (!is_integral(scores) || ct_tensor_dim(labels) != dim)
		return false;
	for (int64_t i = 0; i < dim; i++)
		if (ct_tensor_size(labels, i) != ct_tensor_size(scores, i))
			return false;
	return true;
}

static ct_error wrong_shapes(const ct_tensor *scores, const ct_tensor *labels, const char *function)
{
	struct ct_text text = { 0 };
	ct_error error;

	ct_text_add(&text, "labels of shape ");
	ct_add_shape(&text, labels, ",", "()");
	ct_text_add(&text, " do not fit scores of shape ");
	ct_add_shape(&text, scores, ",", "()");
	error = ct_error_new(CT_ERROR_VALUE, function, "%s", text.data ? text.data : "");
	ct_text_release(&text);
	return error;
}

ct_error ct_check_labels(const ct_tensor *scores, const ct_tensor *labels, const char *function)
{
	if (scores == NULL)
		return ct_missing_argument(function, 2, "scores");
	if (labels == NULL)
		return ct_missing_argument(function, 3, "labels");
	if (!is_integral(labels))
		return ct_error_new(CT_ERROR_TYPE, function,
				    "labels must be integers, not torch.%s",
				    ct_dtype_name(ct_tensor_dtype(labels)));
	return fits(scores, labels) ? NULL : wrong_shapes(scores, labels, function);
}

ct_error ct_check_classes(const ct_tensor *classes, int64_t number, const char *what,
			  const char *function)
{
	ct_tensor *lowest, *highest;
	int64_t least, most;

	if (ct_tensor_numel(classes) == 0)
		return NULL;
	CT_TRY(CT(aminmax, &lowest, &highest, classes));
	CT_TRY(ct_tensor_item_int64(lowest, &least));
	CT_TRY(ct_tensor_item_int64(highest, &most));
	if (least >= 0 && most < number)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function, "%s %lld is not one of the classes 0 to %lld",
			    what, (long long)(least < 0 ? least : most), (long long)(number - 1));
}
