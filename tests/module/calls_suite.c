/*
 * Calling modules: one tensor in and one out, or several.
 */
#include "support.h"

/* a + b and a * b; without b, a and a. Fails for a negative sum. */
static ct_error mix(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
		    ct_tensor **outputs, int64_t outputs_len)
{
	const ct_tensor *a = inputs[0], *b = inputs_len > 1 ? inputs[1] : NULL;
	const ct_tensor *sum = b ? CT_E(add, a, b) : CT_E(clone, a);
	const ct_tensor *product = b ? CT_E(mul, a, b) : CT_E(clone, a);

	(void)self;
	if (CT_ITEM(sum) < 0)
		CT_FAIL(CT_ERROR_VALUE, "negative");
	if (outputs_len > 1)
		CT_TRY(CT_FINISH(product, &outputs[1]));
	return CT_FINISH(sum, outputs_len ? &outputs[0] : NULL);
}

static const ct_module_class mix_class = {
	.name = "Mix", .forward_all = mix, .inputs_min = 1, .inputs_max = 2, .outputs_max = 2
};

static ct_error negate(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(neg, result, x);
}

static const ct_module_class negate_class = { .name = "Negate", .forward = negate };

static ct_module *mixing, *negating;
static ct_scope *scope;

static void make_both(void)
{
	scope = open_scope();
	OK(ct_module_new(&mix_class, &mixing));
	OK(ct_module_new(&negate_class, &negating));
}

static void close_scope(void)
{
	OK(ct_scope_close(scope));
}

START_TEST(one_tensor_goes_in_and_one_comes_out)
{
	ct_tensor *y;

	OK(ct_module_forward(negating, number(2), &y));
	ck_assert_double_eq(value_of(y), -2);
	OK(ct_module_forward(mixing, number(2), &y));
	ck_assert_double_eq(value_of(y), 2);
}
END_TEST

START_TEST(several_tensors_go_in_and_come_out)
{
	const ct_tensor *inputs[] = { number(2), number(5) };
	ct_tensor *outputs[2];

	OK(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 2), outputs, 2));
	ck_assert_double_eq(value_of(outputs[0]), 7);
	ck_assert_double_eq(value_of(outputs[1]), 10);
	OK(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 2), outputs, 1));
	OK(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 2), NULL, 0));
	OK(ct_module_forward_all(negating, CT_TENSORS_OF(inputs, 1), outputs, 1));
	ck_assert_double_eq(value_of(outputs[0]), -2);
}
END_TEST

START_TEST(input_may_be_none)
{
	const ct_tensor *inputs[] = { number(2), NULL };
	ct_tensor *y;

	OK(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 2), &y, 1));
	ck_assert_double_eq(value_of(y), 2);
	OK(CT_FINISH(CT_M(mixing, number(3), NULL), &y));
	ck_assert_double_eq(value_of(y), 3);
	OK(CT_FINISH(CT_M(mixing, number(3), number(4)), &y));
	ck_assert_double_eq(value_of(y), 7);
}
END_TEST

START_TEST(wrong_numbers_of_inputs_and_outputs_are_errors)
{
	const ct_tensor *inputs[] = { number(2), number(5), number(6) };
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED, UNTOUCHED };

	FAILS(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 3), outputs, 1),
	      "TypeError: Mix.forward() takes from 1 to 2 inputs but 3 were given");
	FAILS(ct_module_forward_all(mixing, CT_NO_TENSORS, outputs, 1),
	      "TypeError: Mix.forward() takes from 1 to 2 inputs but 0 were given");
	FAILS(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 1), outputs, 3),
	      "TypeError: Mix.forward() has 2 outputs but 3 were wanted");
	FAILS(ct_module_forward_all(negating, CT_TENSORS_OF(inputs, 2), outputs, 1),
	      "TypeError: Negate.forward() takes 1 input but 2 were given");
	FAILS_WITH(ct_module_forward_all(negating, CT_TENSORS_OF(inputs, 1), outputs, 0),
		   CT_ERROR_TYPE, "Negate.forward() has 1 output but 0 were wanted");
	FAILS_WITH(ct_module_forward_all(negating, CT_TENSORS_OF(inputs, 1), outputs, 2),
		   CT_ERROR_TYPE, "Negate.forward() has 1 output but 2 were wanted");
	FAILS_WITH(ct_module_forward_all(negating, CT_TENSORS_OF(inputs, -1), outputs, 1),
		   CT_ERROR_ARGUMENT, "-1 inputs");
	FAILS_WITH(ct_module_forward_all(negating, CT_TENSORS_OF(NULL, 1), outputs, 1),
		   CT_ERROR_ARGUMENT, "NULL");
	FAILS_WITH(ct_module_forward_all(negating, CT_TENSORS_OF(inputs, 1), NULL, 1),
		   CT_ERROR_ARGUMENT, "NULL");
	for (int i = 0; i < 3; i++)
		ck_assert_ptr_eq(outputs[i], UNTOUCHED);
}
END_TEST

static ct_error add_two(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			ct_tensor **outputs, int64_t outputs_len)
{
	(void)self, (void)inputs_len, (void)outputs_len;
	return CT(add, outputs, inputs[0], inputs[1]);
}

/* a - b, or -a alone. */
static ct_tensor *difference(void *self, ct_tensor *a, ct_tensor *b)
{
	(void)self;
	return b ? CT_E(sub, a, b) : CT_E(neg, a);
}

static ct_tensor *gives_nothing(void *self, ct_tensor *a, ct_tensor *b)
{
	(void)self, (void)a, (void)b;
	return NULL;
}

START_TEST(an_expression_may_have_two_inputs)
{
	const ct_tensor *inputs[] = { number(2), number(5), number(6) };
	int *unused = CT_MODULE(int, "Difference", difference), *also;
	ct_module *module = ct_module_of(unused);
	ct_tensor *y = UNTOUCHED, *ys[] = { UNTOUCHED, UNTOUCHED };

	OK(CT_FINISH(CT_M(module, inputs[0], inputs[1]), &y));
	ck_assert_double_eq(value_of(y), -3);
	OK(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), ys, 1));
	ck_assert_double_eq(value_of(ys[0]), -3);
	y = UNTOUCHED;
	FAILS(ct_module_forward(module, inputs[0], &y),
	      "TypeError: Difference.forward() takes 2 inputs but 1 was given");
	FAILS(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 3), &y, 1),
	      "TypeError: Difference.forward() takes 2 inputs but 3 were given");
	FAILS(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), ys, 2),
	      "TypeError: Difference.forward() has 1 output but 2 were wanted");
	inputs[1] = NULL;
	FAILS_WITH(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), &y, 1),
		   CT_ERROR_ARGUMENT, "inputs[1]");
	ck_assert_ptr_eq(y, UNTOUCHED);
	also = CT_MODULE(int, "Difference", difference, .inputs_min = 1);
	OK(CT_FINISH(CT_M(ct_module_of(also), number(2)), &y));
	ck_assert_double_eq(value_of(y), -2);
	OK(ct_module_forward(ct_module_of(also), number(3), &y));
	ck_assert_double_eq(value_of(y), -3);
	unused = CT_MODULE(int, "Nothing", gives_nothing);
	FAILS(CT_FINISH(CT_M(ct_module_of(unused), number(1), number(2)), &y),
	      "TypeError: Nothing.forward() returned NULL");
}
END_TEST

START_TEST(one_input_was_given_and_two_were)
{
	static const ct_module_class add_class = { .name = "Add",
						   .forward_all = add_two,
						   .inputs_min = 2,
						   .inputs_max = 2,
						   .outputs_max = 1 };
	static const ct_module_class maybe_class = {
		.name = "Maybe", .forward_all = mix, .inputs_max = 1, .outputs_max = 1
	};
	const ct_tensor *inputs[] = { number(2), number(5) };
	ct_module *adding, *maybe;
	ct_tensor *y = UNTOUCHED;

	OK(ct_module_new(&add_class, &adding));
	OK(ct_module_new(&maybe_class, &maybe));
	FAILS(ct_module_forward(adding, inputs[0], &y),
	      "TypeError: Add.forward() takes 2 inputs but 1 was given");
	FAILS(ct_module_forward_all(maybe, CT_TENSORS_OF(inputs, 2), &y, 1),
	      "TypeError: Maybe.forward() takes from 0 to 1 inputs but 2 were given");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

/* Writes as many of its three outputs as the module's data says. */
static ct_error write_some(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			   ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len;
	for (int64_t i = 0; i < *(int64_t *)self && i < outputs_len; i++)
		CT_TRY(CT(neg, &outputs[i], inputs[0]));
	return NULL;
}

static ct_error write_nothing(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self, (void)x, (void)result;
	return NULL;
}

static const ct_module_class some_class = { .name = "Some",
					    .size = sizeof(int64_t),
					    .forward_all = write_some,
					    .inputs_min = 1,
					    .inputs_max = 1,
					    .outputs_max = 3 };
static const ct_module_class nothing_class = { .name = "Nothing", .forward = write_nothing };

START_TEST(output_that_forward_does_not_write_is_an_error)
{
	const ct_tensor *x = number(2);
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED, UNTOUCHED };
	ct_module *some, *nothing;

	OK(ct_module_new(&some_class, &some));
	OK(ct_module_new(&nothing_class, &nothing));
	FAILS(ct_module_forward(nothing, x, outputs), "TypeError: Nothing.forward() returned NULL");
	FAILS(ct_module_forward_all(nothing, CT_TENSORS(x), outputs, 1),
	      "TypeError: Nothing.forward() returned NULL");
	FAILS(ct_module_forward(some, x, outputs), "TypeError: Some.forward() returned NULL");
	FAILS(CT_FINISH(CT_M(some, x), outputs), "TypeError: Some.forward() returned NULL");
	*(int64_t *)ct_module_data(some) = 2;
	FAILS(ct_module_forward_all(some, CT_TENSORS(x), outputs, 3),
	      "TypeError: Some.forward() did not set outputs[2]");
	for (int i = 0; i < 3; i++)
		ck_assert_ptr_eq(outputs[i], UNTOUCHED);
	OK(ct_module_forward_all(some, CT_TENSORS(x), outputs, 2));
	ck_assert_double_eq(value_of(outputs[1]), -2);
	OK(ct_module_forward_all(some, CT_TENSORS(x), NULL, 0));
}
END_TEST

/* One tensor in two places, and a third that it forgets. */
static ct_error write_twice(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	(void)self, (void)inputs_len, (void)outputs_len;
	CT_TRY(CT(neg, &outputs[0], inputs[0]));
	outputs[1] = outputs[0];
	return NULL;
}

static const ct_module_class twice_class = { .name = "Twice",
					     .forward_all = write_twice,
					     .inputs_min = 1,
					     .inputs_max = 1,
					     .outputs_max = 3 };

static ct_error refuse_outputs(ct_module *module, const ct_tensor *const *inputs,
			       int64_t inputs_len, ct_tensor **outputs, int64_t outputs_len,
			       void *context)
{
	(void)module, (void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;
	(void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "refused");
}

START_TEST(output_that_is_there_twice_is_released_once)
{
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED, UNTOUCHED };
	ct_module *module;
	const ct_tensor *x = number(1);

	OK(ct_module_new(&twice_class, &module));
	ct_scope_disown_object(module);
	ct_scope_disown((ct_tensor *)x);
	OK(ct_scope_close(scope));
	FAILS(ct_module_forward_all(module, CT_TENSORS(x), outputs, 3),
	      "TypeError: Twice.forward() did not set outputs[2]");
	OK(ct_module_register_forward_hook(module, refuse_outputs, NULL, NULL, NULL, NULL));
	FAILS(ct_module_forward_all(module, CT_TENSORS(x), outputs, 2), "ValueError: refused");
	ck_assert_ptr_eq(outputs[0], UNTOUCHED);
	ct_tensor_free((ct_tensor *)x);
	ct_module_free(module);
	scope = open_scope();
}
END_TEST

START_TEST(missing_arguments_are_errors)
{
	ct_tensor *y = UNTOUCHED;

	FAILS(ct_module_forward(NULL, number(1), &y),
	      "ArgumentError: ct_module_forward: argument 1 (self) must not be NULL");
	FAILS(ct_module_forward(negating, NULL, &y),
	      "ArgumentError: ct_module_forward: argument 2 (x) must not be NULL");
	FAILS(ct_module_forward(negating, number(1), NULL),
	      "ArgumentError: ct_module_forward: argument 3 (result) must not be NULL");
	FAILS(ct_module_forward_all(negating, CT_TENSORS(NULL), &y, 1),
	      "ArgumentError: ct_module_forward_all: argument 2 (inputs[0]) must not be NULL");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

START_TEST(error_of_forward_is_returned_and_nothing_is_written)
{
	const ct_tensor *inputs[] = { number(-2), number(1) };
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED };

	FAILS(ct_module_forward_all(mixing, CT_TENSORS_OF(inputs, 2), outputs, 1),
	      "ValueError: negative");
	ck_assert_ptr_eq(outputs[0], UNTOUCHED);
	FAILS(ct_module_forward(mixing, number(-2), outputs), "ValueError: negative");
	ck_assert_ptr_eq(outputs[0], UNTOUCHED);
}
END_TEST

START_TEST(result_belongs_to_the_caller_without_a_scope)
{
	ct_module *module;
	ct_tensor *x, *y;

	ct_scope_disown_object(negating);
	module = negating;
	x = number(1);
	ct_scope_disown(x);
	OK(ct_scope_close(scope));
	OK(ct_module_forward(module, x, &y));
	ct_tensor_free(x);
	ct_tensor_free(y);
	ct_module_free(module);
	scope = open_scope();
}
END_TEST

Suite *calls_suite(void)
{
	Suite *suite = suite_create("calls of modules");
	TCase *tests = tests_of("calls of modules");

	tcase_add_checked_fixture(tests, make_both, close_scope);
	tcase_add_test(tests, one_tensor_goes_in_and_one_comes_out);
	tcase_add_test(tests, several_tensors_go_in_and_come_out);
	tcase_add_test(tests, input_may_be_none);
	tcase_add_test(tests, wrong_numbers_of_inputs_and_outputs_are_errors);
	tcase_add_test(tests, an_expression_may_have_two_inputs);
	tcase_add_test(tests, one_input_was_given_and_two_were);
	tcase_add_test(tests, output_that_forward_does_not_write_is_an_error);
	tcase_add_test(tests, output_that_is_there_twice_is_released_once);
	tcase_add_test(tests, missing_arguments_are_errors);
	tcase_add_test(tests, error_of_forward_is_returned_and_nothing_is_written);
	tcase_add_test(tests, result_belongs_to_the_caller_without_a_scope);
	suite_add_tcase(suite, tests);
	return suite;
}
