/*
 * numbers.c: the program of symbolic_operators.training.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at numbers_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "numbers.h"

#include <math.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

/* --- Helpers ---------------------------------------------------------------------------------- */

/* Python's % of integers; of zero, it gives 0 here. */
static int64_t numbers_modulo(int64_t a, int64_t b)
{
	const int64_t rest = b == 0 || b == -1 ? 0 : a % b;

	return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/* Python's // of integers; by zero, it gives 0 here. */
static int64_t numbers_floor_divide(int64_t a, int64_t b)
{
	return b == 0 ? 0 : b == -1 ? -a : (a - numbers_modulo(a, b)) / b;
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error numbers_forward(struct numbers *self, ct_tensor *args_0, ct_tensor *args_1,
		int64_t *add_out, int64_t *sub_out, int64_t *mul_out, int64_t *neg_out,
		int64_t *floordiv_out, int64_t *mod_out, int64_t *sym_max_out, int64_t *sym_min_out,
		int64_t *pow_1_out, int64_t *trunc_out, int64_t *lshift_out, int64_t *rshift_out,
		int64_t *and__out, int64_t *or__out, double *truediv_1_out, double *sym_float_out,
		double *v_sym_sqrt_out, double *mul_1_out, double *pow_2_out, int64_t *sym_ite_out,
		int64_t *sym_ite_1_out, int64_t *sym_ite_2_out, int64_t *sym_ite_3_out,
		int64_t *sym_ite_4_out, int64_t *sym_ite_5_out, int64_t *sym_ite_6_out,
		int64_t *sym_ite_7_out, int64_t *sym_ite_8_out, ct_tensor **mul_2_out)
{
	(void)self;

	/* torch/fx/passes/runtime_assert.py:24 */
	int64_t sym_size_int_2;
	CT_TRY(ct_sym_size_int(args_0, 0, &sym_size_int_2));
	int64_t sym_size_int_3;
	CT_TRY(ct_sym_size_int(args_0, 1, &sym_size_int_3));

	/* zoo/symbols.py:52: k = count.item() */
	int64_t item;
	ct_scalar item_scalar;
	CT_TRY(ct_item(args_1, &item_scalar));
	CT_TRY(ct_scalar_to_int64(item_scalar, &item));
	const bool ge_3 = item >= 1;
	CT_TRY(ct__assert_scalar(ct_scalar_bool(ge_3),
			"Runtime assertion failed for expression u0 >= 1 on node 'ge_3'"));
	const bool le_2 = item <= 9;
	CT_TRY(ct__assert_scalar(ct_scalar_bool(le_2),
			"Runtime assertion failed for expression u0 <= 9 on node 'le_2'"));

	/* zoo/symbols.py:55: ints = [k + n, k - n, k * m, -k, k // 2, (k + n) % 3, torch.sym_max(k, n), */
	const int64_t add = item + sym_size_int_2;
	const int64_t sub = item - sym_size_int_2;
	const int64_t mul = item * sym_size_int_3;
	const int64_t neg = -item;
	const int64_t floordiv = numbers_floor_divide(item, 2);
	const int64_t mod = numbers_modulo(add, 3);
	const int64_t sym_max = sym_size_int_2 > item ? sym_size_int_2 : item;

	/* zoo/symbols.py:56: torch.sym_min(k, m), k ** 2, torch.sym_int(k / 2), k << 2, (k + 8) >> 1, k & 3, */
	const int64_t sym_min = sym_size_int_3 < item ? sym_size_int_3 : item;
	const int64_t pow_1 = item * item;
	const double truediv = (double)item / (double)2;
	const int64_t trunc = (int64_t)truediv;
	const int64_t lshift = item << 2;
	const int64_t add_2 = item + 8;
	const int64_t rshift = add_2 >> 1;
	const int64_t and_ = item & 3;

	/* zoo/symbols.py:57: k | 8] */
	const int64_t or_ = item | 8;

	/* zoo/symbols.py:58: floats = [k / 3, torch.sym_float(k), torch.sym_sqrt(torch.sym_float(k)), */
	const double truediv_1 = (double)item / (double)3;
	const double sym_float = (double)item;
	const double v_sym_sqrt = sqrt(sym_float);

	/* zoo/symbols.py:59: torch.sym_float(n) * 0.5, torch.sym_float(k) ** 0.5] */
	const double sym_float_2 = (double)sym_size_int_2;
	const double mul_1 = sym_float_2 * 0.5;
	const double pow_2 = pow(sym_float, 0.5);

	/* zoo/symbols.py:60: compared = [k == n, k != m, k < n, k <= 4, k > m, k >= n, torch.sym_not(k == 3), */
	const bool eq = item == sym_size_int_2;
	const bool ne = item != sym_size_int_3;
	const bool lt = item < sym_size_int_2;
	const bool le_1 = item <= 4;
	const bool gt = item > sym_size_int_3;
	const bool ge_2 = item >= sym_size_int_2;
	const bool eq_1 = item == 3;
	const bool sym_not = !eq_1;

	/* zoo/symbols.py:61: (k > 2) & (k < n), (k > 5) | (k < m)] */
	const bool gt_1 = item > 2;
	const bool and__1 = gt_1 & lt;
	const bool gt_2 = item > 5;
	const bool lt_2 = item < sym_size_int_3;
	const bool or__1 = gt_2 | lt_2;

	/* zoo/symbols.py:62: chosen = [torch.sym_ite(one, k + 1, n) for one in compared] */
	const int64_t add_3 = item + 1;
	const int64_t sym_ite = eq ? add_3 : sym_size_int_2;
	const int64_t sym_ite_1 = ne ? add_3 : sym_size_int_2;
	const int64_t sym_ite_2 = lt ? add_3 : sym_size_int_2;
	const int64_t sym_ite_3 = le_1 ? add_3 : sym_size_int_2;
	const int64_t sym_ite_4 = gt ? add_3 : sym_size_int_2;
	const int64_t sym_ite_5 = ge_2 ? add_3 : sym_size_int_2;
	const int64_t sym_ite_6 = sym_not ? add_3 : sym_size_int_2;
	const int64_t sym_ite_7 = and__1 ? add_3 : sym_size_int_2;
	const int64_t sym_ite_8 = or__1 ? add_3 : sym_size_int_2;

	/* zoo/symbols.py:63: return ints, floats, chosen, x * chosen[0] */
	ct_tensor *mul_2;
	ct_tensor *number;
	CT_TRY(ct_tensor_new_wrapped_number(ct_scalar_int(sym_ite), &number));
	CT_TRY(ct_mul_Tensor(args_0, number, &mul_2));
	ct_tensor_free(number);

	*add_out = add;
	*sub_out = sub;
	*mul_out = mul;
	*neg_out = neg;
	*floordiv_out = floordiv;
	*mod_out = mod;
	*sym_max_out = sym_max;
	*sym_min_out = sym_min;
	*pow_1_out = pow_1;
	*trunc_out = trunc;
	*lshift_out = lshift;
	*rshift_out = rshift;
	*and__out = and_;
	*or__out = or_;
	*truediv_1_out = truediv_1;
	*sym_float_out = sym_float;
	*v_sym_sqrt_out = v_sym_sqrt;
	*mul_1_out = mul_1;
	*pow_2_out = pow_2;
	*sym_ite_out = sym_ite;
	*sym_ite_1_out = sym_ite_1;
	*sym_ite_2_out = sym_ite_2;
	*sym_ite_3_out = sym_ite_3;
	*sym_ite_4_out = sym_ite_4;
	*sym_ite_5_out = sym_ite_5;
	*sym_ite_6_out = sym_ite_6;
	*sym_ite_7_out = sym_ite_7;
	*sym_ite_8_out = sym_ite_8;
	*mul_2_out = mul_2;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error numbers_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "numbers_run", "the input %s is NULL",
				input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "numbers_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "numbers_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error numbers_check(ct_tensor *args_0, ct_tensor *args_1)
{
	CT_TRY(numbers_check_tensor(args_0, "args_0", CT_FLOAT32, 2));
	CT_TRY(numbers_check_tensor(args_1, "args_1", CT_INT64, 0));
	return NULL;
}

ct_error numbers_run(struct numbers *self, ct_tensor *args_0, ct_tensor *args_1, int64_t *add_out,
		int64_t *sub_out, int64_t *mul_out, int64_t *neg_out, int64_t *floordiv_out,
		int64_t *mod_out, int64_t *sym_max_out, int64_t *sym_min_out, int64_t *pow_1_out,
		int64_t *trunc_out, int64_t *lshift_out, int64_t *rshift_out, int64_t *and__out,
		int64_t *or__out, double *truediv_1_out, double *sym_float_out,
		double *v_sym_sqrt_out, double *mul_1_out, double *pow_2_out, int64_t *sym_ite_out,
		int64_t *sym_ite_1_out, int64_t *sym_ite_2_out, int64_t *sym_ite_3_out,
		int64_t *sym_ite_4_out, int64_t *sym_ite_5_out, int64_t *sym_ite_6_out,
		int64_t *sym_ite_7_out, int64_t *sym_ite_8_out, ct_tensor **mul_2_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(numbers_check(args_0, args_1));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = numbers_forward(self, args_0, args_1, add_out, sub_out, mul_out, neg_out,
			floordiv_out, mod_out, sym_max_out, sym_min_out, pow_1_out, trunc_out,
			lshift_out, rshift_out, and__out, or__out, truediv_1_out, sym_float_out,
			v_sym_sqrt_out, mul_1_out, pow_2_out, sym_ite_out, sym_ite_1_out,
			sym_ite_2_out, sym_ite_3_out, sym_ite_4_out, sym_ite_5_out, sym_ite_6_out,
			sym_ite_7_out, sym_ite_8_out, mul_2_out);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL)
		ct_scope_move_up(*mul_2_out);
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

static ct_error numbers_take_weights(struct numbers *self, const ct_value *weights)
{
	(void)self;
	(void)weights;
	return NULL;
}

static ct_error numbers_read(const char *path, struct numbers *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = numbers_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error numbers_load(const char *path, struct numbers **result)
{
	struct numbers *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = numbers_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		numbers_free(self);
	return error;
}

void numbers_free(struct numbers *self)
{
	if (self == NULL)
		return;
	free(self);
}
