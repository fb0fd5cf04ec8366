/*
 * Packages of AOTInductor.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "inspect/text.h"
#include "leaves.h"
#include "model.h"

static ct_error open_package(const struct options *options, struct model *model)
{
	const ct_aoti_options load = { .allow_code = true,
				       .model = options->model,
				       .device = options->device };

	if (options->method && strcmp(options->method, "forward") != 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: a package of AOTInductor has no method '%s', only forward",
				    options->path, options->method);
	if (!options->allow_code)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: a package of AOTInductor, which executes code from the "
				    "file; if you trust it as a program, add --allow-code",
				    options->path);
	return ct_aoti_load(options->path, &load, &model->package);
}

/* The tensors among the leaves, as Python calls such a package. */
static int64_t take_tensors(const struct leaves *leaves, ct_tensor **tensors)
{
	int64_t len = 0;

	for (int64_t i = 0; i < leaves->len; i++)
		if (tensor_of(&leaves->items[i]))
			tensors[len++] = tensor_of(&leaves->items[i]);
	return len;
}

/* One tensor as it is, others as a tuple. Takes the tensors. */
static ct_error value_of_tensors(ct_tensor **tensors, int64_t len, ct_value *result)
{
	const ct_value only = ct_value_tensor(len ? tensors[0] : NULL);
	ct_value made = ct_value_tuple_new();
	ct_error error = NULL;

	if (len == 1)
		error = ct_value_copy(&only, &made);
	for (int64_t i = 0; i < len && len != 1 && error == NULL; i++)
		error = ct_value_list_append(&made, ct_value_tensor(tensors[i]));
	ct_tensors_free(tensors, len);
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

static ct_error run_leaves(const struct model *model, const struct leaves *leaves, ct_value *result)
{
	ct_tensor **tensors = need_memory(NULL, (size_t)leaves->len * sizeof *tensors), **outputs;
	const int64_t len = take_tensors(leaves, tensors);
	int64_t outputs_len;
	const ct_error error = ct_aoti_run(model->package, CT_TENSORS_OF(tensors, len), &outputs,
					   &outputs_len);

	free(tensors);
	return error ? error : value_of_tensors(outputs, outputs_len, result);
}

static ct_error call_package(struct model *model, const struct call *call, ct_value *result)
{
	struct leaves leaves = { 0 };
	ct_error error;

	if (ct_value_count(&call->named))
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "a package of AOTInductor takes inputs in order, not by name");
	error = add_leaves(&call->args, &leaves);
	if (error == NULL)
		error = run_leaves(model, &leaves, result);
	free_leaves(&leaves);
	return error;
}

const struct model_kind package_kind = { "AOTInductor", open_package, call_package, NULL, NULL };
