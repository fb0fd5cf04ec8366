/*
 * Hints: if a libtorch error gives advice with Python or C++ names, its last line lists the C
 * names. Each function here makes a mistake, in its caller's scope.
 */
#include <ctorch/calls/call.h>

#include "releases.h"
#include "support.h"

/* A leaf of three ones that requires a gradient. */
static ct_error leaf(ct_tensor **result)
{
	CT_TRY(CT(ones, result, CT_L(3)));
	return ct_tensor_set_requires_grad(*result, true);
}

static ct_error backward_twice(void)
{
	ct_tensor *x, *y;

	CT_TRY(leaf(&x));
	y = CT_E(sum, CT_E(exp, x));
	CT_TRY(CT_FINISH(y, &y));
	CT_TRY(ct_tensor_backward(y));
	return ct_tensor_backward(y);
}

static ct_error write_to_a_saved_result(void)
{
	ct_tensor *x, *y, *sum;

	CT_TRY(leaf(&x));
	CT_TRY(CT(exp, &y, x));
	CT_TRY(CT(sum, &sum, y));
	CT_TRY(CT(add_, y, 1));
	return ct_tensor_backward(sum);
}

static ct_error differentiate_by_an_unused_tensor(void)
{
	ct_tensor *x, *unused, *y, *grad;

	CT_TRY(leaf(&x));
	CT_TRY(leaf(&unused));
	CT_TRY(CT(sum, &y, x));
	return ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(unused), NULL, &grad);
}

static ct_error require_no_gradient_of_a_result(void)
{
	ct_tensor *x, *y;

	CT_TRY(leaf(&x));
	CT_TRY(CT(exp, &y, x));
	return ct_tensor_set_requires_grad(y, false);
}

static ct_error detach_a_view_in_place(void)
{
	ct_tensor *x, **parts;
	ct_error error;
	int64_t n;

	CT_TRY(leaf(&x));
	CT_TRY(ct_split_Tensor(x, 2, 0, &parts, &n));
	error = CT(detach_, parts[0]);
	ct_free(parts);
	return error;
}

static ct_error record_an_inference_tensor(void)
{
	ct_tensor *x, *constant, *y;

	CT_TRY(leaf(&x));
	CT_INFERENCE_MODE CT_TRY(CT(ones, &constant, CT_L(3)));
	return CT(mul, &y, x, constant);
}

static ct_error write_to_an_inference_tensor(void)
{
	ct_tensor *x;

	CT_INFERENCE_MODE CT_TRY(CT(ones, &x, CT_L(3)));
	return CT(add_, x, 1);
}

static ct_error write_to_a_view_of_no_grad(void)
{
	ct_tensor *x, *base, *view;

	CT_TRY(leaf(&x));
	CT_TRY(CT(mul, &base, x, 2));
	CT_NO_GRAD CT_TRY(CT(view, &view, base, CT_L(3, 1)));
	return CT(mul_, view, x);
}

static ct_error select_in_a_number(void)
{
	ct_tensor *x, *element;

	CT_TRY(CT(scalar_tensor, &x, 1.0));
	return ct_tensor_index(x, (ct_index[]){ ct_index_at(0) }, 1, &element);
}

static ct_error view_columns(void)
{
	ct_tensor *x, *y;

	CT_TRY(CT(ones, &x, CT_L(2, 3)));
	CT_TRY(CT(t, &x, x));
	return CT(view, &y, x, CT_L(6));
}

static ct_error view_a_conjugate_as_real(void)
{
	ct_tensor *x, *y;

	CT_TRY(CT(ones, &x, CT_L(2), .dtype = CT_COMPLEX64));
	CT_TRY(CT(conj, &x, x));
	return CT(view_as_real, &y, x);
}

static ct_error read_indices_that_occur_twice(void)
{
	ct_tensor *indices, *values, *x;

	CT_TRY(CT(zeros, &indices, CT_L(1, 2), .dtype = CT_INT64));
	CT_TRY(CT(ones, &values, CT_L(2)));
	CT_TRY(ct_tensor_sparse_coo(indices, values, CT_NO_INTS, NULL, &x));
	return CT(indices, &x, x);
}

static ct_error write_to_an_expanded_tensor(void)
{
	ct_tensor *x;

	CT_TRY(CT(ones, &x, CT_L(1)));
	CT_TRY(CT(expand, &x, x, CT_L(3)));
	return CT(add_, x, 1);
}

static ct_error negate_a_mask(void)
{
	ct_tensor *x;

	CT_TRY(CT(ones, &x, CT_L(2), .dtype = CT_BOOL));
	return CT(neg, &x, x);
}

static ct_error subtract_masks(void)
{
	ct_tensor *x;

	CT_TRY(CT(ones, &x, CT_L(2), .dtype = CT_BOOL));
	return CT(sub, &x, x, x);
}

static ct_error call_what_is_not_deterministic(void)
{
	ct_tensor *x, *index;
	ct_error error;

	CT_TRY(CT(ones, &x, CT_L(2)));
	CT_TRY(CT(zeros, &index, CT_L(2), .dtype = CT_INT64));
	CT_TRY(ct_use_deterministic_algorithms(true, false));
	error = CT(put_, x, index, x);
	CT_TRY(ct_use_deterministic_algorithms(false, false));
	return error;
}

static ct_error write_to_zeros_without_memory(void)
{
	ct_tensor *x;

	CT_TRY(CT(_efficientzerotensor, &x, CT_L(2)));
	return CT(add_, x, 1);
}

static ct_error call_cudnn_on_the_cpu(void)
{
	ct_tensor *x;

	CT_TRY(CT(ones, &x, CT_L(1, 1, 2, 2)));
	return CT(cudnn_grid_sampler, &x, x, x);
}

static ct_error reduce_in_an_unknown_way(void)
{
	ct_tensor *x;

	CT_TRY(CT(ones, &x, CT_L(2)));
	return CT(mse_loss, &x, x, x, .reduction = 7);
}

#define DETERMINISTIC "torch.use_deterministic_algorithms is ct_use_deterministic_algorithms()"

static const struct {
	ct_error (*make)(void);
	const char *advice; /* from libtorch */
	const char *hint;
} mistakes[] = {
	{ backward_twice, "Specify retain_graph=True",
	  "retain_graph=True is the argument retain_graph of ct_tensor_backward_with(); "
	  "autograd.grad is ct_autograd_grad()" },
	{ write_to_a_saved_result, "torch.autograd.set_detect_anomaly(True, check_nan=False).",
	  "torch.autograd.set_detect_anomaly(True, check_nan=False) is "
	  "ct_autograd_set_anomaly_enabled(true, false)" },
	{ differentiate_by_an_unused_tensor, "Set allow_unused=True",
	  "allow_unused=True is allow_unused in ct_autograd_grad_options" },
	{ require_no_gradient_of_a_result, "use var_no_grad = var.detach().",
	  "detach() is ct_detach()" },
	{ detach_a_view_in_place, "Use detach() instead.",
	  "detach() is ct_detach(); detach_() is ct_detach_()" },
	{ record_an_inference_tensor, "use `torch.no_grad()` instead of `torch.inference_mode()`.",
	  "no_grad is CT_NO_GRAD_SCOPE; inference_mode is CT_INFERENCE_MODE_SCOPE" },
	{ write_to_an_inference_tensor, "outside InferenceMode is not allowed.",
	  "InferenceMode is CT_INFERENCE_MODE_SCOPE" },
	{ write_to_a_view_of_no_grad, "inside the no_grad block", "no_grad is CT_NO_GRAD_SCOPE" },
	{ select_in_a_number, "Use `tensor.item()` in Python or `tensor.item<T>()` in C++",
	  "item() is ct_tensor_item()" },
	{ view_columns, "Use .reshape(...) instead.", "reshape(...) is ct_reshape()" },
	{ view_a_conjugate_as_real, "use self.resolve_conj();",
	  "resolve_conj() is ct_resolve_conj()" },
	{ read_indices_that_occur_twice, "please call .coalesce() first",
	  "coalesce() is ct_coalesce()" },
	{ write_to_an_expanded_tensor, "Please clone() the tensor", "clone() is ct_clone()" },
	{ negate_a_mask, "use the `~` or `logical_not()` operator instead.",
	  "logical_not() is ct_logical_not()" },
	{ subtract_masks, "Use the `^` or `logical_xor()` operator instead.",
	  "logical_xor() is ct_logical_xor()" },
	{ call_what_is_not_deterministic, "you set 'torch.use_deterministic_algorithms(True)'.",
	  DETERMINISTIC },
	{ write_to_zeros_without_memory, "obtained using .clone()", "clone() is ct_clone()" },
	{ call_cudnn_on_the_cpu, "is only available for these backends: ",
	  "aten::cudnn_grid_sampler has no kernel for CPU; ct_operator_runs_on() says on which "
	  "devices it runs, and ct_library_implement() registers a kernel" },
	{ reduce_in_an_unknown_way, "reduction == Reduction::Mean",
	  "reduction must be CT_REDUCTION_NONE (0), CT_REDUCTION_MEAN (1) or CT_REDUCTION_SUM (2)" },
};

START_TEST(advice_for_python_is_translated)
{
	CT_SCOPE;
	ct_error error = mistakes[_i].make();
	const char *hint = ct_error_hint(error), *advice;

	ck_assert_ptr_nonnull(error);
	advice = strstr(error, mistakes[_i].advice);
	if (advice == NULL && strcmp(CT_LIBTORCH_RELEASE, "2.15.0") != 0) {
		LEFT_OUT(mistakes[_i].advice, "this release has another text");
		ct_error_free(error);
		return;
	}
	ck_assert_msg(advice != NULL, "%s", error);
	ck_assert_msg(hint != NULL, "no hint: %s", error);
	ck_assert_int_eq(strncmp(hint, "In C: ", 6), 0);
	ck_assert_str_eq(hint + 6, mistakes[_i].hint);
	ck_assert(advice < hint);
	ck_assert_int_eq(hint[-1], '\n');
	ct_error_free(error);
}
END_TEST

static void expect_hint(ct_error error, const char *text, const char *words)
{
	const char *hint = ct_error_hint(error);

	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, text) != NULL, "%s", error);
	ck_assert_msg(hint != NULL && strstr(hint, words) != NULL, "%s", error);
	ct_error_free(error);
}

START_TEST(a_class_out_of_range_and_a_loss_without_a_graph_get_a_hint)
{
	CT_SCOPE;
	ct_tensor *scores, *labels, *loss = NULL;

	OK(CT(zeros, &scores, CT_L(2, 3)));
	OK(CT(full, &labels, CT_L(2), 3, .dtype = CT_INT64));
	expect_hint(CT(cross_entropy_loss, &loss, scores, labels), "Target 3 is out of bounds",
		    "from 0 to the number of classes - 1");
	OK(CT(sum, &loss, scores));
	expect_hint(ct_tensor_backward(loss), "does not require grad",
		    "computed in CT_NO_GRAD_SCOPE");
}
END_TEST

START_TEST(libtorchs_text_before_a_hint_is_unchanged)
{
	CT_SCOPE;
	static const char text[] = "Negation, the `-` operator, on a bool tensor is not supported. "
				   "If you are trying to invert a mask, use the `~` or "
				   "`logical_not()` operator instead.";
	ct_error error = negate_a_mask();
	const char *begin = strstr(error, ": ") + 2;

	ck_assert_msg(strncmp(begin, text, strlen(text)) == 0, "%s", error);
	ck_assert_ptr_eq(ct_error_hint(error), begin + sizeof text);
	ct_error_free(error);
}
END_TEST

START_TEST(other_errors_have_no_hint)
{
	CT_SCOPE;
	ct_tensor *x;
	ct_error error = CT(zeros, &x, CT_L(-1));

	ck_assert_ptr_nonnull(error);
	ck_assert_ptr_null(ct_error_hint(error));
	ct_error_free(error);
	ck_assert_ptr_null(ct_error_hint(NULL));
	ck_assert_ptr_null(ct_error_hint("RuntimeError: two\nlines"));
}
END_TEST

/* A copy keeps the hint; a program's own error gets none. */
START_TEST(a_copy_of_an_error_keeps_its_hint)
{
	CT_SCOPE;
	ct_error error = negate_a_mask();
	ct_error copy = ct_error_new(CT_ERROR_VALUE, NULL, "step 3: %s", error);

	ck_assert_str_eq(ct_error_hint(copy), ct_error_hint(error));
	ct_error_free(copy);
	ct_error_free(error);
	copy = ct_error_new(CT_ERROR_VALUE, NULL, "use logical_not() and retain_graph=True");
	ck_assert_ptr_null(ct_error_hint(copy));
	ct_error_free(copy);
}
END_TEST

Suite *hints_suite(void)
{
	Suite *suite = suite_create("hints");
	TCase *tests = tests_of("hints");

	tcase_add_loop_test(tests, advice_for_python_is_translated, 0,
			    (int)(sizeof mistakes / sizeof *mistakes));
	tcase_add_test(tests, a_class_out_of_range_and_a_loss_without_a_graph_get_a_hint);
	tcase_add_test(tests, libtorchs_text_before_a_hint_is_unchanged);
	tcase_add_test(tests, other_errors_have_no_hint);
	tcase_add_test(tests, a_copy_of_an_error_keeps_its_hint);
	suite_add_tcase(suite, tests);
	return suite;
}
