/* fused_mlp_test.c: runs the program and the interpreter on the same inputs, and compares what they
 * return, within a bound, and the order of its elements in memory. Written by ctorch-compile.
 *
 *     fused_mlp_test WEIGHTS.safetensors ARCHIVE.pt2
 */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "fused_mlp.h"

enum { INPUTS = 1, OUTPUTS = 1, SIZES = 3, RUNS = 2, ATTEMPTS = 16 };

static int64_t compared, differences, refused;

/* --- Comparing -------------------------------------------------------------------------------- */

static bool is_any_order; /* results are in tensors of the caller */

/* Whether elements are in the same order in memory. The sizes are the same. */
static bool is_same_order(const ct_tensor *a, const ct_tensor *b)
{
	const int64_t *x = ct_tensor_strides(a), *y = ct_tensor_strides(b);

	if (is_any_order)
		return true;
	for (int64_t i = 0; x != NULL && y != NULL && i < ct_tensor_dim(a); i++)
		if (ct_tensor_numel(a) > 0 && ct_tensor_size(a, i) != 1 && x[i] != y[i])
			return false;
	return true;
}

/* How many units in the last place of its largest element a result may differ. */
static const double bound = 128;
static double largest_difference;

/* Not a number in both, the same infinity, or close. */
static bool is_close(double wanted, double got, double unit)
{
	if (wanted == got || (wanted != wanted && got != got))
		return true;
	if (!(fabs(wanted - got) / unit <= DBL_MAX))
		return false;
	largest_difference = fmax(largest_difference, fabs(wanted - got) / unit);
	return fabs(wanted - got) <= bound * unit;
}

/* The elements next to each other; a complex number is its real and its imaginary part. */
static ct_error real_parts(const ct_tensor *tensor, ct_tensor **result)
{
	if (ct_dtype_is_complex(ct_tensor_dtype(tensor))) {
		CT_TRY(ct_resolve_conj(tensor, result));
		CT_TRY(ct_view_as_real(*result, result));
		tensor = *result;
	}
	return ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, result);
}

static ct_error tensors_equal(const ct_tensor *a, const ct_tensor *b, bool *result)
{
	const ct_dtype dtype = ct_tensor_dtype(a);
	const bool is_wide = dtype == CT_FLOAT64 || dtype == CT_COMPLEX128;
	const double epsilon = is_wide ? DBL_EPSILON : FLT_EPSILON;
	const double *wanted, *got;
	double largest = is_wide ? DBL_MIN : FLT_MIN;
	ct_tensor *x, *y, *x64, *y64;

	*result = ct_tensor_dtype(a) == ct_tensor_dtype(b) && ct_tensor_dim(a) == ct_tensor_dim(b);
	for (int64_t i = 0; *result && i < ct_tensor_dim(a); i++)
		*result = ct_tensor_size(a, i) == ct_tensor_size(b, i);
	*result = *result && is_same_order(a, b);
	if (!*result)
		return NULL;
	if (!ct_dtype_is_floating_point(dtype) && !ct_dtype_is_complex(dtype))
		return ct_equal(a, b, result);
	CT_TRY(real_parts(a, &x));
	CT_TRY(real_parts(b, &y));
	CT_TRY(ct_to_dtype(x, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &x64));
	CT_TRY(ct_to_dtype(y, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &y64));
	wanted = ct_tensor_data(x64);
	got = ct_tensor_data(y64);
	for (int64_t i = 0; i < ct_tensor_numel(x); i++)
		if (fabs(wanted[i]) <= DBL_MAX)
			largest = fmax(largest, fabs(wanted[i]));
	for (int64_t i = 0; *result && i < ct_tensor_numel(x); i++)
		*result = is_close(wanted[i], got[i], largest * epsilon);
	ct_tensor_free(x);
	ct_tensor_free(y);
	ct_tensor_free(x64);
	ct_tensor_free(y64);
	return NULL;
}

static ct_error compare(const char *what, int64_t i, const ct_value *wanted, const ct_value *got)
{
	bool equal = wanted->kind == got->kind;

	if (equal && got->kind == CT_VALUE_TENSOR)
		CT_TRY(tensors_equal(wanted->object, got->object, &equal));
	else if (equal && got->kind == CT_VALUE_STRING)
		equal = strcmp(wanted->object, got->object) == 0;
	else if (equal)
		equal = wanted->i == got->i && memcmp(&wanted->re, &got->re, sizeof got->re) == 0;
	compared++;
	if (!equal) {
		differences++;
		printf("%s %lld differs\n", what, (long long)i);
	}
	return NULL;
}

static const struct weight {
	const char *name;
	size_t offset;
} weights_of_struct[] = {
	{ "0.weight", offsetof(struct fused_mlp, v0_weight) },
	{ "0.bias", offsetof(struct fused_mlp, v0_bias) },
	{ "2.weight", offsetof(struct fused_mlp, v2_weight) },
	{ "2.bias", offsetof(struct fused_mlp, v2_bias) },
	{ NULL, 0 },
};

/* A run may have written to them. */
static ct_error compare_weights(const ct_export *program, const struct fused_mlp *self)
{
	ct_value state, wanted, got;

	CT_TRY(ct_module_state_dict(ct_export_module(program), NULL, &state));
	for (const struct weight *weight = weights_of_struct; weight->name != NULL; weight++) {
		if (!ct_value_dict_has(&state, ct_value_string(weight->name)))
			continue;
		CT_TRY(ct_value_dict_get(&state, ct_value_string(weight->name), &wanted));
		got = ct_value_tensor(*(ct_tensor *const *)((const char *)self + weight->offset));
		CT_TRY(compare(weight->name, 0, &wanted, &got));
	}
	ct_value_free(&state);
	return NULL;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

/* The leaves of nested tuples, lists and dicts. */
static ct_error flatten(const ct_value *value, ct_value *leaves, int64_t *len)
{
	const int64_t count = value->kind == CT_VALUE_STRING ? -1 : ct_value_count(value);
	ct_value key, item;

	for (int64_t i = 0; i < count; i++) {
		if (value->kind == CT_VALUE_DICT)
			CT_TRY(ct_value_dict_item(value, i, &key, &item));
		else
			CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(flatten(&item, leaves, len));
	}
	if (count < 0 && (*len)++ < INPUTS)
		leaves[*len - 1] = ct_value_borrow(value);
	return NULL;
}

/* For an archive without sample inputs, or with objects of classes that only its program has. */
static ct_error make_tensor(ct_value *input, ct_dtype dtype, const int64_t *sizes, int64_t dim)
{
	ct_tensor *made;

	if (ct_dtype_is_floating_point(dtype))
		CT_TRY(ct_randn(sizes, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &made));
	else
		CT_TRY(ct_zeros(sizes, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &made));
	*input = ct_value_tensor(made);
	return NULL;
}

static ct_error make_inputs(ct_value *inputs)
{
	(void)inputs;
	CT_TRY(ct_manual_seed(0));
	CT_TRY(make_tensor(&inputs[0], CT_FLOAT32, (const int64_t[]){ 4, 16 }, 2));
	return NULL;
}

/* Repeats or cuts a tensor along a dimension. */
static ct_error resize(ct_value *input, int64_t dim, int64_t size)
{
	const ct_tensor *tensor = input->object;
	const int64_t old = ct_tensor_size(tensor, dim);
	ct_tensor *places, *wrapped, *made;

	if (old == size || old == 0)
		return NULL;
	CT_TRY(ct_arange(ct_scalar_int(size), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			&places));
	CT_TRY(ct_remainder_Scalar(places, ct_scalar_int(old), &wrapped));
	CT_TRY(ct_index_select(tensor, dim, wrapped, &made));
	*input = ct_value_tensor(made);
	return NULL;
}

/* Another value of a symbol, in its range. */
static int64_t other_size(int64_t hint, int64_t min, int64_t max, int attempt)
{
	static const int64_t steps[ATTEMPTS] = { 0, 1, 3, 2, -1, 4, 6, 8, -2, 5, 7, 12, 16, -3, 24,
			32 };
	int64_t size = hint + steps[attempt];

	size = size < min ? min : size;
	return size > max ? max : size;
}

/* Both get their own, since a run may write to them. */
static ct_error copy_inputs(const ct_value *from, ct_value *to)
{
	for (int i = 0; i < INPUTS; i++) {
		CT_TRY(ct_value_deepcopy(&from[i], &to[i]));
		CT_TRY(ct_value_move_to_scope(&to[i]));
	}
	return NULL;
}

/* --- Runs ------------------------------------------------------------------------------------- */

static ct_error run_compiled(struct fused_mlp *self, const ct_value *inputs, ct_value *results)
{
	ct_tensor *linear_1_out;

	(void)inputs;
	(void)results;
	CT_TRY(fused_mlp_run(self, (ct_tensor *)inputs[0].object, &linear_1_out));
	results[0] = ct_value_tensor(linear_1_out);
	return NULL;
}

/* A tensor like a result of the interpreter, with other elements. */
static ct_error make_like(const ct_value *list, int64_t i, ct_tensor **result)
{
	ct_value item;
	ct_tensor *like;

	CT_TRY(ct_value_item(list, i, &item));
	CT_TRY(ct_value_as_tensor(&item, &like));
	return ct_full_like(like, ct_scalar_int(3), CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			    NULL, CT_MEMORY_FORMAT_NONE, result);
}

static struct fused_mlp_workspace *workspace;

/* The same, into tensors that the caller has made. */
static ct_error run_out(struct fused_mlp *self, const ct_value *inputs, const ct_value *wanted,
			ct_value *results)
{
	ct_tensor *linear_1_out;

	(void)inputs;
	(void)wanted;
	if (workspace == NULL)
		CT_TRY(fused_mlp_workspace_new(&workspace));
	CT_TRY(make_like(wanted, 0, &linear_1_out));
	CT_TRY(fused_mlp_run_out(self, workspace, (ct_tensor *)inputs[0].object, linear_1_out));
	results[0] = ct_value_tensor(linear_1_out);
	return NULL;
}

/* Both must refuse inputs with errors of one class. */
static void compare_errors(ct_error wanted, ct_error got)
{
	refused++;
	if (wanted == NULL || got == NULL || ct_error_class_of(wanted) != ct_error_class_of(got)) {
		differences++;
		printf("the interpreter: %s\n%s\n", wanted ? wanted : "no error",
		       got ? got : "no error");
	}
	ct_error_free(wanted);
	ct_error_free(got);
}

static ct_error run_both(ct_export *program, struct fused_mlp *self, const ct_value *inputs,
		int turn, bool *ran)
{
	ct_value for_program[INPUTS + 1], for_self[INPUTS + 1], results[OUTPUTS + 1], list, item;
	ct_error wanted, got;

	CT_TRY(copy_inputs(inputs, for_program));
	CT_TRY(copy_inputs(inputs, for_self));
	CT_TRY(ct_manual_seed(0));
	wanted = ct_export_run_leaves(program, for_program, INPUTS, &list);
	CT_TRY(ct_manual_seed(0));
	is_any_order = turn % 2 == 1 && wanted == NULL;
	if (is_any_order)
		got = run_out(self, for_self, &list, results);
	else
		got = run_compiled(self, for_self, results);
	*ran = wanted == NULL && got == NULL;
	if (!*ran) {
		compare_errors(wanted, got);
		return NULL;
	}
	for (int64_t i = 0; i < OUTPUTS; i++) {
		CT_TRY(ct_value_item(&list, i, &item));
		CT_TRY(compare("output", i, &item, &results[i]));
	}
	for (int64_t i = 0; i < INPUTS; i++)
		CT_TRY(compare("input", i, &for_program[i], &for_self[i]));
	ct_value_free(&list);
	return NULL;
}

/* The sample inputs, with sizes of the attempt. */
static ct_error run_sizes(ct_export *program, struct fused_mlp *self, const ct_value *samples,
		int attempt,
			  bool *ran)
{
	ct_value inputs[INPUTS + 1];
	ct_scope *scope = ct_scope_open();
	ct_error error = NULL;

	memcpy(inputs, samples, INPUTS * sizeof *inputs);
	(void)attempt;
	*ran = false;
	const int64_t s31 = other_size(4, 0, 8, attempt);
	CT_TRY(resize(&inputs[0], 0, s31));
	for (int i = 0; i < RUNS && error == NULL; i++)
		error = run_both(program, self, inputs, i, ran);
	ct_scope_leave(scope);
	return error;
}

static ct_error run_all(const char *weights, const char *archive)
{
	ct_value samples, leaves[INPUTS + 1];
	struct fused_mlp *self;
	ct_export *program;
	int64_t len = 0;
	int sizes = 0;
	bool ran;

	(void)weights;
	ct_autograd_set_grad_enabled(false); /* as the run does */
	CT_TRY(ct_export_load(archive, NULL, &program));
	CT_TRY(fused_mlp_load(weights, &self));
	CT_TRY(ct_export_sample_inputs(program, &samples));
	CT_TRY(flatten(&samples, leaves, &len));
	if (len != INPUTS)
		CT_TRY(make_inputs(leaves));
	for (int attempt = 0; attempt < ATTEMPTS && sizes < SIZES; attempt++) {
		CT_TRY(run_sizes(program, self, leaves, attempt, &ran));
		sizes += ran;
	}
	CT_TRY(compare_weights(program, self));
	printf("fused_mlp: %lld values at %d sizes, %lld differ; %lld runs refused\n",
	       (long long)compared, sizes, (long long)differences, (long long)refused);
	printf("largest difference: %.1f of %.0f units in the last place\n",
	       largest_difference, bound);
	if (sizes == 0)
		return ct_error_new(CT_ERROR_VALUE, NULL, "no run succeeded");
	ct_value_free(&samples);
	fused_mlp_workspace_free(workspace);
	fused_mlp_free(self);
	ct_export_free(program);
	return NULL;
}

int main(int argc, char **argv)
{
	ct_error error;

	if (argc != 3) {
		fprintf(stderr, "usage: %s WEIGHTS.safetensors ARCHIVE.pt2\n", argv[0]);
		return 2;
	}
	error = run_all(argv[1], argv[2]);
	if (error != NULL) {
		fprintf(stderr, "%s\n", error);
		return 1;
	}
	return differences ? 1 : 0;
}
