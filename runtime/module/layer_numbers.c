/*
 * Parameters and multiplications of a layer, counted as torchinfo 1.8.0 counts them.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "module/layers.h"

/* --- parameters ------------------------------------------------------------------------------- */

/* One parameter of a layer. */
struct counted {
	const ct_tensor *tensor;
	const char *name;   /* "0.weight", also for "0.weight_orig" */
	size_t name_length; /* without "_orig", if there is a mask */
	int64_t count;      /* of a pruned parameter: what its mask leaves */
};

static bool layer_numbers_ends_with(const char *text, const char *end)
{
	const size_t length = strlen(text), end_length = strlen(end);

	return length >= end_length && !strcmp(text + length - end_length, end);
}

/* The mask of "fc.weight_orig" is the buffer "fc.weight_mask"; NULL if there is none. */
static ct_tensor *mask_of(const ct_module *module, const char *name, size_t length)
{
	char *path = malloc(length + sizeof "_mask");
	ct_tensor *mask = NULL;

	if (path == NULL)
		return NULL;
	memcpy(path, name, length);
	strcpy(path + length, "_mask");
	ct_error_free(ct_module_get_buffer(module, path, &mask));
	free(path);
	return mask;
}

static ct_error count_mask(const ct_tensor *mask, int64_t *count)
{
	ct_tensor *sum;
	double ones = 0;
	ct_error error;

	CT_TRY(ct_sum(mask, CT_DTYPE_NONE, &sum));
	error = ct_tensor_item_double(sum, &ones);
	ct_tensor_free(sum);
	*count = (int64_t)ones;
	return error;
}

static ct_error layer_numbers_count(const ct_module *module, const ct_named_tensor *parameter,
				    struct counted *counted)
{
	const ct_tensor *mask = NULL;

	counted->tensor = parameter->tensor;
	counted->name = parameter->name;
	counted->name_length = strlen(parameter->name);
	counted->count = ct_tensor_numel(parameter->tensor);
	if (!layer_numbers_ends_with(parameter->name, "_orig"))
		return NULL;
	mask = mask_of(module, parameter->name, counted->name_length - strlen("_orig"));
	if (mask == NULL)
		return NULL;
	counted->name_length -= strlen("_orig");
	return count_mask(mask, &counted->count);
}

/* Calls `add` with each parameter in the layer's module. */
static ct_error for_parameters(struct ct_layer *layer, const ct_module *module,
			       void (*add)(struct ct_layer *layer, const struct counted *counted))
{
	ct_named_tensor *parameters;
	struct counted counted;
	ct_error error = NULL;
	int64_t n;

	CT_TRY(ct_module_named_parameters(module, NULL, &parameters, &n));
	for (int64_t i = 0; i < n && error == NULL; i++) {
		error = layer_numbers_count(module, &parameters[i], &counted);
		if (error == NULL)
			add(layer, &counted);
	}
	ct_free(parameters);
	return error;
}

static void add_parameter(struct ct_layer *layer, const struct counted *counted)
{
	layer->params += counted->count;
	layer->param_bytes += counted->count * ct_dtype_size(ct_tensor_dtype(counted->tensor));
	if (ct_tensor_requires_grad(counted->tensor))
		layer->trainable += counted->count;
}

ct_error ct_layer_count_params(struct ct_layer *layer, const ct_module *module)
{
	layer->params = layer->trainable = layer->param_bytes = 0;
	return for_parameters(layer, module, add_parameter);
}

/* --- multiplications -------------------------------------------------------------------------- */

/* The product of some sizes; those that there are not are 1. */
static int64_t product(const struct ct_sizes *sizes, int64_t from, int64_t end)
{
	int64_t result = 1;

	for (int64_t i = from; i < end && i < sizes->len; i++)
		result = ct_size_times(result, sizes->at[i]);
	return result;
}

static bool is_named(const struct counted *counted, const char *name)
{
	return counted->name_length == strlen(name) &&
	       !memcmp(counted->name, name, counted->name_length);
}

/* How often a parameter is used: in a convolution at each place of the output, in other layers once
 * for each element of the batch, and under a longer name, as weight_ih_l0, for each step, too. */
static void add_multiplications(struct ct_layer *layer, const struct counted *counted)
{
	const struct ct_sizes *output = &layer->output;
	const int64_t batch = product(output, 0, 1);
	int64_t uses = 0;

	if (is_named(counted, "weight") || is_named(counted, "bias"))
		uses = strstr(layer->class_name, "Conv")
			       ? ct_size_times(batch, product(output, 2, output->len))
			       : batch;
	else if (strstr(counted->name, "weight") || strstr(counted->name, "bias"))
		uses = product(output, 0, 2);
	layer->mult_adds = ct_size_plus(layer->mult_adds, ct_size_times(uses, counted->count));
}

ct_error ct_layer_add_mult_adds(struct ct_layer *layer, const ct_module *module)
{
	return for_parameters(layer, module, add_multiplications);
}

/* --- numbers ---------------------------------------------------------------------------------- */

const char *ct_grouped(int64_t number, char text[CT_GROUPED_SIZE])
{
	const bool is_negative = number < 0;
	uint64_t rest = is_negative ? -(uint64_t)number : (uint64_t)number;
	char *at = text + CT_GROUPED_SIZE - 1;

	*at = '\0';
	for (int digits = 0; digits == 0 || rest > 0; digits++, rest /= 10) {
		if (digits > 0 && digits % 3 == 0)
			*--at = ',';
		*--at = (char)('0' + rest % 10);
	}
	if (is_negative)
		*--at = '-';
	return at;
}
