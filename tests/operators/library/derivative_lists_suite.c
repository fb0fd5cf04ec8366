/*
 * Gradients in C of operators with lists, several results and None among their arguments.
 */
#include "support.h"

static ct_library *library;

static void begin(void)
{
	OK(ct_library_new("test_fl", &library));
}

static void end(void)
{
	ct_library_free(library);
}

/* sums(Tensor[] xs, Tensor? bias, int n) -> (Tensor, Tensor, int): the sum, n times the first. */
static ct_error sums(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		     int64_t results_len)
{
	ct_tensor *first, *second, *sum, *scaled;
	ct_value item;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_item(&args[0], 0, &item));
	CT_TRY(ct_value_as_tensor(&item, &first));
	CT_TRY(ct_value_item(&args[0], 1, &item));
	CT_TRY(ct_value_as_tensor(&item, &second));
	CT_TRY(ct_add_Tensor(first, second, ct_scalar_int(1), &sum));
	CT_TRY(ct_mul_Scalar(first, ct_scalar_int(args[2].i), &scaled));
	results[0] = ct_value_tensor(sum);
	results[1] = ct_value_tensor(scaled);
	results[2] = args[2];
	return NULL;
}

static ct_error sums_backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
			      const ct_value *grads, int64_t grads_len, void *context,
			      ct_value *input_grads, int64_t input_grads_len)
{
	ct_tensor *of_sum, *of_scaled, *scaled, *total;

	(void)noted, (void)args_len, (void)context;
	MUST(grads_len == 3 && input_grads_len == 3 && ct_value_is_none(&grads[2]));
	CT_TRY(ct_value_as_tensor(&grads[0], &of_sum));
	CT_TRY(ct_value_as_tensor(&grads[1], &of_scaled));
	CT_TRY(ct_mul_Scalar(of_scaled, ct_scalar_int(args[2].i), &scaled));
	CT_TRY(ct_add_Tensor(of_sum, scaled, ct_scalar_int(1), &total));
	input_grads[0] = ct_value_list_new();
	CT_TRY(ct_value_list_append(&input_grads[0], ct_value_tensor(total)));
	return ct_value_list_append(&input_grads[0], ct_value_tensor(of_sum));
}

static void define_sums(ct_operator_backward_function backward)
{
	OK(ct_library_define(library,
			     "sums(Tensor[] xs, Tensor? bias, int n) -> (Tensor, Tensor, int)"));
	OK(ct_library_implement(library, "sums", "CPU", sums, NULL, NULL));
	OK(ct_library_set_backward(library, "sums", NULL, backward, NULL, NULL));
}

static ct_error call_sums(ct_tensor **xs, ct_value *results)
{
	return ct_call("test_fl::sums",
		       (ct_value[]){ ct_value_tensors(CT_TENSORS_OF(xs, 2)), ct_value_none(),
				     ct_value_int(5) },
		       3, results, 3);
}

START_TEST(lists_and_several_results_have_gradients)
{
	ct_tensor *xs[] = { leaf(1), leaf(2) }, *both;
	ct_value results[3];

	define_sums(sums_backward);
	OK(call_sums(xs, results));
	assert_prints(&results[2], "5");
	OK(ct_add_Tensor(tensor_in(&results[0]), tensor_in(&results[1]), ct_scalar_int(1), &both));
	OK(ct_tensor_backward(both));
	ck_assert(gradient_of(xs[0]) == 6);
	ck_assert(gradient_of(xs[1]) == 1);
	ct_values_free(results, 3);
	ct_tensor_free(both);
	ct_tensor_free(xs[0]);
	ct_tensor_free(xs[1]);
}
END_TEST

static const ct_value *wrong_gradients;

static ct_error give_wrong(ct_function_context *noted, const ct_value *args, int64_t args_len,
			   const ct_value *grads, int64_t grads_len, void *context,
			   ct_value *input_grads, int64_t input_grads_len)
{
	(void)noted, (void)args, (void)args_len, (void)grads, (void)grads_len, (void)context;
	for (int64_t i = 0; i < input_grads_len; i++)
		input_grads[i] = wrong_gradients[i];
	return NULL;
}

static void backward_fails(const ct_value *gradients, const char *part)
{
	ct_tensor *xs[] = { leaf(1), leaf(2) };
	ct_value results[3];

	wrong_gradients = gradients;
	OK(call_sums(xs, results));
	FAILS_WITH(ct_tensor_backward(tensor_in(&results[0])), CT_ERROR_RUNTIME, part);
	ct_values_free(results, 3);
	ct_tensor_free(xs[0]);
	ct_tensor_free(xs[1]);
}

START_TEST(a_wrong_gradient_names_operator_and_argument)
{
	define_sums(give_wrong);
	backward_fails((ct_value[3]){ ct_value_int(1) },
		       "test_fl::sums(): its backward in C returned type 'int' as the gradient "
		       "of argument 'xs', which must be a list as long as the argument, or None");
	backward_fails((ct_value[3]){ ct_value_list(NULL, 0) }, "as long as the argument");
	backward_fails(
		(ct_value[3]){ ct_value_ints(CT_L(1, 2)) },
		"returned type 'int' as the gradient of argument 'xs', which must be a Tensor "
		"or None");
	backward_fails((ct_value[3]){ ct_value_tensors(CT_TENSORS_OF((ct_tensor *[2]){ NULL }, 2)),
				      ct_value_none(), ct_value_tensors(CT_NO_TENSORS) },
		       "returned type 'list' as the gradient of argument 'n', which must be None");
	backward_fails((ct_value[3]){ ct_value_none(), ct_value_none(), ct_value_float(1) },
		       "gradient of argument 'n', which must be None, since it is not a tensor");
}
END_TEST

START_TEST(a_gradient_that_is_no_value_is_told_as_it_is)
{
	ct_value items[] = { ct_value_none(), { .kind = CT_VALUE_TENSOR } };

	define_sums(give_wrong);
	backward_fails((ct_value[3]){ { .kind = CT_VALUE_TENSOR } },
		       "test_fl::sums(): its backward in C returned a value that points to "
		       "nothing as the gradient of argument 'xs'");
	backward_fails((ct_value[3]){ ct_value_list(items, 2) },
		       "returned a value that points to nothing as the gradient of argument 'xs'");
	backward_fails((ct_value[3]){ { .kind = CT_VALUE_TENSORS, .i = -1 } },
		       "returned a list of negative length as the gradient of argument 'xs'");
	backward_fails((ct_value[3]){ ct_value_none(), { .kind = 99 } },
		       "returned a value of an unknown kind as the gradient of argument 'bias'");
}
END_TEST

/* --- Lists of any length --------------------------------------------------------------------- */

/* each(Tensor[] xs, Tensor bias) -> (Tensor, Tensor[]): three times bias, and twice each of xs. */
static ct_error each(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		     int64_t results_len)
{
	ct_tensor *tensor, *result;
	ct_value item;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_as_tensor(&args[1], &tensor));
	CT_TRY(ct_mul_Scalar(tensor, ct_scalar_int(3), &result));
	results[0] = ct_value_tensor(result);
	results[1] = ct_value_list_new();
	for (int64_t i = 0; i < ct_value_count(&args[0]); i++) {
		CT_TRY(ct_value_item(&args[0], i, &item));
		CT_TRY(ct_value_as_tensor(&item, &tensor));
		CT_TRY(ct_mul_Scalar(tensor, ct_scalar_int(2), &result));
		CT_TRY(ct_value_list_append(&results[1], ct_value_tensor(result)));
	}
	return NULL;
}

/* As in torch.library.register_autograd(): a list for a list, of any length. */
static ct_error each_backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
			      const ct_value *grads, int64_t grads_len, void *context,
			      ct_value *input_grads, int64_t input_grads_len)
{
	ct_tensor *grad, *result;
	ct_value item;

	(void)noted, (void)args_len, (void)input_grads_len;
	MUST(ct_value_is_none(&args[0]) && ct_value_is_none(&args[1]));
	MUST(grads_len == 2 && strcmp(ct_value_type_name(&grads[1]), "list") == 0);
	MUST(ct_value_count(&grads[1]) == *(int64_t *)context);
	input_grads[0] = ct_value_list_new();
	for (int64_t i = 0; i < ct_value_count(&grads[1]); i++) {
		CT_TRY(ct_value_item(&grads[1], i, &item));
		CT_TRY(ct_value_as_tensor(&item, &grad));
		CT_TRY(ct_mul_Scalar(grad, ct_scalar_int(2), &result));
		CT_TRY(ct_value_list_append(&input_grads[0], ct_value_tensor(result)));
	}
	CT_TRY(ct_value_as_tensor(&grads[0], &grad));
	CT_TRY(ct_mul_Scalar(grad, ct_scalar_int(3), &result));
	input_grads[1] = ct_value_tensor(result);
	return NULL;
}

START_TEST(an_empty_list_is_a_list_like_others)
{
	ct_tensor *xs[] = { leaf(1), leaf(2) }, *bias = leaf(1);
	ct_value results[2];
	int64_t n;

	OK(ct_library_define(library, "each(Tensor[] xs, Tensor bias) -> (Tensor, Tensor[])"));
	OK(ct_library_implement(library, "each", "CPU", each, NULL, NULL));
	OK(ct_library_set_backward(library, "each", NULL, each_backward, &n, NULL));
	for (n = 0; n <= 2; n++) {
		OK(ct_tensor_set_grad(bias, NULL));
		OK(ct_call("test_fl::each",
			   (ct_value[]){ ct_value_tensors(CT_TENSORS_OF(xs, n)),
					 ct_value_tensor(bias) },
			   2, results, 2));
		ck_assert_int_eq(ct_value_count(&results[1]), n);
		OK(ct_tensor_backward(tensor_in(&results[0])));
		ck_assert(gradient_of(bias) == 3);
		ct_values_free(results, 2);
	}
	ct_tensor_free(bias);
	ct_tensor_free(xs[0]);
	ct_tensor_free(xs[1]);
}
END_TEST

/* some(Tensor self, int?[] ints, Tensor?[] others) -> Tensor: twice the first. */
static ct_error some(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		     int64_t results_len)
{
	ct_tensor *self, *result;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_mul_Scalar(self, ct_scalar_int(2), &result));
	results[0] = ct_value_tensor(result);
	return NULL;
}

static ct_error some_backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
			      const ct_value *grads, int64_t grads_len, void *context,
			      ct_value *input_grads, int64_t input_grads_len)
{
	char *text;

	(void)args_len, (void)grads_len, (void)input_grads_len, (void)context;
	CT_TRY(ct_value_to_string(&args[1], &text));
	MUST(strcmp(text, "[None, 3]") == 0);
	ct_free(text);
	MUST(ct_value_is_none(&args[2]));
	/* self, and of the others None and a tensor that requires a gradient */
	MUST(ct_function_input_count(noted) == 3);
	MUST(ct_function_needs_input_grad(noted, 0) && !ct_function_needs_input_grad(noted, 1) &&
	     ct_function_needs_input_grad(noted, 2));
	input_grads[0] = grads[0];
	input_grads[2] = ct_value_list_new();
	CT_TRY(ct_value_list_append(&input_grads[2], ct_value_none()));
	return ct_value_list_append(&input_grads[2], grads[0]);
}

START_TEST(none_among_numbers_is_no_tensor)
{
	ct_tensor *x = leaf(1), *other = leaf(2);
	ct_value ints[] = { ct_value_none(), ct_value_int(3) }, result;

	OK(ct_library_define(library, "some(Tensor self, int?[] n, Tensor?[] others) -> Tensor"));
	OK(ct_library_implement(library, "some", "CPU", some, NULL, NULL));
	OK(ct_library_set_backward(library, "some", NULL, some_backward, NULL, NULL));
	OK(CALL(&result, "test_fl::some", ct_value_tensor(x), ct_value_list(ints, 2),
		ct_value_tensors(CT_TENSORS(NULL, other))));
	OK(ct_tensor_backward(tensor_in(&result)));
	ck_assert(gradient_of(x) == 1);
	ck_assert(gradient_of(other) == 1);
	ct_value_free(&result);
	ct_tensor_free(other);
	ct_tensor_free(x);
}
END_TEST

Suite *derivative_lists_suite(void)
{
	Suite *suite = suite_create("operators: gradients in C of lists");
	TCase *tests = tests_of("gradients in C of lists");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, lists_and_several_results_have_gradients);
	tcase_add_test(tests, a_wrong_gradient_names_operator_and_argument);
	tcase_add_test(tests, a_gradient_that_is_no_value_is_told_as_it_is);
	tcase_add_test(tests, an_empty_list_is_a_list_like_others);
	tcase_add_test(tests, none_among_numbers_is_no_tensor);
	suite_add_tcase(suite, tests);
	return suite;
}
