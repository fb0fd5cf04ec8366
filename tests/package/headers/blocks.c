/*
 * The macros that need GNU C, in every language that has it, and those that differ between C and
 * C++; compiled by compile.sh, never run.
 */
#include <ctorch/ctorch.h>

static ct_error in_blocks(const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	ct_tensor *sum = NULL;

	CT_NO_GRAD
	{
		CT_SCOPE;

		CT_TRY(ct_sum(x, CT_DTYPE_NONE, &sum));
		ct_scope_move_up(sum);
	}
	CT_NO_GRAD
	CT_TRY(ct_sqrt(sum, result));
	ct_scope_move_up(*result);
	return NULL;
}

/* On one line, since the line names their variables. */
#define IN_ALL(error)                           \
	CT_CURRENT_DEVICE(error, CT_DEVICE_CPU) \
	CT_DEFAULT_DEVICE(error, CT_DEVICE_CPU) \
	CT_FORK_RNG(error)                      \
	CT_SAVE_ON_CPU(error, true)             \
	CT_DUAL_LEVEL                           \
	CT_NO_GRAD

static ct_error in_blocks_with_errors(const ct_tensor *x, ct_tensor **result)
{
	ct_error err = NULL;

	IN_ALL(err)
	{
		CT_SAVED_TENSORS_SCOPE;

		CT_TRY(ct_sqrt(x, result));
	}
	CT_DETECT_ANOMALY
	CT_TRY(ct_sqrt(x, result));
	return err;
}

static ct_error in_brackets(ct_tensor *x, ct_tensor **result)
{
	CT_TRY(ct_tensor_index_put_scalar(
		x, CT_INDEX(CT_INDEX_AT_LIST(0, 2), CT_INDEX_AT_MASK(true, false)),
		ct_scalar_int(1)));
	return ct_tensor_index(x,
			       CT_INDEX(CT_INDEX_AT(0), CT_SLICE_ALL, CT_SLICE(1, -1),
					CT_SLICE_FROM(1), CT_SLICE_TO(2), CT_SLICE_ALL_STEP(2),
					CT_SLICE_STEP(0, 4, 2), CT_SLICE_FROM_STEP(1, 2),
					CT_SLICE_TO_STEP(-1, 3), CT_ELLIPSIS, CT_NEW_AXIS,
					CT_INDEX_AT_BOOL(true), CT_INDEX_AT_TENSOR(x)),
			       result);
}

static ct_error with_options(ct_tensor **result)
{
	const int64_t shape[] = { 2, 3 };
	ct_accessor access;

	CT_TRY(ct_tensor_zeros(CT_INTS_OF(shape, 2), CT_OPTIONS_GRAD, result));
	CT_TRY(ct_tensor_ones(CT_INTS_OF(shape, 2), CT_OPTIONS_DEVICE(CT_DEVICE_CPU), result));
	CT_TRY(ct_tensor_rand(CT_INTS_OF(shape, 2), CT_OPTIONS_DTYPE(CT_FLOAT64), result));
	CT_TRY(ct_tensor_access_mutable(*result, CT_FLOAT64, 2, &access));
	CT_ELEMENT2(double, access, 1, 2) = CT_ELEMENT2(const double, access, 0, 1);
	return NULL;
}

int main(void)
{
	ct_tensor *result = NULL;

	CT_CHECK(with_options(&result));
	CT_CHECK(in_blocks(NULL, &result));
	CT_CHECK(in_blocks_with_errors(NULL, &result));
	CT_CHECK(in_brackets(result, &result));
	return 0;
}
