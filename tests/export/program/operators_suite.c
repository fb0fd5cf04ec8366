/*
 * Programs with operators that this process may not have.
 */
#include "support.h"

static const char aliases[] = "small/aliases.pt2", model[] = "models/model.json";

/* Adds two tensors, and 1. */
static ct_error plus_one(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			 int64_t results_len)
{
	ct_tensor *x, *y, *sum;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(ct_value_as_tensor(&args[1], &y));
	CT_TRY(CT(add, &sum, x, y));
	CT_TRY(CT(add_, sum, 1));
	results[0] = ct_value_tensor(sum);
	return NULL;
}

static ct_error load_custom(const char *target, ct_export **program)
{
	return load_with(aliases, model, "torch.ops.aten.add.Tensor", target, program);
}

static ct_library *define(const char *schema)
{
	ct_library *library;

	OK(ct_library_new("own_of_export", &library));
	OK(ct_library_define(library, schema));
	return library;
}

START_TEST(operator_is_found_once_it_is_defined)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), **results;
	ct_library *library;
	ct_export *program = NULL;
	int64_t n;

	FAILS_WITH(load_custom("torch.ops.own_of_export.plus.default", &program),
		   CT_ERROR_NOT_IMPLEMENTED, "torch.ops.own_of_export.plus.default");
	ck_assert_ptr_null(program);
	library = define("plus(Tensor self, Tensor other) -> Tensor");
	OK(ct_library_implement(library, "plus", "CompositeExplicitAutograd", plus_one, NULL,
				NULL));
	OK(load_custom("torch.ops.own_of_export.plus.default", &program));
	OK(ct_export_run(program, CT_TENSORS(x, x), &results, &n));
	ck_assert(value_of(CT_E(sum, results[1])) == 12);
	ct_tensors_free(results, n);
	ct_export_free(program);
	ct_library_free(library);
}
END_TEST

START_TEST(operators_that_open_files_are_refused)
{
	ct_export *program;

	FAILS_WITH(load_custom("torch.ops.aten.from_file.default", &program),
		   CT_ERROR_NOT_IMPLEMENTED, "programs must not open files");
	FAILS_WITH(load_custom("torch.ops.aten.from_file.out", &program), CT_ERROR_NOT_IMPLEMENTED,
		   "programs must not open files");
}
END_TEST

START_TEST(operator_without_kernel_fails_in_its_node)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), **results;
	ct_library *library = define("bare(Tensor self, Tensor other) -> Tensor");
	ct_export *program;
	int64_t n;

	OK(load_custom("torch.ops.own_of_export.bare.default", &program));
	FAILS_WITH(ct_export_run(program, CT_TENSORS(x, x), &results, &n), CT_ERROR_NOT_IMPLEMENTED,
		   "own_of_export");
	ct_export_free(program);
	ct_library_free(library);
}
END_TEST

/* Removed after loading: what is then called is not there any more. */
START_TEST(operator_that_is_removed_is_an_error)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), **results;
	ct_library *library = define("gone(Tensor self, Tensor other) -> Tensor");
	ct_export *program;
	int64_t n;

	OK(ct_library_implement(library, "gone", "CompositeExplicitAutograd", plus_one, NULL,
				NULL));
	OK(load_custom("torch.ops.own_of_export.gone.default", &program));
	ct_library_free(library);
	FAILS_WITH(ct_export_run(program, CT_TENSORS(x, x), &results, &n), CT_ERROR_ARGUMENT,
		   "own_of_export");
	ct_export_free(program);
}
END_TEST

START_TEST(unknown_targets_are_refused)
{
	static const char *const targets[] = {
		"torch.ops.aten.add.Nothing",
		"torch.ops.aten.nothing.default",
		"torch.ops.aten",
		"torch.ops.",
		"torch.ops.aten..default",
		"torch.ops.higher_order.nothing",
		"os.system",
		"_operator.nothing",
		"torch._functorch.predispatch._vmap_increment_nesting",
		"",
		"%s%n",
	};
	ct_export *program = NULL;

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		ct_error error = load_custom(targets[i], &program);

		ck_assert_msg(error != NULL, "%s", targets[i]);
		ck_assert_msg(strstr(error, "the bytes"), "%s", error);
		ct_error_free(error);
	}
	ck_assert_ptr_null(program);
}
END_TEST

/* An operator of another schema, with the arguments of add(). */
START_TEST(wrong_arguments_are_refused)
{
	static const char *const targets[] = {
		"torch.ops.aten.relu.default",  "torch.ops.aten.linear.default",
		"torch.ops.aten.cat.default",   "torch.ops.aten.reshape.default",
		"torch.ops.aten.topk.default",  "torch.ops.aten.native_layer_norm.default",
		"torch.ops.aten.add.Scalar",    "torch.ops.aten.split.Tensor",
		"torch.ops.aten.item.default",  "torch.ops.aten.index.Tensor",
		"torch.ops.aten.stack.default", "torch.ops.aten.zeros.default",
		"torch.ops.aten.sym_size.int",  "torch.ops.aten.to.dtype_layout",
	};
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), **results;
	int64_t n;

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		ct_export *program = NULL;
		ct_error error = load_custom(targets[i], &program);

		if (error == NULL)
			error = ct_export_run(program, CT_TENSORS(x, x), &results, &n);
		ck_assert_msg(error != NULL, "%s", targets[i]);
		ct_error_free(error);
		ct_export_free(program);
	}
}
END_TEST

Suite *operators_suite(void)
{
	Suite *suite = suite_create("operators");
	TCase *tests = tests_of("operators");

	tcase_add_test(tests, operator_is_found_once_it_is_defined);
	tcase_add_test(tests, operators_that_open_files_are_refused);
	tcase_add_test(tests, operator_without_kernel_fails_in_its_node);
	tcase_add_test(tests, operator_that_is_removed_is_an_error);
	tcase_add_test(tests, unknown_targets_are_refused);
	tcase_add_test(tests, wrong_arguments_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
