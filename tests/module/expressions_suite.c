/*
 * The macros of ctorch/nn/nn.h: a module's code as an expression, and what an error in it leaves.
 */
#include "support.h"

typedef struct net_data {
	ct_tensor *weight, *unset;
	ct_module *inner, *outer;
	int64_t width;
} net_data;

static ct_tensor *net_forward(void *self, ct_tensor *x)
{
	const net_data *m = self;

	return CT_M(m->outer, CT_E(mul, CT_M(m->inner, x), m->weight));
}

static ct_error twice(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(mul, result, x, 2);
}

static ct_module *doubling_new(void)
{
	return ct_module_of(CT_MODULE(char, "Doubling", twice));
}

/* Fails after its first half if `width` is negative. */
static ct_module *net_new(int64_t width)
{
	net_data *m = CT_MODULE(net_data, "Net", net_forward);

	CT_CHILD(m, inner, doubling_new());
	CT_PARAMETER(m, weight, CT_E(full, CT_L(width), 3.0));
	CT_CHILD(m, outer, doubling_new());
	CT_BUFFER(m, unset, NULL);
	m->width = width;
	return ct_module_of(m);
}

START_TEST(module_is_made_and_called_within_an_expression)
{
	CT_SCOPE;
	ct_module *net = NULL;
	ct_tensor *y;

	OK(CT_FINISH(net_new(2), &net));
	OK(CT_FINISH(CT_E(add, CT_M(net, ones(2)), 1), &y));
	assert_floats(y, (int64_t[]){ 2, -1 }, (double[]){ 13, 13 });
	ck_assert_int_eq(DATA(net_data, net)->width, 2);
	ck_assert_str_eq(ct_module_class_of(net)->name, "Net");
}
END_TEST

START_TEST(values_of_the_macros_are_the_parts)
{
	CT_SCOPE;
	net_data *m = CT_MODULE(net_data, "Net", net_forward);
	const ct_tensor *weight = CT_PARAMETER(m, weight, CT_E(ones, CT_L(2)));
	const ct_module *inner = CT_CHILD(m, inner, doubling_new());
	const ct_tensor *buffer = CT_BUFFER(m, unset, CT_E(ones, CT_L(1)), false);

	OK(CT_DONE());
	ck_assert_ptr_eq(weight, m->weight);
	ck_assert_ptr_eq(inner, m->inner);
	ck_assert_ptr_eq(buffer, m->unset);
	ck_assert_ptr_nonnull(weight);
	ck_assert(ct_tensor_requires_grad(weight));
	ck_assert_ptr_null(CT_PARAMETER(m, weight, NULL));
	ck_assert_ptr_null(m->weight);
	OK(CT_DONE());
}
END_TEST

START_TEST(error_in_a_constructor_waits_and_names_its_place)
{
	CT_SCOPE;
	ct_module *net = (ct_module *)UNTOUCHED;
	const int64_t live = live_handles();
	ct_error error = CT_FINISH(net_new(-1), &net);

	ck_assert_ptr_eq(net, UNTOUCHED);
	ck_assert_msg(strstr(error, "-1") != NULL, "%s", error);
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "at net_new ("));
	ct_error_free(error);
	ck_assert_int_eq(live_handles(), live);
}
END_TEST

START_TEST(error_of_a_part_waits)
{
	CT_SCOPE;
	net_data *m = CT_MODULE(net_data, "Net", net_forward);

	CT_DO(ct_module_add_module(ct_module_of(m), "weight", NULL, NULL));
	ck_assert_ptr_null(CT_PARAMETER(m, weight, CT_E(ones, CT_L(1))));
	ck_assert_ptr_null(CT_CHILD(m, inner, doubling_new()));
	ck_assert_ptr_null(m->inner);
	FAILS(CT_DONE(), "KeyError: attribute 'weight' already exists");
	ck_assert_int_eq(ct_module_child_count(ct_module_of(m)), 1);
}
END_TEST

static net_data *after_an_error(void)
{
	ck_assert_ptr_null(CT_FAIL(CT_ERROR_VALUE, "before"));
	return CT_MODULE(net_data, "Net", net_forward);
}

START_TEST(data_after_an_error_is_zeros_and_without_a_module)
{
	CT_SCOPE;
	const net_data zeros = { 0 };
	net_data *m = after_an_error();

	ck_assert_mem_eq(m, &zeros, sizeof zeros);
	ck_assert_ptr_null(ct_module_of(m));
	m->width = 7;
	CT_CHILD(m, inner, doubling_new());
	CT_PARAMETER(m, weight, CT_E(ones, CT_L(1)));
	CT_BUFFER(m, unset, CT_E(ones, CT_L(1)));
	ck_assert_ptr_null(m->inner);
	ck_assert_ptr_null(m->weight);
	FAILS(CT_FINISH(ct_module_of(m), &m->inner), "ValueError: before");
	m = after_an_error();
	ck_assert_int_eq(m->width, 0);
	FAILS(CT_DONE(), "ValueError: before");
	FAILS(CT_FINISH(CT_M(ct_module_of(m), ones(1)), NULL),
	      "ArgumentError: ct_module_forward: argument 1 (self) must not be NULL");
}
END_TEST

/* Each thread has scratch data of its own. */
static void *scratch_of_another_thread(void *result)
{
	CT_SCOPE;

	*(net_data **)result = after_an_error();
	ct_error_free(CT_DONE());
	return NULL;
}

START_TEST(data_after_an_error_is_the_thread_s)
{
	CT_SCOPE;
	net_data *m = after_an_error(), *other;

	run_in_thread(scratch_of_another_thread, &other);
	ck_assert_ptr_ne(m, other);
	FAILS(CT_DONE(), "ValueError: before");
}
END_TEST

START_TEST(call_after_an_error_is_skipped)
{
	CT_SCOPE;
	ct_module *net = made(net_new(2));
	const ct_tensor *y = CT_M(net, CT_M(net, ones(3)));

	ck_assert_ptr_null(y);
	FAILS_WITH(CT_FINISH(CT_M(net, ones(2)), NULL), CT_ERROR_RUNTIME,
		   "The size of tensor a (3) must match the size of tensor b (2)");
	OK(CT_FINISH(CT_M(net, ones(2)), NULL));
}
END_TEST

START_TEST(error_in_a_forward_expression_is_that_of_the_call)
{
	CT_SCOPE;
	ct_module *net = made(net_new(2));
	ct_tensor *y = UNTOUCHED;
	ct_error error = ct_module_forward(net, ones(3), &y);

	ck_assert_ptr_eq(y, UNTOUCHED);
	ck_assert_str_eq(ct_error_function(error), "ct_mul_Tensor");
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "at net_forward ("));
	ct_error_free(error);
	OK(ct_module_forward(net, ones(2), &y));
	assert_floats(y, (int64_t[]){ 2, -1 }, (double[]){ 12, 12 });
}
END_TEST

static ct_tensor *nothing(void *self, ct_tensor *x)
{
	(void)self, (void)x;
	return NULL;
}

START_TEST(forward_expression_returns_a_tensor)
{
	CT_SCOPE;
	ct_module *net = made(ct_module_of(CT_MODULE(char, "Nothing", nothing)));
	ct_tensor *y = UNTOUCHED;

	FAILS(ct_module_forward(net, ones(2), &y), "TypeError: Nothing.forward() returned NULL");
	ck_assert_ptr_eq(y, UNTOUCHED);
	FAILS_WITH(ct_module_forward_all(net, CT_NO_TENSORS, &y, 1), CT_ERROR_TYPE,
		   "Nothing.forward() takes 1 input but 0 were given");
}
END_TEST

static ct_tensor *same(void *self, ct_tensor *x)
{
	(void)self;
	return x;
}

START_TEST(parameters_are_tied_in_data_and_in_modules)
{
	CT_SCOPE;
	net_data *m = CT_MODULE(net_data, "Net", net_forward), *inner;

	CT_CHILD(m, inner, net_new(2));
	CT_CHILD(m, outer, net_new(2));
	inner = DATA(net_data, m->inner);
	CT_TIE(m, "inner.weight", "outer.weight");
	OK(CT_DONE());
	ck_assert_ptr_eq(inner->weight, DATA(net_data, m->outer)->weight);
	CT_PARAMETER(inner, weight, ones(2));
	CT_TIE(ct_module_of(m), "inner.weight", "outer.weight");
	OK(CT_DONE());
	ck_assert_ptr_eq(inner->weight, DATA(net_data, m->outer)->weight);
}
END_TEST

/* For a caller without a scope. */
static ct_module *kept(ct_module *(*make)(void))
{
	CT_SCOPE;
	ct_module *module = made(make());

	ct_scope_move_object_up(module);
	return module;
}

static ct_module *net_of_two(void)
{
	return net_new(2);
}

static ct_module *same_new(void)
{
	return ct_module_of(CT_MODULE(char, "Same", same));
}

START_TEST(without_a_scope_the_caller_owns_the_result_of_an_expression)
{
	ct_module *net = kept(net_of_two), *identity = kept(same_new);
	ct_tensor *x = ones(2), *y;

	OK(ct_module_forward(net, x, &y));
	assert_floats(y, (int64_t[]){ 2, -1 }, (double[]){ 12, 12 });
	ct_tensor_free(y);
	OK(ct_module_forward(identity, x, &y));
	ck_assert_ptr_eq(y, x);
	ct_tensor_free(y);
	assert_floats(x, (int64_t[]){ 2, -1 }, (double[]){ 1, 1 });
	ct_tensor_free(x);
	ct_module_free(net);
	ct_module_free(identity);
}
END_TEST

START_TEST(missing_child_is_an_error_of_the_call)
{
	CT_SCOPE;

	FAILS(CT_FINISH(CT_M(NULL, ones(2)), NULL),
	      "ArgumentError: ct_module_forward: argument 1 (self) must not be NULL");
}
END_TEST

START_TEST(without_a_scope_nothing_is_made)
{
	net_data *m = CT_MODULE(net_data, "Net", net_forward);

	ck_assert_ptr_null(ct_module_of(m));
	FAILS_WITH(CT_FINISH(ct_module_of(m), &m->inner), CT_ERROR_ARGUMENT, "no scope is open");
}
END_TEST

START_TEST(loops_visit_all_parameters_and_buffers)
{
	CT_SCOPE;
	ct_module *tree = made(tree_new());
	char names[200] = "";
	int64_t n = 0;

	CT_EACH_PARAMETER(tree, p)
	{
		strcat(strcat(names, " "), p->name);
		n += ct_tensor_numel(p->tensor);
	}
	ck_assert_str_eq(names, " scale first.weight");
	ck_assert_int_eq(n, 7);
	names[0] = '\0';
	CT_EACH_BUFFER(tree, b)
	strcat(strcat(names, " "), b->name);
	ck_assert_str_eq(names, " table mask first.scratch first.steps second.mean second.scratch "
				"second.steps");
}
END_TEST

START_TEST(loop_may_end_early_and_be_nested)
{
	CT_SCOPE;
	ct_module *tree = made(tree_new());
	int n = 0;

	CT_EACH_PARAMETER(tree, p)
	CT_EACH_PARAMETER(tree, q)
	{
		n++;
		if (p->tensor == q->tensor)
			break;
	}
	ck_assert_int_eq(n, 3);
}
END_TEST

START_TEST(loop_after_an_error_has_no_turns)
{
	CT_SCOPE;
	ct_module *tree = made(tree_new());

	ck_assert_ptr_null(CT_FAIL(CT_ERROR_VALUE, "before"));
	CT_EACH_PARAMETER(tree, p)
	ck_abort_msg("%s", p->name);
	FAILS(CT_DONE(), "ValueError: before");
	CT_EACH_PARAMETER(NULL, p)
	ck_abort_msg("%s", p->name);
	FAILS_WITH(CT_DONE(), CT_ERROR_ARGUMENT, "argument 1 (self) must not be NULL");
}
END_TEST

Suite *expressions_suite(void)
{
	Suite *suite = suite_create("modules in expressions");
	TCase *tests = tests_of("modules in expressions");

	tcase_add_test(tests, module_is_made_and_called_within_an_expression);
	tcase_add_test(tests, values_of_the_macros_are_the_parts);
	tcase_add_test(tests, error_in_a_constructor_waits_and_names_its_place);
	tcase_add_test(tests, error_of_a_part_waits);
	tcase_add_test(tests, data_after_an_error_is_zeros_and_without_a_module);
	tcase_add_test(tests, data_after_an_error_is_the_thread_s);
	tcase_add_test(tests, call_after_an_error_is_skipped);
	tcase_add_test(tests, error_in_a_forward_expression_is_that_of_the_call);
	tcase_add_test(tests, forward_expression_returns_a_tensor);
	tcase_add_test(tests, parameters_are_tied_in_data_and_in_modules);
	tcase_add_test(tests, without_a_scope_the_caller_owns_the_result_of_an_expression);
	tcase_add_test(tests, missing_child_is_an_error_of_the_call);
	tcase_add_test(tests, without_a_scope_nothing_is_made);
	tcase_add_test(tests, loops_visit_all_parameters_and_buffers);
	tcase_add_test(tests, loop_may_end_early_and_be_nested);
	tcase_add_test(tests, loop_after_an_error_has_no_turns);
	suite_add_tcase(suite, tests);
	return suite;
}
