/* numbers_test.c: runs the program and the interpreter on the same inputs, and compares what they
 * return, bit for bit, and the order of its elements in memory. Written by ctorch-compile.
 *
 *     numbers_test WEIGHTS.safetensors ARCHIVE.pt2
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "numbers.h"

enum { INPUTS = 2, OUTPUTS = 29, SIZES = 3, RUNS = 2, ATTEMPTS = 16 };

static int64_t compared, differences, refused;

/* --- Comparing -------------------------------------------------------------------------------- */

/* Whether elements are in the same order in memory. The sizes are the same. */
static bool is_same_order(const ct_tensor *a, const ct_tensor *b)
{
	const int64_t *x = ct_tensor_strides(a), *y = ct_tensor_strides(b);

	for (int64_t i = 0; x != NULL && y != NULL && i < ct_tensor_dim(a); i++)
		if (ct_tensor_numel(a) > 0 && ct_tensor_size(a, i) != 1 && x[i] != y[i])
			return false;
	return true;
}

/* The elements next to each other, without the marks of lazy views. */
static ct_error make_plain(const ct_tensor *tensor, ct_tensor **result)
{
	CT_TRY(ct_resolve_conj(tensor, result));
	CT_TRY(ct_resolve_neg(*result, result));
	return ct_contiguous(*result, CT_CONTIGUOUS_FORMAT, result);
}

static ct_error tensors_equal(const ct_tensor *a, const ct_tensor *b, bool *result)
{
	ct_tensor *x, *y;

	*result = ct_tensor_dtype(a) == ct_tensor_dtype(b) && ct_tensor_dim(a) == ct_tensor_dim(b);
	for (int64_t i = 0; *result && i < ct_tensor_dim(a); i++)
		*result = ct_tensor_size(a, i) == ct_tensor_size(b, i);
	*result = *result && is_same_order(a, b);
	if (!*result)
		return NULL;
	CT_TRY(make_plain(a, &x));
	CT_TRY(make_plain(b, &y));
	*result = ct_tensor_numel(x) == 0 ||
		  memcmp(ct_tensor_data(x), ct_tensor_data(y),
			 (size_t)(ct_tensor_numel(x) * ct_dtype_size(ct_tensor_dtype(x)))) == 0;
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
	{ NULL, 0 },
};

/* A run may have written to them. */
static ct_error compare_weights(const ct_export *program, const struct numbers *self)
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
	CT_TRY(make_tensor(&inputs[0], CT_FLOAT32, (const int64_t[]){ 4, 3 }, 2));
	CT_TRY(make_tensor(&inputs[1], CT_INT64, NULL, 0));
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

static ct_error run_compiled(struct numbers *self, const ct_value *inputs, ct_value *results)
{
	int64_t add_out;
	int64_t sub_out;
	int64_t mul_out;
	int64_t neg_out;
	int64_t floordiv_out;
	int64_t mod_out;
	int64_t sym_max_out;
	int64_t sym_min_out;
	int64_t pow_1_out;
	int64_t trunc_out;
	int64_t lshift_out;
	int64_t rshift_out;
	int64_t and__out;
	int64_t or__out;
	double truediv_1_out;
	double sym_float_out;
	double v_sym_sqrt_out;
	double mul_1_out;
	double pow_2_out;
	int64_t sym_ite_out;
	int64_t sym_ite_1_out;
	int64_t sym_ite_2_out;
	int64_t sym_ite_3_out;
	int64_t sym_ite_4_out;
	int64_t sym_ite_5_out;
	int64_t sym_ite_6_out;
	int64_t sym_ite_7_out;
	int64_t sym_ite_8_out;
	ct_tensor *mul_2_out;

	(void)inputs;
	(void)results;
	CT_TRY(numbers_run(self, (ct_tensor *)inputs[0].object, (ct_tensor *)inputs[1].object,
			&add_out, &sub_out, &mul_out, &neg_out, &floordiv_out, &mod_out,
			&sym_max_out, &sym_min_out, &pow_1_out, &trunc_out, &lshift_out,
			&rshift_out, &and__out, &or__out, &truediv_1_out, &sym_float_out,
			&v_sym_sqrt_out, &mul_1_out, &pow_2_out, &sym_ite_out, &sym_ite_1_out,
			&sym_ite_2_out, &sym_ite_3_out, &sym_ite_4_out, &sym_ite_5_out,
			&sym_ite_6_out, &sym_ite_7_out, &sym_ite_8_out, &mul_2_out));
	results[0] = ct_value_int(add_out);
	results[1] = ct_value_int(sub_out);
	results[2] = ct_value_int(mul_out);
	results[3] = ct_value_int(neg_out);
	results[4] = ct_value_int(floordiv_out);
	results[5] = ct_value_int(mod_out);
	results[6] = ct_value_int(sym_max_out);
	results[7] = ct_value_int(sym_min_out);
	results[8] = ct_value_int(pow_1_out);
	results[9] = ct_value_int(trunc_out);
	results[10] = ct_value_int(lshift_out);
	results[11] = ct_value_int(rshift_out);
	results[12] = ct_value_int(and__out);
	results[13] = ct_value_int(or__out);
	results[14] = ct_value_float(truediv_1_out);
	results[15] = ct_value_float(sym_float_out);
	results[16] = ct_value_float(v_sym_sqrt_out);
	results[17] = ct_value_float(mul_1_out);
	results[18] = ct_value_float(pow_2_out);
	results[19] = ct_value_int(sym_ite_out);
	results[20] = ct_value_int(sym_ite_1_out);
	results[21] = ct_value_int(sym_ite_2_out);
	results[22] = ct_value_int(sym_ite_3_out);
	results[23] = ct_value_int(sym_ite_4_out);
	results[24] = ct_value_int(sym_ite_5_out);
	results[25] = ct_value_int(sym_ite_6_out);
	results[26] = ct_value_int(sym_ite_7_out);
	results[27] = ct_value_int(sym_ite_8_out);
	results[28] = ct_value_tensor(mul_2_out);
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

static ct_error run_both(ct_export *program, struct numbers *self, const ct_value *inputs,
		bool *ran)
{
	ct_value for_program[INPUTS + 1], for_self[INPUTS + 1], results[OUTPUTS + 1], list, item;
	ct_error wanted, got;

	CT_TRY(copy_inputs(inputs, for_program));
	CT_TRY(copy_inputs(inputs, for_self));
	CT_TRY(ct_manual_seed(0));
	wanted = ct_export_run_leaves(program, for_program, INPUTS, &list);
	CT_TRY(ct_manual_seed(0));
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
static ct_error run_sizes(ct_export *program, struct numbers *self, const ct_value *samples,
		int attempt,
			  bool *ran)
{
	ct_value inputs[INPUTS + 1];
	ct_scope *scope = ct_scope_open();
	ct_error error = NULL;

	memcpy(inputs, samples, INPUTS * sizeof *inputs);
	(void)attempt;
	*ran = false;
	const int64_t s33 = other_size(4, 0, INT64_C(9223372036854775807), attempt);
	const int64_t s50 = other_size(3, 0, INT64_C(9223372036854775807), attempt);
	CT_TRY(resize(&inputs[0], 0, s33));
	CT_TRY(resize(&inputs[0], 1, s50));
	for (int i = 0; i < RUNS && error == NULL; i++)
		error = run_both(program, self, inputs, ran);
	ct_scope_leave(scope);
	return error;
}

static ct_error run_all(const char *weights, const char *archive)
{
	ct_value samples, leaves[INPUTS + 1];
	struct numbers *self;
	ct_export *program;
	int64_t len = 0;
	int sizes = 0;
	bool ran;

	(void)weights;
	ct_autograd_set_grad_enabled(false); /* as the run does */
	CT_TRY(ct_export_load(archive, NULL, &program));
	CT_TRY(numbers_load(weights, &self));
	CT_TRY(ct_export_sample_inputs(program, &samples));
	CT_TRY(flatten(&samples, leaves, &len));
	if (len != INPUTS)
		CT_TRY(make_inputs(leaves));
	for (int attempt = 0; attempt < ATTEMPTS && sizes < SIZES; attempt++) {
		CT_TRY(run_sizes(program, self, leaves, attempt, &ran));
		sizes += ran;
	}
	CT_TRY(compare_weights(program, self));
	printf("numbers: %lld values at %d sizes, %lld differ; %lld runs refused\n",
	       (long long)compared, sizes, (long long)differences, (long long)refused);
	if (sizes == 0)
		return ct_error_new(CT_ERROR_VALUE, NULL, "no run succeeded");
	ct_value_free(&samples);
	numbers_free(self);
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
