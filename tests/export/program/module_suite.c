/*
 * A program as a module: copies, state dicts, other dtypes, hooks, training.
 */
#include <string.h>

#include "support.h"

static ct_tensor *parameter(const ct_module *module, const char *path)
{
	ct_tensor *found;

	OK(ct_module_get_parameter(module, path, &found));
	return found;
}

static ct_tensor *buffer(const ct_module *module, const char *path)
{
	ct_tensor *found;

	OK(ct_module_get_buffer(module, path, &found));
	return found;
}

static double count_of(const ct_module *module)
{
	return value_of(CT_E(max, buffer(module, "count")));
}

static void run_counting(const ct_module *module)
{
	CT_SCOPE;
	ct_tensor *y;

	OK(ct_module_forward(module, CT_E(ones, CT_L(2)), &y));
}

static double sum_of(const ct_module *module, const ct_tensor *x)
{
	CT_SCOPE;
	ct_tensor *y;

	OK(ct_module_forward(module, x, &y));
	return value_of(CT_E(sum, y));
}

/* --- Clones and copies ------------------------------------------------------------------------ */

START_TEST(clone_shares_parameters_and_has_buffers_of_its_own)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/counting.pt2"), *clone;
	ct_module *module = ct_export_module(program), *other;

	run_counting(module);
	OK(ct_export_clone(program, &clone));
	other = ct_export_module(clone);
	ck_assert_ptr_eq(ct_tensor_data(parameter(module, "scale")),
			 ct_tensor_data(parameter(other, "scale")));
	ck_assert(ct_tensor_requires_grad(parameter(other, "scale")));
	ck_assert_ptr_ne(ct_tensor_data(buffer(module, "count")),
			 ct_tensor_data(buffer(other, "count")));
	run_counting(other);
	run_counting(other);
	ck_assert(count_of(module) == 1 && count_of(other) == 3);
	ct_export_free(program);
	run_counting(other);
	ck_assert(count_of(other) == 4);
	ct_export_free(clone);
}
END_TEST

/* Both buffers are on one storage, so that writing to one changes the other. */
START_TEST(clone_keeps_what_buffers_share)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/sharing.pt2"), *clone;
	ct_module *module;

	OK(ct_export_clone(program, &clone));
	module = ct_export_module(clone);
	ck_assert_ptr_eq((const float *)ct_tensor_data(buffer(module, "all")) + 1,
			 ct_tensor_data(buffer(module, "view")));
	ck_assert(sum_of(module, CT_E(ones, CT_L(2))) ==
		  sum_of(ct_export_module(program), CT_E(ones, CT_L(2))));
	ct_export_free(program);
	ct_export_free(clone);
}
END_TEST

START_TEST(clone_copies_sparse_buffers)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/counting.pt2"), *clone;
	ct_tensor *sparse = CT_E(to_sparse, CT_E(ones, CT_L(2)));

	OK(ct_module_register_buffer(ct_export_module(program), "count", sparse, true, NULL));
	OK(ct_export_clone(program, &clone));
	ck_assert_int_eq(ct_tensor_layout(buffer(ct_export_module(clone), "count")), CT_SPARSE_COO);
	ct_export_free(program);
	ct_export_free(clone);
}
END_TEST

START_TEST(deep_copy_has_parameters_of_its_own)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/counting.pt2");
	ct_module *module = ct_export_module(program), *copy;

	run_counting(module);
	OK(ct_module_deepcopy(module, &copy));
	ck_assert_ptr_ne(ct_tensor_data(parameter(module, "scale")),
			 ct_tensor_data(parameter(copy, "scale")));
	ct_export_free(program);
	run_counting(copy);
	ck_assert(count_of(copy) == 2);
}
END_TEST

START_TEST(copy_of_nested_modules_uses_its_own_parts)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *copy;
	const ct_tensor *x = CT_E(ones, CT_L(2, 4));
	double before = sum_of(ct_export_module(program), x);

	OK(ct_module_deepcopy(ct_export_module(program), &copy));
	{
		CT_NO_GRAD_SCOPE;
		OK(CT(add_, parameter(copy, "last.bias"), 1));
	}
	ck_assert(sum_of(ct_export_module(program), x) == before);
	ck_assert_double_eq_tol(sum_of(copy, x), before + 2, 1e-5);
	ct_export_free(program);
	ck_assert_double_eq_tol(sum_of(copy, x), before + 2, 1e-5);
}
END_TEST

/* --- State ------------------------------------------------------------------------------------ */

START_TEST(state_goes_out_and_in)
{
	CT_SCOPE;
	ct_export *one = load_fixture("small/counting.pt2"),
		  *other = load_fixture("small/counting.pt2");
	ct_value state;

	run_counting(ct_export_module(one));
	OK(ct_module_state_dict(ct_export_module(one), NULL, &state));
	OK(ct_module_load_state_dict(ct_export_module(other), &state, NULL, NULL));
	OK(ct_value_move_to_scope(&state));
	run_counting(ct_export_module(other));
	ck_assert(count_of(ct_export_module(other)) == 2);
	ck_assert(count_of(ct_export_module(one)) == 1);
	ct_export_free(one);
	ct_export_free(other);
}
END_TEST

START_TEST(replaced_parameter_is_used)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	const ct_tensor *x = CT_E(ones, CT_L(2, 4));
	ct_tensor *bias;
	double before = sum_of(module, x), was = value_of(parameter(module, "last.bias"));

	OK(ct_parameter_new(CT_E(full, CT_L(1), was + 3), true, &bias));
	OK(ct_module_set_parameter(module, "last.bias", bias));
	ck_assert_double_eq_tol(sum_of(module, x), before + 6, 1e-5);
	ct_export_free(program);
}
END_TEST

START_TEST(removed_parameter_is_an_error)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2"), *clone;
	ct_module *module = ct_export_module(program), *last, *copy;
	ct_tensor *y;

	OK(ct_module_get_submodule(module, "last", &last));
	OK(ct_module_remove(last, "bias"));
	FAILS_WITH(ct_module_forward(module, CT_E(ones, CT_L(2, 4)), &y), CT_ERROR_ATTRIBUTE,
		   "the module has no tensor 'last.bias', which the program uses");
	FAILS_WITH(ct_export_clone(program, &clone), CT_ERROR_ATTRIBUTE, "'last.bias'");
	FAILS_WITH(ct_module_deepcopy(module, &copy), CT_ERROR_ATTRIBUTE, "'last.bias'");
	OK(ct_module_register_parameter(last, "bias", NULL, NULL));
	FAILS_WITH(ct_module_forward(module, CT_E(ones, CT_L(2, 4)), &y), CT_ERROR_ATTRIBUTE,
		   "the module has no tensor 'last.bias', which the program uses");
	FAILS_WITH(ct_export_clone(program, &clone), CT_ERROR_ATTRIBUTE, "'last.bias'");
	ct_export_free(program);
}
END_TEST

START_TEST(child_that_is_replaced_stays_alive)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);

	OK(ct_module_remove(module, "last"));
	ck_assert(sum_of(module, CT_E(ones, CT_L(2, 4))) < 100);
	ct_export_free(program);
}
END_TEST

/* --- Other dtypes and devices ----------------------------------------------------------------- */

START_TEST(program_in_another_dtype)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	ct_tensor *y;
	double before = sum_of(module, CT_E(ones, CT_L(2, 4)));

	OK(ct_module_to(module, &(ct_module_to_options){ .dtype = CT_FLOAT64 }));
	ck_assert_double_eq_tol(sum_of(module, CT_E(ones, CT_L(2, 4), .dtype = CT_FLOAT64)), before,
				1e-5);
	FAILS_WITH(ct_module_forward(module, CT_E(ones, CT_L(2, 4), .dtype = CT_FLOAT16), &y),
		   CT_ERROR_TYPE, "float16");
	ct_export_free(program);
}
END_TEST

START_TEST(program_on_meta)
{
	CT_SCOPE;
	const ct_device meta = { CT_DEVICE_TYPE_META, -1 };
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	ct_tensor *y;

	OK(ct_module_to(module, &(ct_module_to_options){ .device = meta }));
	OK(ct_module_forward(module, CT_E(ones, CT_L(3, 4), .device = meta), &y));
	ck_assert_int_eq(ct_tensor_device(y).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_size(y, 0), 3);
	ct_export_free(program);
}
END_TEST

/* Tensors on two devices cannot be added. */
START_TEST(devices_that_the_graph_names_follow_the_weights)
{
	CT_SCOPE;
	const ct_device meta = { CT_DEVICE_TYPE_META, -1 };
	ct_export *program = load_fixture("small/placing.pt2");
	ct_module *module = ct_export_module(program);
	ct_tensor *y;

	OK(ct_module_to(module, &(ct_module_to_options){ .device = meta }));
	OK(ct_module_forward(module, CT_E(ones, CT_L(2, 3), .device = meta), &y));
	ck_assert_int_eq(ct_tensor_device(y).type, CT_DEVICE_TYPE_META);
	ct_export_free(program);
}
END_TEST

/* --- What takes modules ----------------------------------------------------------------------- */

static ct_error count_hook(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			   ct_tensor **outputs, int64_t outputs_len, void *calls)
{
	(void)module, (void)inputs, (void)outputs;
	ck_assert(inputs_len == 1 && outputs_len == 1);
	++*(int *)calls;
	return NULL;
}

START_TEST(hooks_are_called)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	int64_t hook;
	int calls = 0;

	OK(ct_module_register_forward_hook(module, count_hook, &calls, NULL, NULL, &hook));
	sum_of(module, CT_E(ones, CT_L(2, 4)));
	ck_assert_int_eq(calls, 1);
	ck_assert(ct_module_remove_hook(module, hook));
	ct_export_free(program);
}
END_TEST

START_TEST(module_is_summarized_and_printed)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	char *text;

	OK(ct_module_summary(module, CT_TENSORS(CT_E(ones, CT_L(2, 4))), NULL, &text));
	ck_assert_ptr_nonnull(strstr(text, "49")); /* parameters */
	OK(ct_module_to_string(module, &text));
	ck_assert_ptr_nonnull(strstr(text, "first"));
	OK(ct_module_eval(module));
	OK(ct_module_train(module, true));
	ct_export_free(program);
}
END_TEST

START_TEST(module_with_several_tensors)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/aliases.pt2");
	const ct_module *module = ct_export_module(program);
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), *outputs[5] = { UNTOUCHED };
	const int64_t before = live_handles();

	OK(ct_module_forward_all(module, CT_TENSORS(x, x), outputs, 2));
	ck_assert(value_of(CT_E(sum, outputs[1])) == 8);
	ct_tensor_free(outputs[0]);
	ct_tensor_free(outputs[1]);
	outputs[0] = UNTOUCHED;
	FAILS_WITH(ct_module_forward_all(module, CT_TENSORS(x, x), outputs, 5), CT_ERROR_TYPE,
		   "the program has 4 outputs, not 5");
	ck_assert_ptr_eq(outputs[0], UNTOUCHED);
	OK(ct_gc());
	ck_assert_int_le(live_handles(), before + 1);
	ct_export_free(program);
}
END_TEST

/* A program in a container, as any layer. */
START_TEST(program_is_a_child)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *net = CT_NN(Sequential);
	ct_tensor *y;

	CT_APPEND(net, CT_NN(Linear, 3, 4));
	CT_APPEND(net, ct_export_module(program));
	ct_export_free(program);
	OK(ct_module_forward(net, CT_E(ones, CT_L(2, 3)), &y));
	ck_assert_int_eq(ct_tensor_size(y, 1), 1);
}
END_TEST

/* --- Training --------------------------------------------------------------------------------- */

static void load_reference(ct_value *reference, ct_tensor **x, ct_tensor **target)
{
	OK(ct_load(fixture_path("small/training.ref.pt"), NULL, reference));
	OK(ct_value_move_to_scope(reference));
	OK(ct_value_at_tensor(reference, "/x", x));
	OK(ct_value_at_tensor(reference, "/target", target));
}

static double train_once(const ct_module *module, ct_optimizer *optimizer, const ct_tensor *x,
			 const ct_tensor *target)
{
	CT_SCOPE;
	ct_tensor *y, *loss;

	OK(ct_module_forward(module, x, &y));
	OK(CT(mse_loss, &loss, y, target));
	OK(ct_optimizer_minimize(optimizer, loss));
	return value_of(loss);
}

static void assert_close(const ct_tensor *a, const ct_tensor *b)
{
	CT_SCOPE;

	ck_assert(value_of(CT_E(max, CT_E(abs, CT_E(sub, a, b)))) < 1e-5);
}

START_TEST(training_is_that_of_python)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	ct_optimizer *optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(module), .lr = 0.1,
					       .momentum = 0.9);
	ct_tensor *x, *target, *losses, *after;
	ct_value reference;

	load_reference(&reference, &x, &target);
	OK(ct_value_at_tensor(&reference, "/losses", &losses));
	for (int64_t i = 0; i < ct_tensor_numel(losses); i++)
		ck_assert_double_eq_tol(train_once(module, optimizer, x, target),
					((const float *)ct_tensor_data(losses))[i], 1e-5);
	CT_EACH_PARAMETER(module, p)
	{
		ct_value state;

		OK(ct_value_at(&reference, "/state", &state));
		OK(ct_value_dict_get(&state, ct_value_string(p->name), &state));
		OK(ct_value_as_tensor(&state, &after));
		assert_close(p->tensor, after);
	}
	ct_export_free(program);
}
END_TEST

START_TEST(gradients_are_recorded_as_the_thread_says)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_export_module(program);
	ct_tensor *x = CT_E(ones, CT_L(2, 4)), *y;

	OK(ct_module_forward(module, x, &y));
	ck_assert(ct_tensor_requires_grad(y));
	OK(ct_module_set_requires_grad(module, false));
	OK(ct_module_forward(module, x, &y));
	ck_assert(!ct_tensor_requires_grad(y));
	OK(ct_module_set_requires_grad(module, true));
	{
		CT_NO_GRAD_SCOPE;
		OK(ct_module_forward(module, x, &y));
	}
	ck_assert(!ct_tensor_requires_grad(y));
	ct_export_free(program);
}
END_TEST

/* Gradients of a clone are those of the program: the parameters are the same tensors. */
START_TEST(clones_train_the_same_parameters)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2"), *clone;
	ct_tensor *y, *grad;

	OK(ct_export_clone(program, &clone));
	OK(ct_module_forward(ct_export_module(clone), CT_E(ones, CT_L(2, 4)), &y));
	OK(ct_tensor_backward(CT_E(sum, y)));
	OK(ct_tensor_grad(parameter(ct_export_module(program), "last.bias"), &grad));
	ck_assert(value_of(grad) == 2);
	ct_export_free(program);
	ct_export_free(clone);
}
END_TEST

Suite *module_suite(void)
{
	Suite *suite = suite_create("module");
	TCase *tests = tests_of("module");

	tcase_add_test(tests, clone_shares_parameters_and_has_buffers_of_its_own);
	tcase_add_test(tests, clone_keeps_what_buffers_share);
	tcase_add_test(tests, clone_copies_sparse_buffers);
	tcase_add_test(tests, deep_copy_has_parameters_of_its_own);
	tcase_add_test(tests, copy_of_nested_modules_uses_its_own_parts);
	tcase_add_test(tests, state_goes_out_and_in);
	tcase_add_test(tests, replaced_parameter_is_used);
	tcase_add_test(tests, removed_parameter_is_an_error);
	tcase_add_test(tests, child_that_is_replaced_stays_alive);
	tcase_add_test(tests, program_in_another_dtype);
	tcase_add_test(tests, program_on_meta);
	tcase_add_test(tests, devices_that_the_graph_names_follow_the_weights);
	tcase_add_test(tests, hooks_are_called);
	tcase_add_test(tests, module_is_summarized_and_printed);
	tcase_add_test(tests, module_with_several_tensors);
	tcase_add_test(tests, program_is_a_child);
	tcase_add_test(tests, training_is_that_of_python);
	tcase_add_test(tests, gradients_are_recorded_as_the_thread_says);
	tcase_add_test(tests, clones_train_the_same_parameters);
	suite_add_tcase(suite, tests);
	return suite;
}
