/*
 * Custom functions in forward mode, compared with PyTorch: the functions of
 * tests/fixtures/expected/derivatives.py.
 */
#include "function_samples.h"
#include "steps.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("derivatives");
}

/* Also closes a level that a failing test left open. */
static void drop_cases(void)
{
	json_decref(cases);
	ct_error_free(ct_forward_ad_leave_dual_level(NULL));
}

/* --- The functions ---------------------------------------------------------------------------- */

static ct_error exp_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	CT_TRY(ct_exp(inputs[0], &outputs[0]));
	CT_TRY(ct_function_save_for_forward(context, CT_TENSORS_OF(outputs, 1)));
	return ct_function_save_for_backward(context, CT_TENSORS_OF(outputs, 1));
}

/* Its tangent and its gradient are the same product. */
static ct_error times_saved(ct_function_context *context, ct_tensor *const *given,
			    ct_tensor **results)
{
	ct_tensor *y;

	CT_TRY(ct_function_saved_tensors(context, &y, 1));
	return ct_mul_Tensor(given[0], y, &results[0]);
}

static const ct_function exp_with_jvp = {
	.name = "MyExp", .forward = exp_forward, .backward = times_saved, .jvp = times_saved
};

static ct_error pair_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_forward(context, CT_TENSORS_OF(inputs, 2)));
	CT_TRY(ct_add_Tensor(inputs[0], inputs[1], ct_scalar_int(1), &outputs[0]));
	return ct_mul_Tensor(inputs[0], inputs[1], &outputs[1]);
}

static ct_error pair_jvp(ct_function_context *context, ct_tensor *const *tangents,
			 ct_tensor **results)
{
	ct_tensor *saved[2], *left, *right;

	CT_TRY(ct_function_saved_tensors(context, saved, 2));
	CT_TRY(ct_add_Tensor(tangents[0], tangents[1], ct_scalar_int(1), &results[0]));
	CT_TRY(ct_mul_Tensor(tangents[0], saved[1], &left));
	CT_TRY(ct_mul_Tensor(saved[0], tangents[1], &right));
	return ct_add_Tensor(left, right, ct_scalar_int(1), &results[1]);
}

static const ct_function pair_with_jvp = { .name = "MyPair",
					   .forward = pair_forward,
					   .jvp = pair_jvp };

static ct_error sort_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_sort(inputs[0], -1, false, &outputs[0], &outputs[1]));
	CT_TRY(ct_function_save_for_forward(context, CT_TENSORS(outputs[1])));
	CT_TRY(ct_clone(outputs[0], CT_MEMORY_FORMAT_NONE, &outputs[2]));
	return ct_function_mark_non_differentiable(context, CT_TENSORS(outputs[2]));
}

static ct_error sort_jvp(ct_function_context *context, ct_tensor *const *tangents,
			 ct_tensor **results)
{
	ct_tensor *indices;

	CT_TRY(ct_function_saved_tensors(context, &indices, 1));
	results[1] = results[2] = NULL;
	return ct_gather(tangents[0], 0, indices, false, &results[0]);
}

static const ct_function sort_with_jvp = { .name = "MySort",
					   .forward = sort_forward,
					   .jvp = sort_jvp };

static ct_error triple_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	CT_TRY(ct_mul__Scalar(inputs[0], ct_scalar_int(3), NULL));
	outputs[0] = inputs[0];
	return ct_function_mark_dirty(context, CT_TENSORS_OF(inputs, 1));
}

static ct_error triple_jvp(ct_function_context *context, ct_tensor *const *tangents,
			   ct_tensor **results)
{
	(void)context;
	results[0] = tangents[0];
	return ct_mul__Scalar(tangents[0], ct_scalar_int(3), NULL);
}

static const ct_function triple_with_jvp = { .name = "MyTriple_",
					     .forward = triple_forward,
					     .jvp = triple_jvp };

/* Forward and jvp of a view. */
static ct_error as_row(ct_function_context *context, ct_tensor *const *given, ct_tensor **results)
{
	(void)context;
	return ct_view(given[0], (const int64_t[]){ 1, 3 }, 2, &results[0]);
}

static const ct_function row_with_jvp = { .name = "MyRow", .forward = as_row, .jvp = as_row };

static const struct {
	const char *name;
	const ct_function *function;
	int64_t outputs_len;
} samples[] = {
	{ "exp", &exp_with_jvp, 1 },   { "exp of a plain one", &exp_with_jvp, 1 },
	{ "pair", &pair_with_jvp, 2 }, { "pair, the first plain", &pair_with_jvp, 2 },
	{ "sort", &sort_with_jvp, 3 }, { "in place", &triple_with_jvp, 1 },
	{ "view", &row_with_jvp, 1 },
};

/* --- Tangents --------------------------------------------------------------------------------- */

/* clang-format off */
static ct_error apply_and_compare(const json_t *of_case, const ct_function *function, int64_t m)
{
	const size_t n = json_array_size(expected_list(of_case, "inputs"));
	ct_tensor *inputs[2], *outputs[3], *primal, *tangent;

	CT_DUAL_LEVEL {
		for (size_t i = 0; i < n; i++) {
			inputs[i] = tensor_at(of_case, "inputs", i);
			tangent = tensor_at(of_case, "tangents", i);
			if (tangent)
				CT_TRY(ct_forward_ad_make_dual(inputs[i], tangent, &inputs[i]));
		}
		CT_TRY(ct_function_apply(function, NULL, CT_TENSORS_OF(inputs, (int64_t)n), outputs, m));
		for (int64_t i = 0; i < m; i++) {
			CT_TRY(ct_forward_ad_unpack_dual(outputs[i], &primal, &tangent));
			assert_tensor_at(primal, of_case, "primals", (size_t)i, function->name);
			assert_tensor_at(tangent, of_case, "tangents_of_primals", (size_t)i,
					 function->name);
		}
	}
	return NULL;
}
/* clang-format on */

START_TEST(tangents_are_pytorch_s)
{
	CT_SCOPE;

	if (!CT_RELEASE_AT_LEAST(2, 1) && !strcmp(samples[_i].name, "sort")) {
		LEFT_OUT("jvp of sort", "integers cannot have a tangent");
		return;
	}
	OK(apply_and_compare(case_called(cases, "jvp", samples[_i].name), samples[_i].function,
			     samples[_i].outputs_len));
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_error twice(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	(void)context;
	return ct_mul_Scalar(inputs[0], ct_scalar_int(2), &outputs[0]);
}

static ct_error to_integers(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	(void)context;
	return ct_to_dtype(inputs[0], CT_INT64, false, false, CT_MEMORY_FORMAT_NONE, &outputs[0]);
}

static ct_error itself(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	(void)context;
	outputs[0] = inputs[0];
	return NULL;
}

static ct_error shorter(ct_function_context *context, ct_tensor *const *tangents,
			ct_tensor **results)
{
	const int64_t two = 2;

	(void)context;
	return ct_slice_Tensor(tangents[0], 0, NULL, &two, 1, &results[0]);
}

static ct_error triple_another(ct_function_context *context, ct_tensor *const *tangents,
			       ct_tensor **results)
{
	(void)context;
	CT_TRY(ct_mul__Scalar(tangents[0], ct_scalar_int(3), NULL));
	return ct_clone(tangents[0], CT_MEMORY_FORMAT_NONE, &results[0]);
}

static ct_error row_of_a_clone(ct_function_context *context, ct_tensor *const *tangents,
			       ct_tensor **results)
{
	CT_TRY(as_row(context, tangents, results));
	return ct_clone(results[0], CT_MEMORY_FORMAT_NONE, &results[0]);
}

static const struct {
	const char *name;
	ct_forward_function forward;
	ct_jvp_function jvp;
} wrongs[] = {
	{ "no jvp", twice, NULL },
	{ "another shape", twice, shorter },
	{ "a tangent for integers", to_integers, itself },
	{ "not in place", triple_forward, twice },
	{ "another in place", triple_forward, triple_another },
	{ "not a view", as_row, row_of_a_clone },
	{ "input as it is", itself, twice },
};

/* Does not call ct_ones(): which error is found depends on the tangent's version, which C++'s
 * ones() increments. */
static ct_tensor *ones(void)
{
	return vector(3, (const float[]){ 1, 1, 1 });
}

static ct_tensor *dual_ones(void)
{
	ct_tensor *dual;

	OK(ct_forward_ad_make_dual(ones(), ones(), &dual));
	return dual;
}

/* Applies a function, in a level, to ones whose tangent is ones. */
static ct_error apply_to_dual(const ct_function *function, ct_tensor **output)
{
	ct_tensor *dual;
	ct_error error;

	OK(ct_forward_ad_enter_dual_level(NULL));
	dual = dual_ones();
	error = ct_function_apply(function, NULL, CT_TENSORS(dual), output, 1);
	OK(ct_forward_ad_leave_dual_level(NULL));
	return error;
}

START_TEST(texts_of_errors_are_pytorch_s)
{
	CT_SCOPE;
	const json_t *of_case = case_called(cases, "jvp error", wrongs[_i].name);
	const ct_function function = { .name = "MyFunction",
				       .forward = wrongs[_i].forward,
				       .jvp = wrongs[_i].jvp };
	ct_tensor *output = UNTOUCHED;

	if (!CT_RELEASE_AT_LEAST(2, 1) && wrongs[_i].jvp == itself) {
		LEFT_OUT("a tangent for integers", "it is an error of libtorch itself");
		return;
	}
	FAILS_AS_EXPECTED(apply_to_dual(&function, &output), expected_text(of_case, "text"));
	ck_assert_ptr_eq(output, UNTOUCHED);
}
END_TEST

static int asked;

static void count_case(const json_t *of_case)
{
	(void)of_case;
	asked++;
}

START_TEST(all_of_pytorch_s_cases_are_compared)
{
	asked = 0;
	for_each_case(cases, "jvp", COUNT(samples), count_case);
	for_each_case(cases, "jvp error", COUNT(wrongs), count_case);
	ck_assert_int_eq(asked, COUNT(samples) + COUNT(wrongs));
}
END_TEST

/* --- The callback ----------------------------------------------------------------------------- */

static ct_error fails(ct_function_context *context, ct_tensor *const *tangents, ct_tensor **results)
{
	(void)context, (void)tangents, (void)results;
	return ct_error_new(CT_ERROR_VALUE, "fails", "no tangent today");
}

static ct_error sets_nothing(ct_function_context *context, ct_tensor *const *tangents,
			     ct_tensor **results)
{
	(void)context, (void)tangents, (void)results;
	return NULL;
}

static ct_error sets_null(ct_function_context *context, ct_tensor *const *tangents,
			  ct_tensor **results)
{
	(void)context, (void)tangents;
	results[0] = NULL;
	return NULL;
}

START_TEST(error_of_jvp_is_that_of_the_application)
{
	CT_SCOPE;
	const ct_function failing = { .name = "Fails", .forward = twice, .jvp = fails };
	const ct_function forgetting = { .name = "Forgets", .forward = twice, .jvp = sets_nothing };

	FAILS(apply_to_dual(&failing, NULL), "ValueError: no tangent today");
	FAILS(apply_to_dual(&forgetting, NULL),
	      "ArgumentError: ct_function_apply: jvp of Forgets did not set the tangent of output "
	      "0; set it to NULL if there is none");
}
END_TEST

static ct_error sets_integers(ct_function_context *context, ct_tensor *const *tangents,
			      ct_tensor **results)
{
	(void)context;
	return ct__to_copy(tangents[0], CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, false,
			   CT_MEMORY_FORMAT_NONE, &results[0]);
}

/* PyTorch also rejects this, with an assertion. */
START_TEST(tangent_must_not_be_of_integers)
{
	CT_SCOPE;
	const ct_function whole = { .name = "Whole", .forward = twice, .jvp = sets_integers };

	FAILS(apply_to_dual(&whole, NULL),
	      "ValueError: jvp of Whole: Expected the tangent of output 0 to be floating point or "
	      "complex, but got: torch.int64");
}
END_TEST

/* PyTorch fails with an assertion here. */
START_TEST(null_is_a_tangent_of_zeros)
{
	CT_SCOPE;
	const ct_function constant = { .name = "Constant", .forward = twice, .jvp = sets_null };
	ct_tensor *dual, *y, *tangent;

	OK(ct_forward_ad_enter_dual_level(NULL));
	dual = dual_ones();
	OK(ct_function_apply(&constant, NULL, CT_TENSORS(dual), &y, 1));
	OK(ct_forward_ad_unpack_dual(y, NULL, &tangent));
	assert_floats(tangent, (const int64_t[]){ 3, -1 }, (const double[]){ 0, 0, 0 });
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

/* The tangents that jvp is given for inputs that are dual, plain, of integers, NULL. */
struct seen {
	bool materialize;
	ct_tensor *tangents[4];
	bool is_zero;
	int calls;
};

static ct_error looks(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	const struct seen *seen = ct_function_data(context);

	CT_TRY(ct_function_set_materialize_grads(context, seen->materialize));
	return twice(context, inputs, outputs);
}

static ct_error looks_at_tangents(ct_function_context *context, ct_tensor *const *tangents,
				  ct_tensor **results)
{
	struct seen *seen = ct_function_data(context);
	ct_tensor *count;
	double nonzero = 1;

	memcpy(seen->tangents, tangents, sizeof seen->tangents);
	seen->calls++;
	if (tangents[1]) {
		CT_TRY(ct_count_nonzero(tangents[1], NULL, &count));
		CT_TRY(ct_tensor_item_double(count, &nonzero));
	}
	seen->is_zero = nonzero == 0;
	return twice(context, tangents, results);
}

static const ct_function looking = { .name = "Looks", .forward = looks, .jvp = looks_at_tangents };

static ct_tensor *integers(void)
{
	const int64_t three = 3;
	ct_tensor *result;

	OK(ct_ones(&three, 1, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &result));
	return result;
}

START_TEST(plain_inputs_have_tangents_of_zeros_or_none)
{
	CT_SCOPE;
	struct seen seen = { .materialize = true };
	ct_tensor *inputs[4], *y;

	OK(ct_forward_ad_enter_dual_level(NULL));
	inputs[0] = dual_ones(), inputs[1] = ones(), inputs[2] = integers(), inputs[3] = NULL;
	OK(ct_function_apply(&looking, &seen, CT_TENSORS_OF(inputs, 4), &y, 1));
	ck_assert_ptr_nonnull(seen.tangents[0]);
	ck_assert_ptr_nonnull(seen.tangents[1]);
	ck_assert(seen.is_zero);
	ck_assert_ptr_null(seen.tangents[2]);
	ck_assert_ptr_null(seen.tangents[3]);
	seen.materialize = false;
	OK(ct_function_apply(&looking, &seen, CT_TENSORS_OF(inputs, 4), &y, 1));
	ck_assert_ptr_nonnull(seen.tangents[0]);
	ck_assert_ptr_null(seen.tangents[1]);
	OK(ct_forward_ad_leave_dual_level(NULL));
	ck_assert_int_eq(seen.calls, 2);
}
END_TEST

START_TEST(jvp_is_called_for_dual_tensors_alone)
{
	CT_SCOPE;
	struct seen seen = { .materialize = true };
	ct_tensor *inputs[4] = { ones(), ones(), integers(), NULL }, *y;

	OK(ct_function_apply(&looking, &seen, CT_TENSORS_OF(inputs, 4), &y, 1));
	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_function_apply(&looking, &seen, CT_TENSORS_OF(inputs, 4), &y, 1));
	inputs[0] = dual_ones();
	CT_AUTOGRAD(CT_AUTOGRAD_FORWARD, false)
	OK(ct_function_apply(&looking, &seen, CT_TENSORS_OF(inputs, 4), &y, 1));
	OK(ct_forward_ad_leave_dual_level(NULL));
	ck_assert_int_eq(seen.calls, 0);
}
END_TEST

static ct_error saves_in_jvp(ct_function_context *context, ct_tensor *const *tangents,
			     ct_tensor **results)
{
	(void)results;
	return ct_function_save_for_forward(context, CT_TENSORS_OF(tangents, 1));
}

static ct_error asks_for_what_is_not_saved(ct_function_context *context, ct_tensor *const *tangents,
					   ct_tensor **results)
{
	(void)tangents;
	return ct_function_saved_tensors(context, results, 1);
}

START_TEST(what_is_for_forward_is_refused_in_jvp)
{
	CT_SCOPE;
	const ct_function saving = { .name = "Saves", .forward = twice, .jvp = saves_in_jvp };
	const ct_function asking = { .name = "Asks",
				     .forward = twice,
				     .jvp = asks_for_what_is_not_saved };

	FAILS(apply_to_dual(&saving, NULL),
	      "ArgumentError: ct_function_save_for_forward: it may only be called in forward of "
	      "Saves");
	FAILS(apply_to_dual(&asking, NULL),
	      "ArgumentError: ct_function_saved_tensors: argument 3 (results_len) is 1, but "
	      "forward saved 0 tensors");
	FAILS(ct_function_save_for_forward(NULL, CT_NO_TENSORS),
	      "ArgumentError: ct_function_save_for_forward: argument 1 (context) must not be NULL");
}
END_TEST

/* The tangent of exp is differentiated in reverse mode, since jvp is recorded. */
START_TEST(tangent_of_a_function_can_be_differentiated_backward)
{
	CT_SCOPE;
	ct_tensor *x = doubles((const double[]){ 0, 1 }, 2), *direction, *dual, *y, *tangent, *sum;
	ct_tensor *grad, *wanted;
	bool same;

	direction = plain(doubles((const double[]){ 1, 10 }, 2));
	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	OK(ct_function_apply(&exp_with_jvp, NULL, CT_TENSORS(dual), &y, 1));
	OK(ct_forward_ad_unpack_dual(y, NULL, &tangent));
	OK(ct_sum(tangent, CT_DTYPE_NONE, &sum));
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad));
	OK(ct_forward_ad_leave_dual_level(NULL));
	OK(ct_exp(plain(x), &wanted));
	OK(ct_mul_Tensor(wanted, direction, &wanted));
	OK(ct_allclose(grad, wanted, 1e-12, 1e-12, false, &same));
	ck_assert(same);
}
END_TEST

Suite *jvp_suite(void)
{
	Suite *suite = suite_create("jvp");
	TCase *tests = tests_of("jvp");

	tcase_add_checked_fixture(tests, read_cases, drop_cases);
	tcase_add_loop_test(tests, tangents_are_pytorch_s, 0, COUNT(samples));
	tcase_add_loop_test(tests, texts_of_errors_are_pytorch_s, 0, COUNT(wrongs));
	tcase_add_test(tests, all_of_pytorch_s_cases_are_compared);
	tcase_add_test(tests, error_of_jvp_is_that_of_the_application);
	tcase_add_test(tests, tangent_must_not_be_of_integers);
	tcase_add_test(tests, null_is_a_tangent_of_zeros);
	tcase_add_test(tests, plain_inputs_have_tangents_of_zeros_or_none);
	tcase_add_test(tests, jvp_is_called_for_dual_tensors_alone);
	tcase_add_test(tests, what_is_for_forward_is_refused_in_jvp);
	tcase_add_test(tests, tangent_of_a_function_can_be_differentiated_backward);
	suite_add_tcase(suite, tests);
	return suite;
}
