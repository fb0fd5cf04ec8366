/*
 * as_python.c: is built together with a program of ctorch-compile, which has one input and one result:
 * the results are what Python computed for the inputs of a reference (tests/proof/exported/make.py).
 * With --train so are the gradients of the sum of the first result: parameters.h has a line for each
 * parameter, which check.sh writes from the header of the program.
 */
#include <ctorch/ctorch.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

int compare_with_python(const char *weights, const char *reference, bool exactly);

static const struct parameter {
	const char *path; /* in the reference */
	size_t offset;
} parameters[] = {
#include "parameters.h"
	{ NULL, 0 },
};

static int compared, differences;

/* Loops of bfloat16, and where libtorch itself rounds in another order: by at most this part of the
 * largest element. */
static const double bf16_bound = 4 * 0x1p-7;

static ct_error is_close(const ct_tensor *wanted, const ct_tensor *got, bool *result)
{
	ct_tensor *a, *b, *largest;
	double most;

	if (ct_tensor_dtype(wanted) != CT_BFLOAT16)
		return ct_allclose(wanted, got, 1e-4, 1e-5, false, result);
	CT_TRY(ct_to_dtype(wanted, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &a));
	CT_TRY(ct_to_dtype(got, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &b));
	CT_TRY(ct_abs(a, &largest));
	CT_TRY(ct_max(largest, &largest));
	CT_TRY(ct_tensor_item_double(largest, &most));
	return ct_allclose(a, b, 0, bf16_bound * most, false, result);
}

static ct_error compare(const ct_value *reference, const char *path, const ct_tensor *got,
			bool exactly)
{
	ct_tensor *wanted;
	bool equal;

	CT_TRY(ct_value_at_tensor(reference, path, &wanted));
	equal = wanted == NULL && got == NULL;
	if (wanted != NULL && got != NULL && exactly)
		CT_TRY(ct_equal(wanted, got, &equal));
	else if (wanted != NULL && got != NULL)
		CT_TRY(is_close(wanted, got, &equal));
	compared++;
	if (!equal)
		printf("%s differs from Python's\n", path);
	differences += !equal;
	return NULL;
}

static ct_error run_cases(struct program *self, const ct_value *reference)
{
	ct_value cases, item;
	ct_tensor *input, *result;

	CT_TRY(ct_value_at(reference, "/cases", &cases));
	for (int64_t i = 0; i < ct_value_count(&cases); i++) {
		CT_TRY(ct_value_item(&cases, i, &item));
		CT_TRY(ct_value_at_tensor(&item, "/inputs/0", &input));
		CT_TRY(program_run(self, input, &result));
		CT_TRY(compare(&item, "/outputs/0", result, false));
	}
	return NULL;
}

static ct_error run_gradients(struct program *self, const ct_value *reference, bool exactly)
{
	ct_tensor *input, *result, *sum, *grad;
	ct_value requiring;

	CT_TRY(ct_value_at_tensor(reference, "/cases/0/inputs/0", &input));
	CT_TRY(ct_value_at(reference, "/grads/inputs_require", &requiring));
	CT_TRY(ct_clone(input, CT_PRESERVE_FORMAT, &input));
	CT_TRY(ct_tensor_set_requires_grad(input, ct_value_count(&requiring) > 0));
	CT_TRY(program_run(self, input, &result));
	CT_TRY(compare(reference, "/cases/0/outputs/0", result, exactly));
	CT_TRY(ct_sum(result, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_tensor_backward(sum));
	if (ct_tensor_requires_grad(input)) {
		CT_TRY(ct_tensor_grad(input, &grad));
		CT_TRY(compare(reference, "/grads/inputs/0", grad, exactly));
	}
	for (const struct parameter *one = parameters; one->path != NULL; one++) {
		CT_TRY(ct_tensor_grad(*(ct_tensor **)((char *)self + one->offset), &grad));
		CT_TRY(compare(reference, one->path, grad, exactly));
	}
	return NULL;
}

static ct_error load_and_run(const char *weights, const char *path, bool exactly)
{
	struct program *self;
	ct_value reference;

	CT_SCOPE;
	CT_TRY(ct_load(path, NULL, &reference));
	CT_TRY(program_load(weights, &self));
	CT_TRY(parameters->path != NULL ? run_gradients(self, &reference, exactly)
					: run_cases(self, &reference));
	printf("%d tensors beside Python's, %d differ\n", compared, differences);
	program_free(self);
	ct_value_free(&reference);
	return NULL;
}

int compare_with_python(const char *weights, const char *reference, bool exactly)
{
	ct_error error = load_and_run(weights, reference, exactly);

	if (error != NULL)
		printf("%s\n", error);
	return error != NULL || differences > 0;
}
