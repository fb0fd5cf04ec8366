/*
 * Modules of a class, with the weights of a file that ct_module_save() or PyTorch wrote.
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/nn/nn.h>
#include <ctorch/tensor/tensor.h>
#include <ctorch/vision/models.h>

#include "inspect/text.h"
#include "inputs.h"

/* --- Classes: "resnet18", "Linear(4, 3, bias=False)" ------------------------------------------ */

static char *trim(char *text)
{
	size_t n;

	while (isspace((unsigned char)*text))
		text++;
	for (n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--)
		text[n - 1] = '\0';
	return text;
}

/* Adds one argument, by its position or its name. */
static ct_error add_argument(char *text, ct_value *args, ct_value *kwargs)
{
	char *equals = strchr(text, '=');

	if (equals == NULL)
		return ct_value_list_append(args, plain_of_text(trim(text)));
	*equals = '\0';
	return ct_value_dict_set(kwargs, ct_value_string(trim(text)),
				 plain_of_text(trim(equals + 1)));
}

static ct_error read_arguments(char *text, ct_value *args, ct_value *kwargs)
{
	char *rest = text, *one;

	while ((one = strsep(&rest, ",")))
		if (*trim(one))
			CT_TRY(add_argument(one, args, kwargs));
	return NULL;
}

/* torchvision's models begin with a small letter, the classes of torch.nn with a capital one. */
static ct_error new_module(const char *name, const ct_value *args, const ct_value *kwargs,
			   ct_module **result)
{
	if (!islower((unsigned char)*name))
		return ct_nn_new(name, args, kwargs, result);
	if (ct_value_count(args))
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "--class: the arguments of '%s' need their names, such as "
				    "num_classes=10",
				    name);
	return ct_models_new(name, kwargs, result);
}

static ct_error new_of_class(char *text, ct_value *args, ct_value *kwargs, ct_module **result)
{
	char *open = strchr(text, '('), *close = strrchr(text, ')');

	if (open) {
		if (close == NULL || *trim(close + 1))
			return ct_error_new(CT_ERROR_VALUE, __func__,
					    "--class: '%s' has no closing parenthesis at its end",
					    text);
		*open = *close = '\0';
		CT_TRY(read_arguments(open + 1, args, kwargs));
	}
	return new_module(trim(text), args, kwargs, result);
}

static ct_error create(const char *class_name, ct_module **result)
{
	ct_value args = ct_value_list_new(), kwargs = ct_value_dict_new();
	char *text = strdup(class_name);
	ct_error error;

	if (text == NULL)
		end_without_memory();
	error = new_of_class(text, &args, &kwargs, result);
	ct_value_free(&args);
	ct_value_free(&kwargs);
	free(text);
	return error;
}

/* --- The kind --------------------------------------------------------------------------------- */

static ct_error open_weights(const struct options *options, struct model *model)
{
	if (options->method && strcmp(options->method, "forward") != 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: a class has no method '%s' here, only forward",
				    options->path, options->method);
	CT_TRY(create(options->class_name, &model->module));
	CT_TRY(ct_module_load(model->module, options->path, NULL, NULL));
	if (options->device.type != CT_DEVICE_TYPE_NONE)
		CT_TRY(ct_module_to(model->module,
				    &(ct_module_to_options){ .device = options->device }));
	return ct_module_eval(model->module);
}

static ct_error call_weights(struct model *model, const struct call *call, ct_value *result)
{
	ct_value input, output;
	ct_tensor *x, *y;

	if (ct_value_count(&call->args) != 1 || ct_value_count(&call->named))
		return ct_error_new(
			CT_ERROR_TYPE, __func__,
			"a module of a class takes one input here, but gets %lld",
			(long long)(ct_value_count(&call->args) + ct_value_count(&call->named)));
	CT_TRY(ct_value_item(&call->args, 0, &input));
	CT_TRY(ct_value_as_tensor(&input, &x));
	CT_TRY(ct_module_forward(model->module, x, &y));
	output = ct_value_tensor(y);
	CT_TRY(ct_value_copy(&output, result));
	ct_tensor_free(y);
	return NULL;
}

const struct model_kind weights_kind = { "weights of a class", open_weights, call_weights, NULL,
					 NULL };
