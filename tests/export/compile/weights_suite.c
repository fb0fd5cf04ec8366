/*
 * The weights of a compiled program, which are those of its module.
 */
#include "support.h"

static const double bound = 1e-6;

static ct_tensor *weight_of(ct_module *module, const char *path)
{
	ct_tensor *result;

	OK(ct_module_get_parameter(module, path, &result));
	return result;
}

/* A batch of 1 uses a copy of the weight in another order, a larger one the weight itself. */
START_TEST(the_next_run_sees_a_step_of_an_optimizer)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });
	ct_optimizer *optimizer;
	ct_tensor *x = CT_E(randn, CT_L(1, 8)), *before;

	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(mlp), .lr = 0.1);
	OK(CT_DONE());
	before = run(program, x);
	for (int i = 0; i < 2; i++) {
		OK(ct_optimizer_minimize(optimizer, CT_E(sum, CT_M(mlp, x))));
		ck_assert(!equal(before, run(program, x)));
		assert_agrees(program, mlp, x, bound);
		assert_agrees(program, mlp, CT_E(randn, CT_L(5, 8)), bound);
	}
	ct_export_free(program);
}
END_TEST

START_TEST(a_replaced_weight_is_used)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });
	ct_tensor *x = CT_E(randn, CT_L(1, 8)), *before = run(program, x), *bias;

	bias = CT_E(add, weight_of(mlp, "2.bias"), 1);
	OK(ct_module_set_parameter(ct_export_module(program), "2.bias", CT_E(detach, bias)));
	ck_assert(difference(CT_E(add, before, 1), run(program, x)) <= bound);
	ct_export_free(program);
}
END_TEST

START_TEST(a_weight_of_another_dtype_is_refused)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });
	ct_tensor *x = CT_E(randn, CT_L(2, 8), .dtype = CT_FLOAT64), *y;
	struct warnings warnings;

	OK(ct_module_to(ct_export_module(program), &(ct_module_to_options){ .dtype = CT_FLOAT64 }));
	FAILS_WITH(ct_module_forward(ct_export_module(program), x, &y), CT_ERROR_VALUE,
		   "compiled code cannot use the weight '0.weight'");
	begin_warnings(&warnings);
	OK(ct_export_compile(program, NULL));
	end_warnings();
	ck_assert_int_eq(warnings.count, 1);
	ck_assert(!ct_export_is_compiled(program));
	run(program, x);
	ct_export_free(program);
}
END_TEST

START_TEST(statistics_are_written_to_the_module)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *compiled = CT_SEQUENTIAL(CT_NN(BatchNorm1d, 4), CT_NN(ReLU));
	ct_module *eager = CT_SEQUENTIAL(CT_NN(BatchNorm1d, 4), CT_NN(ReLU));
	ct_tensor *x = CT_E(randn, CT_L(6, 4)), *mean, *wanted;
	ct_export *program;

	OK(CT_DONE());
	OK(ct_compile(compiled, CT_TENSORS(x), &(ct_compile_options){ .no_fallback = true },
		      &program));
	ck_assert(ct_export_is_mutating(program));
	for (int i = 0; i < 3; i++)
		assert_agrees(program, eager, x, bound);
	OK(ct_module_get_buffer(compiled, "0.running_mean", &mean));
	OK(ct_module_get_buffer(eager, "0.running_mean", &wanted));
	ck_assert(difference(wanted, mean) <= bound);
	ct_export_free(program);
}
END_TEST

START_TEST(a_clone_is_compiled_and_has_its_own_buffers)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *norm = CT_SEQUENTIAL(CT_NN(BatchNorm1d, 4));
	ct_tensor *x = CT_E(randn, CT_L(6, 4)), *mean, *of_clone;
	ct_export *program, *clone;

	OK(CT_DONE());
	OK(ct_compile(norm, CT_TENSORS(x), &(ct_compile_options){ .no_fallback = true }, &program));
	OK(ct_export_clone(program, &clone));
	ck_assert(ct_export_is_compiled(clone));
	run(clone, x);
	OK(ct_module_get_buffer(norm, "0.running_mean", &mean));
	OK(ct_module_get_buffer(ct_export_module(clone), "0.running_mean", &of_clone));
	ck_assert(!equal(mean, of_clone));
	run(program, x);
	ck_assert(equal(mean, of_clone));
	ct_export_free(clone);
	ct_export_free(program);
}
END_TEST

START_TEST(a_deep_copy_is_compiled)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp(), *copy;
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });
	ct_tensor *x = CT_E(randn, CT_L(3, 8)), *wanted = run(program, x), *got;

	OK(ct_module_deepcopy(ct_export_module(program), &copy));
	ct_export_free(program);
	OK(ct_module_forward(copy, x, &got));
	ck_assert(equal(wanted, got));
}
END_TEST

START_TEST(gradients_are_recorded_if_asked_for)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *fast = compile_mlp(mlp, (ct_compile_options){ 0 });
	ct_export *trained = compile_mlp(mlp, (ct_compile_options){ .train = true });
	ct_tensor *x = CT_E(randn, CT_L(3, 8)), *wanted, *got;

	ck_assert(!ct_tensor_requires_grad(run(fast, x)));
	OK(ct_tensor_backward(CT_E(sum, CT_M(mlp, x))));
	OK(ct_tensor_grad(weight_of(mlp, "0.weight"), &wanted));
	wanted = CT_E(clone, wanted);
	OK(ct_module_zero_grad(mlp, true));
	OK(ct_tensor_backward(CT_E(sum, run(trained, x))));
	OK(ct_tensor_grad(weight_of(mlp, "0.weight"), &got));
	ck_assert(equal(wanted, got));
	ct_export_free(fast);
	ct_export_free(trained);
}
END_TEST

Suite *weights_suite(void)
{
	Suite *suite = suite_create("weights");
	TCase *tests = tests_of("weights");

	tcase_add_test(tests, the_next_run_sees_a_step_of_an_optimizer);
	tcase_add_test(tests, a_replaced_weight_is_used);
	tcase_add_test(tests, a_weight_of_another_dtype_is_refused);
	tcase_add_test(tests, statistics_are_written_to_the_module);
	tcase_add_test(tests, a_clone_is_compiled_and_has_its_own_buffers);
	tcase_add_test(tests, a_deep_copy_is_compiled);
	tcase_add_test(tests, gradients_are_recorded_if_asked_for);
	suite_add_tcase(suite, tests);
	return suite;
}
