/*
 * What changes all parameters and buffers of a module: modes, gradients, conversions.
 */
#include "support.h"

static ct_module *tree;
static ct_scope *scope;

static void make_tree(void)
{
	scope = open_scope();
	tree = made(tree_new());
}

static void close_scope(void)
{
	OK(ct_scope_close(scope));
}

static tree_data *data(void)
{
	return ct_module_data(tree);
}

static block_data *first(void)
{
	return ct_module_data(data()->first);
}

static block_data *second(void)
{
	return ct_module_data(data()->second);
}

/* --- Modes ------------------------------------------------------------------------------------ */

START_TEST(training_mode_is_set_in_all_modules)
{
	OK(ct_module_eval(tree));
	ck_assert(!ct_module_is_training(tree));
	ck_assert(!ct_module_is_training(data()->first));
	OK(ct_module_train(data()->second, true));
	ck_assert(!ct_module_is_training(tree));
	ck_assert(ct_module_is_training(data()->second));
	OK(ct_module_train(tree, true));
	ck_assert(ct_module_is_training(data()->first));
	OK(ct_module_train(tree, false));
	ck_assert(!ct_module_is_training(data()->second));
	FAILS_WITH(ct_module_eval(NULL), CT_ERROR_ARGUMENT, "argument 1 (self) must not be NULL");
}
END_TEST

START_TEST(requires_grad_is_set_in_all_parameters)
{
	OK(ct_module_set_requires_grad(tree, false));
	ck_assert(!ct_tensor_requires_grad(data()->scale));
	ck_assert(!ct_tensor_requires_grad(first()->weight));
	OK(ct_module_set_requires_grad(tree, true));
	ck_assert(ct_tensor_requires_grad(data()->scale));
	ck_assert(!ct_tensor_requires_grad(first()->mean));
}
END_TEST

/* --- Gradients -------------------------------------------------------------------------------- */

static void give_grads(void)
{
	ct_tensor *loss;

	OK(CT(sum, &loss, first()->weight));
	OK(ct_tensor_backward(loss));
}

static ct_tensor *grad_of(const ct_tensor *parameter)
{
	ct_tensor *grad;

	OK(ct_tensor_grad(parameter, &grad));
	return grad;
}

START_TEST(zero_grad_removes_gradients)
{
	give_grads();
	ck_assert_ptr_nonnull(grad_of(first()->weight));
	OK(ct_module_zero_grad(tree, true));
	ck_assert_ptr_null(grad_of(first()->weight));
}
END_TEST

START_TEST(zero_grad_fills_gradients_with_zeros)
{
	ct_tensor *grad;

	give_grads();
	grad = grad_of(first()->weight);
	OK(ct_module_zero_grad(tree, false));
	ck_assert_ptr_eq(grad_of(first()->weight), grad);
	assert_floats(grad, (int64_t[]){ 2, 3, -1 }, (double[6]){ 0 });
	ck_assert_ptr_null(grad_of(data()->scale));
}
END_TEST

/* One that create_graph recorded. */
START_TEST(zero_grad_detaches_a_recorded_gradient)
{
	ct_tensor *grad, *x = first()->weight;

	OK(CT(mul, &grad, x, 2));
	OK(ct_tensor_set_grad(x, grad));
	OK(ct_module_zero_grad(tree, false));
	ck_assert(!ct_tensor_requires_grad(grad_of(x)));
	assert_floats(grad_of(x), (int64_t[]){ 2, 3, -1 }, (double[6]){ 0 });
}
END_TEST

/* --- Conversions ------------------------------------------------------------------------------ */

static void to(ct_module_to_options options)
{
	OK(ct_module_to(tree, &options));
}

START_TEST(dtype_changes_and_parameters_stay_the_same_tensors)
{
	ct_tensor *weight = first()->weight, *mean = first()->mean, *grad;

	give_grads();
	grad = grad_of(weight);
	to((ct_module_to_options){ .dtype = CT_FLOAT64 });
	ck_assert_ptr_eq(first()->weight, weight);
	ck_assert_ptr_eq(second()->weight, weight);
	ck_assert_int_eq(ct_tensor_dtype(weight), CT_FLOAT64);
	ck_assert(ct_tensor_requires_grad(weight) && ct_tensor_is_leaf(weight));
	ck_assert_ptr_eq(grad_of(weight), grad);
	ck_assert_int_eq(ct_tensor_dtype(grad), CT_FLOAT64);
	ck_assert_ptr_ne(first()->mean, mean);
	ck_assert_int_eq(ct_tensor_dtype(first()->mean), CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_dtype(first()->scratch), CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_dtype(first()->steps), CT_INT64);
	ck_assert_ptr_null(first()->bias);
}
END_TEST

START_TEST(conversion_without_effect_keeps_buffers)
{
	ct_tensor *mean = first()->mean;

	to((ct_module_to_options){ 0 });
	to((ct_module_to_options){ .dtype = CT_FLOAT32, .device = CT_DEVICE_CPU });
	ck_assert_ptr_eq(first()->mean, mean);
}
END_TEST

START_TEST(module_can_be_complex)
{
	to((ct_module_to_options){ .dtype = CT_COMPLEX64 });
	ck_assert_int_eq(ct_tensor_dtype(first()->weight), CT_COMPLEX64);
	ck_assert_int_eq(ct_tensor_dtype(first()->steps), CT_INT64);
}
END_TEST

START_TEST(memory_format_is_of_parts_with_4_or_5_dimensions)
{
	ct_tensor *image;

	OK(CT(ones, &image, CT_L(1, 2, 3, 4)));
	OK(ct_parameter_new(image, true, &image));
	OK(ct_module_register_parameter(tree, "image", image, NULL));
	to((ct_module_to_options){ .memory_format = CT_CHANNELS_LAST });
	ck_assert_int_eq(ct_tensor_strides(image)[1], 1);
	ck_assert_int_eq(ct_tensor_strides(first()->weight)[1], 1);
}
END_TEST

/* Their memory cannot be exchanged, so that there are new tensors, as in Python. */
START_TEST(module_on_meta_has_new_parameters)
{
	ct_tensor *weight = first()->weight;

	give_grads();
	to((ct_module_to_options){ .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1) });
	ck_assert_ptr_ne(first()->weight, weight);
	ck_assert(ct_tensor_requires_grad(first()->weight));
	ck_assert_int_eq(ct_tensor_device(first()->weight).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_device(grad_of(first()->weight)).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_device(first()->steps).type, CT_DEVICE_TYPE_META);
}
END_TEST

START_TEST(options_are_required)
{
	FAILS(ct_module_to(tree, NULL),
	      "ArgumentError: ct_module_to: argument 2 (options) must not be NULL");
}
END_TEST

START_TEST(conversion_leaves_recording_as_it_was)
{
	to((ct_module_to_options){ .dtype = CT_FLOAT64 });
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(shared_memory_is_that_of_all_parts)
{
	ct_tensor *weight = first()->weight;

	OK(ct_module_share_memory(tree));
	ck_assert_ptr_eq(first()->weight, weight);
	ck_assert(storage_is_shared(weight));
	ck_assert(storage_is_shared(first()->steps));
	ck_assert(storage_is_shared(data()->mask));
	assert_floats(weight, (int64_t[]){ 2, 3, -1 }, (double[]){ 1, 1, 1, 1, 1, 1 });
}
END_TEST

/* --- apply ------------------------------------------------------------------------------------ */

static int visited;

static ct_error stop_at_second(ct_module *module, void *context)
{
	(void)module, (void)context;
	return ++visited == 2 ? ct_error_new(CT_ERROR_VALUE, NULL, "stop") : NULL;
}

START_TEST(apply_ends_at_the_first_error)
{
	visited = 0;
	FAILS(ct_module_apply(tree, stop_at_second, NULL), "ValueError: stop");
	ck_assert_int_eq(visited, 2);
	FAILS_WITH(ct_module_apply(tree, NULL, NULL), CT_ERROR_ARGUMENT, "argument 2 (call)");
}
END_TEST

static ct_error empty_tree(ct_module *module, void *context)
{
	visited++;
	if (module != context && ct_module_child_count(context))
		return ct_module_remove(context, ct_module_child_name_at(context, -1));
	return NULL;
}

START_TEST(apply_allows_children_to_be_removed)
{
	visited = 0;
	OK(ct_module_apply(tree, empty_tree, tree));
	ck_assert_int_eq(visited, 3);
	ck_assert_int_eq(ct_module_child_count(tree), 2);
}
END_TEST

static char reset[10];

static ct_error reset_one(void *self)
{
	strcat(reset, *(char *)self == 'f' ? "" : (char[]){ *(char *)self, 0 });
	return *(char *)self == 'f' ? ct_error_new(CT_ERROR_VALUE, NULL, "no reset") : NULL;
}

static const ct_module_class reset_class = { .name = "Reset",
					     .size = 1,
					     .reset_parameters = reset_one };

static ct_module *resetting(char letter, ct_module *child)
{
	ct_module *module;

	OK(ct_module_new(&reset_class, &module));
	*(char *)ct_module_data(module) = letter;
	OK(ct_module_add_module(module, "child", child, NULL));
	return module;
}

START_TEST(parameters_are_reset_in_children_first)
{
	reset[0] = '\0';
	OK(ct_module_reset_parameters(resetting('a', resetting('b', data()->first))));
	ck_assert_str_eq(reset, "ba");
	FAILS(ct_module_reset_parameters(resetting('a', resetting('f', resetting('b', NULL)))),
	      "ValueError: no reset");
	ck_assert_str_eq(reset, "bab");
}
END_TEST

Suite *changes_suite(void)
{
	Suite *suite = suite_create("changes of modules");
	TCase *tests = tests_of("changes of modules");

	tcase_add_checked_fixture(tests, make_tree, close_scope);
	tcase_add_test(tests, training_mode_is_set_in_all_modules);
	tcase_add_test(tests, requires_grad_is_set_in_all_parameters);
	tcase_add_test(tests, zero_grad_removes_gradients);
	tcase_add_test(tests, zero_grad_fills_gradients_with_zeros);
	tcase_add_test(tests, zero_grad_detaches_a_recorded_gradient);
	tcase_add_test(tests, dtype_changes_and_parameters_stay_the_same_tensors);
	tcase_add_test(tests, conversion_without_effect_keeps_buffers);
	tcase_add_test(tests, module_can_be_complex);
	tcase_add_test(tests, memory_format_is_of_parts_with_4_or_5_dimensions);
	tcase_add_test(tests, module_on_meta_has_new_parameters);
	tcase_add_test(tests, options_are_required);
	tcase_add_test(tests, conversion_leaves_recording_as_it_was);
	tcase_add_test(tests, shared_memory_is_that_of_all_parts);
	tcase_add_test(tests, apply_ends_at_the_first_error);
	tcase_add_test(tests, apply_allows_children_to_be_removed);
	tcase_add_test(tests, parameters_are_reset_in_children_first);
	suite_add_tcase(suite, tests);
	return suite;
}
