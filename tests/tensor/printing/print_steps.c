/*
 * Tensors rebuilt from the recipes of tests/fixtures/expected/print.py.
 */
#include "print_support.h"

/* --- A step and its arguments ---------------------------------------------------------------- */

static int64_t int_at(const json_t *step, size_t i)
{
	MUST(json_is_integer(json_array_get(step, i)));
	return json_integer_value(json_array_get(step, i));
}

static const char *text_at(const json_t *step, size_t i)
{
	MUST(json_is_string(json_array_get(step, i)));
	return json_string_value(json_array_get(step, i));
}

static ct_dtype dtype_at(const json_t *step, size_t i)
{
	return expected_dtype(text_at(step, i));
}

/* A tensor as expected.h reads it, which is the step's argument. */
static ct_tensor *tensor_at(const json_t *step, size_t i)
{
	json_t *holder = json_pack("{s:O}", "base", json_array_get(step, i));
	ct_tensor *tensor;

	MUST(holder != NULL);
	tensor = expected_tensor(holder, "base");
	json_decref(holder);
	return tensor;
}

/* The integers from argument `from` on; at most 16. */
static int64_t ints_from(const json_t *step, size_t from, int64_t ints[16])
{
	const size_t n = json_array_size(step);

	MUST(n >= from && n - from <= 16);
	for (size_t i = from; i < n; i++)
		ints[i - from] = int_at(step, i);
	return (int64_t)(n - from);
}

/* --- Steps ----------------------------------------------------------------------------------- */

typedef ct_error (*unary)(const ct_tensor *, ct_tensor **);

static ct_error sum(const ct_tensor *self, ct_tensor **result)
{
	return ct_sum(self, CT_DTYPE_NONE, result);
}

static ct_error mean(const ct_tensor *self, ct_tensor **result)
{
	return ct_mean(self, CT_DTYPE_NONE, result);
}

static ct_error clone(const ct_tensor *self, ct_tensor **result)
{
	return ct_clone(self, CT_MEMORY_FORMAT_NONE, result);
}

static const struct {
	const char *name;
	unary function;
} unaries[] = {
	{ "_neg_view", ct__neg_view },
	{ "abs", ct_abs },
	{ "clone", clone },
	{ "conj", ct_conj },
	{ "exp", ct_exp },
	{ "imag", ct_imag },
	{ "mean", mean },
	{ "neg", ct_neg },
	{ "real", ct_real },
	{ "relu", ct_relu },
	{ "sigmoid", ct_sigmoid },
	{ "sin", ct_sin },
	{ "sqrt", ct_sqrt },
	{ "square", ct_square },
	{ "sum", sum },
	{ "t", ct_t },
	{ "tanh", ct_tanh },
};

static ct_error do_unary(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	for (size_t i = 0; i < sizeof unaries / sizeof *unaries; i++)
		if (strcmp(unaries[i].name, text_at(step, 1)) == 0)
			return unaries[i].function(self, result);
	return ct_error_new(CT_ERROR_VALUE, __func__, "no function %s", text_at(step, 1));
}

static ct_error do_requires_grad(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)step;
	*result = self;
	return ct_tensor_set_requires_grad(self, true);
}

static ct_error do_mul(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	const json_t *number = json_array_get(step, 1);
	const double value = json_number_value(number);

	return ct_mul_Scalar(self,
			     json_is_integer(number) ? ct_scalar_int((int64_t)value)
						     : ct_scalar_float(value),
			     result);
}

static ct_error do_reshape(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	int64_t shape[16], n = ints_from(step, 1, shape);

	return ct_reshape(self, shape, n, result);
}

static ct_error do_view_dtype(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	return ct_view_dtype(self, dtype_at(step, 1), result);
}

static ct_error do_to(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	return ct_to_dtype(self, dtype_at(step, 1), false, false, CT_MEMORY_FORMAT_NONE, result);
}

static ct_error do_transpose(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	return ct_transpose_int(self, int_at(step, 1), int_at(step, 2), result);
}

static ct_error do_expand(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	int64_t shape[16], n = ints_from(step, 1, shape);

	return ct_expand(self, shape, n, false, result);
}

static ct_error do_slice(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	const int64_t start = int_at(step, 2), end = int_at(step, 3);

	return ct_slice_Tensor(self, int_at(step, 1), &start, &end, int_at(step, 4), result);
}

static ct_error do_softmax(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	return ct_softmax_int(self, int_at(step, 1), CT_DTYPE_NONE, result);
}

static ct_error do_first_of_unbind(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	ct_tensor **all = NULL;
	int64_t n = 0;

	(void)step;
	CT_TRY(ct_unbind_int(self, 0, &all, &n));
	*result = ct_tensor_retain(all[0]);
	ct_tensors_free(all, n);
	return NULL;
}

static ct_error double_in_place(ct_tensor *self)
{
	return ct_mul__Scalar(self, ct_scalar_int(2), NULL);
}

static ct_error do_view_of_written(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	const int64_t all = -1;
	bool was = ct_autograd_is_grad_enabled();
	ct_error error;

	ct_autograd_set_grad_enabled(false);
	error = ct_view(self, &all, 1, result);
	(void)step;
	ct_autograd_set_grad_enabled(was);
	return error ? error : double_in_place(self);
}

static ct_error do_unrecorded_write(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	bool was = ct_autograd_is_grad_enabled();
	ct_error error;

	ct_autograd_set_grad_enabled(false);
	error = double_in_place(self);
	(void)step;
	ct_autograd_set_grad_enabled(was);
	*result = self;
	return error;
}

static ct_error do_sparse(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)step;
	return ct_to_sparse(self, CT_LAYOUT_NONE, NULL, 0, NULL, result);
}

static ct_error do_sparse_csr(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)step;
	return ct_to_sparse_csr(self, NULL, result);
}

static ct_error do_sparse_csc(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)step;
	return ct_to_sparse_csc(self, NULL, result);
}

static ct_error do_sparse_bsr(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	int64_t block[16], n = ints_from(step, 1, block);

	return ct_to_sparse_bsr(self, block, n, NULL, result);
}

static ct_error do_sparse_bsc(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	int64_t block[16], n = ints_from(step, 1, block);

	return ct_to_sparse_bsc(self, block, n, NULL, result);
}

static ct_error do_sparse_of(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	int64_t shape[16], n = ints_from(step, 2, shape);

	return ct_sparse_coo_tensor_indices_size(tensor_at(step, 1), self, shape, n,
						 ct_tensor_dtype(self), CT_LAYOUT_NONE,
						 CT_DEVICE_NONE, NULL, NULL, result);
}

static ct_error do_quantize(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	return ct_quantize_per_tensor(self, json_number_value(json_array_get(step, 1)),
				      int_at(step, 2), dtype_at(step, 3), result);
}

static ct_error do_quantize_channels(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	return ct_quantize_per_channel(self, tensor_at(step, 1), tensor_at(step, 2),
				       int_at(step, 3), dtype_at(step, 4), result);
}

static ct_error do_mkldnn(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)step;
	return ct_to_mkldnn(self, CT_DTYPE_NONE, result);
}

static ct_error do_meta(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)step;
	return ct_to_device(self, CT_DEVICE(CT_DEVICE_TYPE_META, -1), ct_tensor_dtype(self), false,
			    false, CT_MEMORY_FORMAT_NONE, result);
}

static ct_error do_memory_format(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	const bool is_3d = strcmp(text_at(step, 1), "channels_last_3d") == 0;

	return ct_contiguous(self, is_3d ? CT_CHANNELS_LAST_3D : CT_CHANNELS_LAST, result);
}

static ct_error do_nested_with(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	ct_tensor *list[8] = { self };
	const size_t n = json_array_size(step);

	MUST(n <= 8);
	for (size_t i = 1; i < n; i++)
		list[i] = tensor_at(step, i);
	return ct__nested_tensor_from_tensor_list(list, (int64_t)n, CT_DTYPE_NONE, CT_LAYOUT_NONE,
						  CT_DEVICE_NONE, NULL, result);
}

static ct_error do_nested_nothing(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	(void)self;
	(void)step;
	return ct__nested_tensor_from_tensor_list(NULL, 0, CT_DTYPE_NONE, CT_LAYOUT_NONE,
						  CT_DEVICE_NONE, NULL, result);
}

static ct_error do_zeros_without_memory(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	int64_t shape[16], n = ints_from(step, 1, shape);

	(void)self;
	return ct__efficientzerotensor(shape, n, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				       NULL, result);
}

static ct_error do_dual(ct_tensor *self, const json_t *step, ct_tensor **result)
{
	state_enter_dual_level();
	return ct__make_dual(self, tensor_at(step, 1), 0, result);
}

/* --- All of them ----------------------------------------------------------------------------- */

/* ORDER: as STEPS of tests/fixtures/expected/print.py. */
static const struct {
	const char *name;
	ct_error (*function)(ct_tensor *self, const json_t *step, ct_tensor **result);
} steps[] = {
	{ "requires_grad", do_requires_grad },
	{ "unary", do_unary },
	{ "mul", do_mul },
	{ "reshape", do_reshape },
	{ "view_dtype", do_view_dtype },
	{ "to", do_to },
	{ "transpose", do_transpose },
	{ "expand", do_expand },
	{ "slice", do_slice },
	{ "softmax", do_softmax },
	{ "first_of_unbind", do_first_of_unbind },
	{ "view_of_written", do_view_of_written },
	{ "unrecorded_write", do_unrecorded_write },
	{ "sparse", do_sparse },
	{ "sparse_csr", do_sparse_csr },
	{ "sparse_csc", do_sparse_csc },
	{ "sparse_bsr", do_sparse_bsr },
	{ "sparse_bsc", do_sparse_bsc },
	{ "sparse_of", do_sparse_of },
	{ "quantize", do_quantize },
	{ "quantize_channels", do_quantize_channels },
	{ "mkldnn", do_mkldnn },
	{ "memory_format", do_memory_format },
	{ "meta", do_meta },
	{ "nested_with", do_nested_with },
	{ "nested_nothing", do_nested_nothing },
	{ "zeros_without_memory", do_zeros_without_memory },
	{ "dual", do_dual },
};

static ct_tensor *do_step(ct_tensor *self, const json_t *step)
{
	ct_tensor *result = NULL;

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (strcmp(steps[i].name, text_at(step, 0)) == 0) {
			CT_CHECK(steps[i].function(self, step, &result));
			return result;
		}
	fprintf(stderr, "print_steps.c has no step %s\n", text_at(step, 0));
	abort();
}

/* The integers from 0 on, the base of a case that does not store its numbers. */
static ct_tensor *counted_up(int64_t n, ct_dtype dtype)
{
	ct_tensor *ints = NULL, *result = NULL;

	CT_CHECK(
		ct_arange(ct_scalar_int(n), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &ints));
	CT_CHECK(ct_to_dtype(ints, dtype, false, false, CT_MEMORY_FORMAT_NONE, &result));
	return result;
}

ct_tensor *tensor_of_case(const json_t *of_case)
{
	const json_t *list = expected_list(of_case, "steps");
	ct_tensor *tensor = NULL;

	if (json_object_get(of_case, "count"))
		tensor = counted_up(expected_int(of_case, "count"),
				    expected_dtype(expected_text(of_case, "dtype")));
	else if (json_object_get(of_case, "base"))
		tensor = expected_tensor(of_case, "base");
	for (size_t i = 0; i < json_array_size(list); i++)
		tensor = do_step(tensor, json_array_get(list, i));
	return tensor;
}
