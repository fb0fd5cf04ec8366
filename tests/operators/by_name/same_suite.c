/*
 * An operator returns the same bytes whether it is called by name or by its function.
 */
#include "support.h"

typedef ct_error (*unary_function)(const ct_tensor *, ct_tensor **);
typedef ct_error (*binary_function)(const ct_tensor *, const ct_tensor *, ct_tensor **);
typedef ct_error (*pair_function)(const ct_tensor *, int64_t, bool, ct_tensor **, ct_tensor **);

struct unary {
	const char *name;
	unary_function function;
};

struct binary {
	const char *name;
	binary_function function;
};

struct pair {
	const char *name;
	pair_function function;
};

#define NAMED(operator)                                     \
	{                                                   \
		"aten::" #operator".default", ct_##operator \
	}

static const struct unary unaries[] = {
	NAMED(abs),           NAMED(acos),
	NAMED(acosh),         NAMED(alias),
	NAMED(all),           NAMED(angle),
	NAMED(any),           NAMED(arccos),
	NAMED(argwhere),      NAMED(asin),
	NAMED(asinh),         NAMED(atan),
	NAMED(atanh),         NAMED(ceil),
	NAMED(conj_physical), NAMED(cos),
	NAMED(cosh),          NAMED(deg2rad),
	NAMED(detach),        NAMED(digamma),
	NAMED(erf),           NAMED(erfc),
	NAMED(erfinv),        NAMED(exp),
	NAMED(exp2),          NAMED(expm1),
	NAMED(fix),           NAMED(fliplr),
	NAMED(flipud),        NAMED(floor),
	NAMED(frac),          NAMED(hardsigmoid),
	NAMED(hardswish),     NAMED(i0),
	NAMED(isfinite),      NAMED(isinf),
	NAMED(isnan),         NAMED(isneginf),
	NAMED(isposinf),      NAMED(isreal),
	NAMED(lgamma),        NAMED(linalg_det),
	NAMED(linalg_inv),    NAMED(linalg_matrix_exp),
	NAMED(log),           NAMED(log10),
	NAMED(log1p),         NAMED(log2),
	NAMED(log_sigmoid),   NAMED(logical_not),
	NAMED(max),           NAMED(median),
	NAMED(min),           NAMED(mish),
	NAMED(msort),         NAMED(nanmedian),
	NAMED(neg),           NAMED(negative),
	NAMED(nonzero),       NAMED(positive),
	NAMED(rad2deg),       NAMED(ravel),
	NAMED(reciprocal),    NAMED(relu),
	NAMED(relu6),         NAMED(round),
	NAMED(rsqrt),         NAMED(selu),
	NAMED(sgn),           NAMED(sigmoid),
	NAMED(sign),          NAMED(signbit),
	NAMED(silu),          NAMED(sin),
	NAMED(sinc),          NAMED(sinh),
	NAMED(special_entr),  NAMED(special_erfcx),
	NAMED(special_i0e),   NAMED(special_i1),
	NAMED(special_i1e),   NAMED(special_log_ndtr),
	NAMED(special_ndtri), NAMED(special_psi),
	NAMED(sqrt),          NAMED(square),
	NAMED(squeeze),       NAMED(t),
	NAMED(tan),           NAMED(tanh),
	NAMED(trace),         NAMED(trunc),
};

static const struct binary binaries[] = {
	NAMED(arctan2),
	NAMED(atan2),
	NAMED(expand_as),
	NAMED(floor_divide),
	NAMED(fmax),
	NAMED(fmin),
	NAMED(heaviside),
	NAMED(hypot),
	NAMED(inner),
	NAMED(kron),
	NAMED(logaddexp),
	NAMED(logaddexp2),
	NAMED(logical_and),
	NAMED(logical_or),
	NAMED(logical_xor),
	NAMED(matmul),
	NAMED(maximum),
	NAMED(minimum),
	NAMED(mm),
	NAMED(nextafter),
	NAMED(reshape_as),
	NAMED(special_xlog1py),
	NAMED(view_as),
	{ "aten::mul.Tensor", ct_mul_Tensor },
	{ "aten::div.Tensor", ct_div_Tensor },
	{ "aten::copysign.Tensor", ct_copysign_Tensor },
	{ "aten::fmod.Tensor", ct_fmod_Tensor },
	{ "aten::remainder.Tensor", ct_remainder_Tensor },
	{ "aten::pow.Tensor_Tensor", ct_pow_Tensor_Tensor },
	{ "aten::float_power.Tensor_Tensor", ct_float_power_Tensor_Tensor },
	{ "aten::eq.Tensor", ct_eq_Tensor },
	{ "aten::ne.Tensor", ct_ne_Tensor },
	{ "aten::lt.Tensor", ct_lt_Tensor },
	{ "aten::le.Tensor", ct_le_Tensor },
	{ "aten::gt.Tensor", ct_gt_Tensor },
	{ "aten::ge.Tensor", ct_ge_Tensor },
	{ "aten::xlogy.Tensor", ct_xlogy_Tensor },
};

static const struct pair pairs[] = {
	{ "aten::max.dim", ct_max_dim },
	{ "aten::min.dim", ct_min_dim },
	{ "aten::median.dim", ct_median_dim },
	{ "aten::nanmedian.dim", ct_nanmedian_dim },
	NAMED(mode),
};

static ct_tensor *x, *y;

/* Signs, zeros, numbers inside and outside of every function's domain. */
static void make_tensors(void)
{
	static const float xs[] = { -2.5F, -0.5F, 0.0F, 0.25F, 0.5F, 1.0F, 1.5F, 3.0F, 100.0F };
	static const float ys[] = { 1.0F, -0.5F, 2.0F, 0.25F, -3.0F, 0.0F, 1.5F, 0.5F, 2.0F };

	x = matrix(3, 3, xs);
	y = matrix(3, 3, ys);
}

static void free_tensors(void)
{
	ct_tensor_free(x);
	ct_tensor_free(y);
}

/* NaN must have the same bits. */
static void assert_same(const ct_tensor *by_name, const ct_tensor *by_function, const char *name)
{
	ct_tensor *a, *b;
	size_t nbytes;

	ck_assert_msg(ct_tensor_dtype(by_name) == ct_tensor_dtype(by_function), "%s: dtype", name);
	ck_assert_msg(ct_tensor_dim(by_name) == ct_tensor_dim(by_function), "%s: dim", name);
	for (int64_t i = 0; i < ct_tensor_dim(by_function); i++)
		ck_assert_msg(ct_tensor_size(by_name, i) == ct_tensor_size(by_function, i),
			      "%s: shape", name);
	OK(ct_contiguous(by_name, CT_CONTIGUOUS_FORMAT, &a));
	OK(ct_contiguous(by_function, CT_CONTIGUOUS_FORMAT, &b));
	nbytes = (size_t)(ct_tensor_numel(a) * ct_tensor_element_size(a));
	ck_assert_msg(nbytes == 0 || memcmp(ct_tensor_data(a), ct_tensor_data(b), nbytes) == 0,
		      "%s: elements", name);
	ct_tensor_free(a);
	ct_tensor_free(b);
}

START_TEST(with_one_tensor)
{
	const struct unary *op = &unaries[_i];
	ct_tensor *direct;
	ct_value named;

	OK(op->function(x, &direct));
	OK(CALL(&named, op->name, ct_value_tensor(x)));
	assert_same(tensor_in(&named), direct, op->name);
	ct_value_free(&named);
	ct_tensor_free(direct);
}
END_TEST

START_TEST(with_two_tensors)
{
	const struct binary *op = &binaries[_i];
	ct_tensor *direct;
	ct_value named;

	OK(op->function(x, y, &direct));
	OK(CALL(&named, op->name, ct_value_tensor(x), ct_value_tensor(y)));
	assert_same(tensor_in(&named), direct, op->name);
	ct_value_free(&named);
	ct_tensor_free(direct);
}
END_TEST

START_TEST(with_two_results)
{
	const struct pair *op = &pairs[_i];
	const ct_value args[] = { ct_value_tensor(x), ct_value_int(1), ct_value_bool(true) };
	ct_tensor *values, *indices;
	ct_value named[2];

	OK(op->function(x, 1, true, &values, &indices));
	OK(ct_call(op->name, args, 3, named, 2));
	assert_same(tensor_in(&named[0]), values, op->name);
	assert_same(tensor_in(&named[1]), indices, op->name);
	ct_values_free(named, 2);
	ct_tensor_free(values);
	ct_tensor_free(indices);
}
END_TEST

Suite *same_suite(void)
{
	Suite *suite = suite_create("operators: by name and by function");
	TCase *tests = tests_of("the same");

	tcase_add_checked_fixture(tests, make_tensors, free_tensors);
	tcase_add_loop_test(tests, with_one_tensor, 0, (int)COUNT_OF(unaries));
	tcase_add_loop_test(tests, with_two_tensors, 0, (int)COUNT_OF(binaries));
	tcase_add_loop_test(tests, with_two_results, 0, (int)COUNT_OF(pairs));
	suite_add_tcase(suite, tests);
	return suite;
}
