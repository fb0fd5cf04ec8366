/*
 * as_python.c: is built together with a program of ctorch-compile --train, which has one input and one
 * result: the result, and the gradients of its sum, are what Python computed for the first inputs of
 * a reference (tests/proof/exported/make.py). parameters.h has a line for each parameter; check.sh
 * writes it from the header of the program.
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
};

static int differences;

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
		CT_TRY(ct_allclose(wanted, got, 1e-4, 1e-5, false, &equal));
	if (!equal)
		printf("%s differs from Python's\n", path);
	differences += !equal;
	return NULL;
}

static ct_error run(struct program *self, const ct_value *reference, bool exactly)
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
	for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
		ct_tensor *parameter = *(ct_tensor **)((char *)self + parameters[i].offset);

		CT_TRY(ct_tensor_grad(parameter, &grad));
		CT_TRY(compare(reference, parameters[i].path, grad, exactly));
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
	CT_TRY(run(self, &reference, exactly));
	printf("%zu gradients beside Python's, %d differ\n", sizeof parameters / sizeof *parameters,
	       differences);
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
