/*
 * Fake kernels: an operator's results without their numbers.
 */
#include "expected.h"
#include "support.h"

static ct_library *library;
static int released;

static ct_error like_first(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			   int64_t results_len)
{
	ct_tensor *self, *like;

	(void)context;
	MUST(args_len == 1 && results_len == 1);
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_empty_like(self, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			     CT_MEMORY_FORMAT_NONE, &like));
	results[0] = ct_value_tensor(like);
	return NULL;
}

static void begin(void)
{
	released = 0;
	OK(ct_library_new("fakes", &library));
	OK(ct_library_define(library, "scale(Tensor x) -> Tensor"));
	OK(ct_library_define(library, "composite(Tensor x) -> Tensor"));
	OK(ct_library_define(library, "with_meta(Tensor x) -> Tensor"));
	OK(ct_library_implement(library, "composite", "CompositeImplicitAutograd", like_first, NULL,
				NULL));
	OK(ct_library_implement(library, "with_meta", "Meta", like_first, NULL, NULL));
}

static void end(void)
{
	ct_library_free(library);
}

static ct_error call_on_meta(ct_value *result)
{
	ct_tensor_options options = { 0 };
	ct_tensor *x;
	ct_error err;

	options.device = CT_DEVICE(CT_DEVICE_TYPE_META, -1);
	options.dtype = CT_FLOAT64;
	OK(ct_tensor_ones(CT_L(2, 3), &options, &x));
	err = ct_call("fakes::scale", (ct_value[]){ ct_value_tensor(x) }, 1, result, 1);
	ct_tensor_free(x);
	return err;
}

START_TEST(fake_kernel_runs_on_the_meta_device)
{
	ct_value result;
	ct_tensor *made;

	if (!CT_RELEASE_AT_LEAST(2, 1)) {
		LEFT_OUT("fake_kernel_runs_on_the_meta_device",
			 "autograd asks for a kernel of its own");
		return;
	}
	FAILS_WITH(call_on_meta(&result), CT_ERROR_NOT_IMPLEMENTED, "Meta");
	OK(ct_library_register_fake(library, "scale", like_first, &released, count_release));
	OK(call_on_meta(&result));
	OK(ct_value_as_tensor(&result, &made));
	ck_assert_int_eq(ct_tensor_device(made).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_dtype(made), CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_size(made, 1), 3);
	ct_value_free(&result);
	ck_assert_int_eq(released, 0);
	ct_library_free(library);
	library = NULL;
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(errors_are_pythons)
{
	json_t *cases = expected_cases("fake"), *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		const char *name = expected_text(of_case, "name");
		ct_error err = ct_library_register_fake(library, name, like_first, &released,
							count_release);

		assert_expected_error(err, of_case, name);
		ct_error_free(err);
	}
	ck_assert_uint_eq(i + expected_left_out("fake"), 3);
	ck_assert_int_eq(released, 0);
	json_decref(cases);
}
END_TEST

START_TEST(second_fake_kernel_is_refused)
{
	OK(ct_library_register_fake(library, "scale", like_first, NULL, NULL));
	FAILS_WITH(ct_library_register_fake(library, "fakes::scale", like_first, NULL, NULL),
		   CT_ERROR_RUNTIME,
		   "register_fake(...): the operator fakes::scale already has a "
		   "DispatchKey::Meta implementation");
	FAILS(ct_library_register_fake(library, "scale", NULL, NULL, NULL),
	      "ArgumentError: ct_library_register_fake: argument 3 (kernel) must not be NULL");
}
END_TEST

START_TEST(name_without_an_overload_is_the_default_one)
{
	OK(ct_library_define(library, "two(Tensor x) -> Tensor"));
	OK(ct_library_define(library, "two.Scalar(Tensor x, Scalar y) -> Tensor"));
	OK(ct_library_define(library, "named.Scalar(Tensor x, Scalar y) -> Tensor"));
	OK(ct_library_register_fake(library, "two", like_first, NULL, NULL));
	FAILS_WITH(ct_library_register_fake(library, "two.default", like_first, NULL, NULL),
		   CT_ERROR_RUNTIME, "the operator fakes::two already has");
	OK(ct_library_register_fake(library, "two.Scalar", like_first, NULL, NULL));
	FAILS(ct_library_register_fake(library, "named", like_first, NULL, NULL),
	      "RuntimeError: operator fakes::named does not exist");
}
END_TEST

Suite *fakes_suite(void)
{
	Suite *suite = suite_create("operators: fakes");
	TCase *tests = tests_of("fakes");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, fake_kernel_runs_on_the_meta_device);
	tcase_add_test(tests, errors_are_pythons);
	tcase_add_test(tests, second_fake_kernel_is_refused);
	tcase_add_test(tests, name_without_an_overload_is_the_default_one);
	suite_add_tcase(suite, tests);
	return suite;
}
