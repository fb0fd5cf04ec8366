/*
 * The steps of a gradient check: see check.h.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"
#include "core/base/lengths.h"
#include "autograd/gradcheck/check.h"
#include "core/memory/own_scope.h"

/* --- Errors ----------------------------------------------------------------------------------- */

static bool is_low_precision(const ct_tensor *tensor)
{
	return ct_tensor_dtype(tensor) != CT_FLOAT64 && ct_tensor_dtype(tensor) != CT_COMPLEX128;
}

/* An error, with a note if the inputs may be the cause. */
ct_error ct_check_wrong(struct ct_check *check, const char *text)
{
	check->failed = true;
	for (int64_t i = 0; i < check->inputs_len; i++)
		if (ct_is_differentiable(check->inputs[i]) && is_low_precision(check->inputs[i]))
			return ct_error_new(
				CT_ERROR_RUNTIME, check->function,
				"%s\nnote: Input #%lld requires gradient and is not a double "
				"precision floating point or complex. This check will likely fail "
				"if all the inputs are not of double precision floating point or "
				"complex.",
				text, (long long)i);
	return ct_error_new(CT_ERROR_RUNTIME, check->function, "%s", text);
}

ct_error ct_check_differ(struct ct_check *check, struct ct_check_part part, int64_t output,
			 int64_t input, const ct_tensor *numerical, const ct_tensor *analytical)
{
	char *by_difference = NULL, *by_backward = NULL, *text = NULL, prefix[80] = "";
	size_t size;
	ct_error err;

	if (part.name)
		snprintf(prefix, sizeof prefix,
			 "While considering the %s part of complex %s only, ", part.name,
			 part.is_forward ? "inputs" : "outputs");
	CT_GOTO(done, err, ct_tensor_to_string(numerical, &by_difference));
	CT_GOTO(done, err, ct_tensor_to_string(analytical, &by_backward));
	size = strlen(by_difference) + strlen(by_backward) + 256;
	text = malloc(size);
	if (text)
		snprintf(text, size,
			 "%sJacobian %smismatch for output %lld with respect to input %lld,\n"
			 "numerical:%s\nanalytical:%s\n",
			 prefix, part.is_forward ? "computed with forward mode " : "",
			 (long long)output, (long long)input, by_difference, by_backward);
	err = ct_check_wrong(check,
			     text ? text : "Jacobian mismatch (no memory to print the matrices)");
done:
	free(text);
	ct_free(by_backward);
	ct_free(by_difference);
	return err;
}

static ct_error not_reentrant(struct ct_check *check)
{
	char tolerance[32], text[320];

	/* In Python's format of a float. */
	ct_format(tolerance, sizeof tolerance, "%g", check->options.nondet_tol);
	snprintf(
		text, sizeof text,
		"Backward is not reentrant, i.e., running backward with same input and grad_output "
		"multiple times gives different values, although analytical gradient matches "
		"numerical gradient.The tolerance for nondeterminism was %s%s.",
		tolerance, strpbrk(tolerance, ".ein") ? "" : ".0");
	return ct_check_wrong(check, text);
}

/* --- The Jacobians ---------------------------------------------------------------------------- */

ct_error ct_check_are_close(const ct_tensor *a, const ct_tensor *b,
			    const ct_gradcheck_options *with, bool *result)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *left, *right;
	ct_dtype dtype;

	CT_TRY(ct_promote_types(ct_tensor_dtype(a), ct_tensor_dtype(b), &dtype));
	CT_TRY(ct_to_device(a, ct_tensor_device(b), dtype, false, false, CT_MEMORY_FORMAT_NONE,
			    &left));
	CT_TRY(ct_to_dtype(b, dtype, false, false, CT_MEMORY_FORMAT_NONE, &right));
	return ct_allclose(left, right, with->rtol, with->atol, false, result);
}

static ct_error differ_by_more(const ct_tensor *a, const ct_tensor *b, double tolerance,
			       bool *result)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *difference, *distance, *most;
	double value = 0;

	*result = false;
	if (ct_tensor_numel(a) == 0)
		return NULL;
	CT_TRY(ct_sub_Tensor(a, b, ct_scalar_int(1), &difference));
	CT_TRY(ct_abs(difference, &distance));
	CT_TRY(ct_max(distance, &most));
	CT_TRY(ct_tensor_item_double(most, &value));
	*result = value > tolerance;
	return NULL;
}

/* Runs backward twice: the Jacobians of one output, if they agree. */
static ct_error analytical_of(struct ct_check *check, ct_tensor *output, ct_tensor **jacobians)
{
	CT_LIST(again, check->leaves_len);

	CT_TRY(ct_jacobian_analytical(output, check->leaves, check->leaves_len, jacobians));
	CT_TRY(ct_jacobian_analytical(output, check->leaves, check->leaves_len, again));
	for (int64_t i = 0; i < check->leaves_len; i++) {
		bool differs = false;

		CT_TRY(differ_by_more(jacobians[i], again[i], check->options.nondet_tol, &differs));
		if (differs)
			return not_reentrant(check);
	}
	return NULL;
}

ct_error ct_check_numerical(const struct ct_check *check, const struct ct_map *map,
			    ct_tensor *const *sample, ct_tensor **jacobians)
{
	int64_t row = 0;

	for (int64_t i = 0; i < check->inputs_len; i++)
		if (ct_is_differentiable(check->inputs[i]))
			CT_TRY(ct_jacobian_numerical(map, check->inputs, check->inputs_len, i,
						     check->options.eps, sample,
						     jacobians + map->outputs_len * row++));
	return NULL;
}

ct_error ct_check_constant(struct ct_check *check, const struct ct_map *map,
			   ct_tensor *const *outputs)
{
	int64_t n = ct_size_times(map->outputs_len, check->leaves_len);
	CT_LIST(sample, map->outputs_len);
	CT_LIST(jacobians, n);

	for (int64_t i = 0; i < map->outputs_len; i++)
		sample[i] = ct_is_floating_or_complex(outputs[i]) ? outputs[i] : NULL;
	CT_TRY(ct_check_numerical(check, map, sample, jacobians));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *count;
		double nonzero;

		if (jacobians[i] == NULL)
			continue;
		CT_TRY(ct_count_nonzero(jacobians[i], NULL, &count));
		CT_TRY(ct_tensor_item_double(count, &nonzero));
		if (nonzero > 0)
			return ct_check_wrong(
				check, "Numerical gradient for function expected to be zero");
	}
	return NULL;
}

/* Compares the Jacobians. `part` is the part of complex outputs that the map takes, or NULL;
 * `whole` are the outputs with both parts. */
static ct_error steps_compare(struct ct_check *check, const struct ct_map *map,
			      ct_tensor *const *outputs, const char *part, ct_tensor *const *whole)
{
	int64_t number = 0;
	CT_LIST(sample, map->outputs_len);
	CT_LIST(numerical, ct_size_times(map->outputs_len, check->leaves_len));
	CT_LIST(analytical, check->leaves_len);

	for (int64_t i = 0; i < map->outputs_len; i++)
		sample[i] = ct_is_differentiable(outputs[i]) ? outputs[i] : NULL;
	CT_TRY(ct_check_numerical(check, map, sample, numerical));
	for (int64_t i = 0; i < map->outputs_len; i++) {
		bool is_complex = false, close;

		if (sample[i] == NULL)
			continue;
		CT_TRY(ct_is_complex(whole[i], &is_complex));
		CT_TRY(analytical_of(check, sample[i], analytical));
		for (int64_t j = 0; j < check->leaves_len; j++) {
			ct_tensor *n = numerical[j * map->outputs_len + i];

			CT_TRY(ct_check_are_close(analytical[j], n, &check->options, &close));
			if (!close)
				return ct_check_differ(
					check,
					(struct ct_check_part){ is_complex ? part : NULL, false },
					number, j, n, analytical[j]);
		}
		number++;
	}
	return NULL;
}

static ct_error steps_check_part(struct ct_check *check, const struct ct_map *map,
				 ct_error (*part)(const ct_tensor *, ct_tensor **),
				 const char *name, ct_tensor *const *whole)
{
	CT_OWN_SCOPE(check->function);
	struct ct_part closure = { part };
	struct ct_map real = { ct_map_call_part, map->outputs_len, map, &closure };
	CT_LIST(outputs, map->outputs_len);
	CT_LIST(found, map->outputs_len);

	CT_TRY(real.call(&real, check->inputs, check->inputs_len, outputs));
	if (ct_differentiable(outputs, real.outputs_len, found) == 0)
		return ct_check_constant(check, &real, outputs);
	return steps_compare(check, &real, outputs, name, whole);
}

static ct_error any_complex(ct_tensor *const *tensors, int64_t n, bool *result)
{
	*result = false;
	for (int64_t i = 0; i < n && !*result; i++)
		if (tensors[i] != NULL)
			CT_TRY(ct_is_complex(tensors[i], result));
	return NULL;
}

ct_error ct_check_jacobians(struct ct_check *check, const struct ct_map *map,
			    ct_tensor *const *outputs)
{
	CT_OWN_SCOPE(check->function);
	bool is_complex;
	CT_LIST(found, map->outputs_len);

	CT_TRY(any_complex(outputs, map->outputs_len, &is_complex));
	if (is_complex) {
		CT_TRY(steps_check_part(check, map, ct_imag, "imaginary", outputs));
		return steps_check_part(check, map, ct_real, "real", outputs);
	}
	if (ct_differentiable(outputs, map->outputs_len, found) == 0)
		return ct_check_constant(check, map, outputs);
	return steps_compare(check, map, outputs, NULL, outputs);
}

/* --- Zeros and missing gradients -------------------------------------------------------------- */

/* The gradients with respect to the inputs, from zeros. */
static ct_error grads_of_zeros(const struct ct_check *check, ct_tensor *const *outputs,
			       int64_t outputs_len, ct_tensor **grads)
{
	ct_autograd_grad_options options = { 0 };
	CT_LIST(zeros, outputs_len);

	for (int64_t i = 0; i < outputs_len; i++)
		CT_TRY(ct_zeros_like(outputs[i], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				     NULL, CT_CONTIGUOUS_FORMAT, &zeros[i]));
	options.grad_outputs = zeros;
	options.grad_outputs_len = outputs_len;
	options.allow_unused = true;
	return ct_autograd_grad(CT_TENSORS_OF(outputs, outputs_len),
				CT_TENSORS_OF(check->leaves, check->leaves_len), &options, grads);
}

static ct_error are_zeros(ct_tensor *const *tensors, int64_t n, bool *result)
{
	*result = true;
	for (int64_t i = 0; i < n && *result; i++) {
		ct_tensor *dense, *count;
		double nonzero;

		if (tensors[i] == NULL)
			continue;
		CT_TRY(ct_densified(tensors[i], &dense));
		CT_TRY(ct_count_nonzero(dense, NULL, &count));
		CT_TRY(ct_tensor_item_double(count, &nonzero));
		*result = nonzero == 0;
	}
	return NULL;
}

ct_error ct_check_zeros(struct ct_check *check, ct_tensor *const *outputs, int64_t outputs_len)
{
	CT_OWN_SCOPE(check->function);
	bool zeros;
	CT_LIST(found, outputs_len);
	CT_LIST(grads, check->leaves_len);
	int64_t n = ct_differentiable(outputs, outputs_len, found);

	if (n == 0)
		return NULL;
	CT_TRY(grads_of_zeros(check, found, n, grads));
	CT_TRY(are_zeros(grads, check->leaves_len, &zeros));
	return zeros ? NULL : ct_check_wrong(check, "backward not multiplied by grad_output");
}

static ct_error copy_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	(void)context;
	return ct_clone(inputs[0], CT_MEMORY_FORMAT_NONE, &outputs[0]);
}

static ct_error no_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			    ct_tensor **grad_inputs)
{
	(void)context;
	(void)grad_outputs;
	grad_inputs[0] = NULL;
	return NULL;
}

/* The same tensor, but it stops gradients. */
static ct_error without_grad(ct_tensor **tensor)
{
	static const ct_function undefined_grad = { .name = "UndefinedGrad",
						    .forward = copy_forward,
						    .backward = no_backward,
						    .inputs_len = 1,
						    .outputs_len = 1 };

	return ct_function_apply(&undefined_grad, NULL, CT_TENSORS_OF(tensor, 1), tensor, 1);
}

/* Python's advice, about the file with PyTorch's own derivatives. */
#define UNDEFINED_ADVICE                                                 \
	" Please look at \"Notes about undefined output gradients\" in " \
	"\"tools/autograd/derivatives.yaml\""

/* Leaves the gradient of output `which` out; -1: of all. */
static ct_error steps_check_undefined(struct ct_check *check, const struct ct_map *map,
				      int64_t which)
{
	CT_OWN_SCOPE(check->function);
	bool zeros;
	ct_error err;
	CT_LIST(outputs, map->outputs_len);
	CT_LIST(found, map->outputs_len);
	CT_LIST(grads, check->leaves_len);
	int64_t n;

	CT_TRY(map->call(map, check->inputs, check->inputs_len, outputs));
	n = ct_differentiable(outputs, map->outputs_len, found);
	for (int64_t i = 0; i < n; i++)
		if (which == -1 || which == i)
			CT_TRY(without_grad(&found[i]));
	err = grads_of_zeros(check, found, n, grads);
	/* It shows nothing about the function. */
	if (ct_error_class_of(err) == CT_ERROR_OUT_OF_MEMORY)
		return err;
	if (err != NULL) {
		char text[640];

		snprintf(
			text, sizeof text,
			"Expected backward function to handle undefined output grads." UNDEFINED_ADVICE
			"\nIt says: %s",
			err);
		ct_error_free(err);
		return ct_check_wrong(check, text);
	}
	CT_TRY(are_zeros(grads, check->leaves_len, &zeros));
	return zeros ? NULL
		     : ct_check_wrong(check,
				      "Expected all input grads to be undefined or zero when all "
				      "output grads are undefined or zero." UNDEFINED_ADVICE);
}

ct_error ct_check_all_undefined(struct ct_check *check, const struct ct_map *map,
				ct_tensor *const *outputs)
{
	CT_LIST(found, map->outputs_len);
	int64_t n = ct_differentiable(outputs, map->outputs_len, found);

	if (n == 0)
		return NULL;
	CT_TRY(steps_check_undefined(check, map, -1));
	for (int64_t i = 0; n > 1 && i < n; i++)
		CT_TRY(steps_check_undefined(check, map, i));
	return NULL;
}
