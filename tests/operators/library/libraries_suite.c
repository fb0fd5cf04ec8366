/*
 * Operators implemented in C.
 */
#include "support.h"

static ct_library *library;
static ct_tensor *x;
static int released;

/* scale(Tensor self, float factor=2) -> Tensor */
static ct_error scale(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	ct_tensor *self, *scaled;
	double factor;

	(void)context;
	MUST(args_len == 2 && results_len == 1);
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_value_as_float(&args[1], &factor));
	CT_TRY(ct_mul_Scalar(self, ct_scalar_float(factor), &scaled));
	results[0] = ct_value_tensor(scaled);
	return NULL;
}

static void begin(void)
{
	x = vector(2, (const float[]){ 1, 2 });
	released = 0;
	library = scale_library();
}

static void end(void)
{
	ct_library_free(library);
	ct_tensor_free(x);
}

static void assert_scaled(const ct_value *result, double factor)
{
	assert_floats(tensor_in(result), (int64_t[]){ 2, -1 }, (double[]){ factor, 2 * factor });
}

START_TEST(an_operator_in_c_is_called_by_its_name)
{
	ct_value result;

	OK(ct_library_implement(library, "scale", "CPU", scale, &released, count_release));
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x)));
	assert_scaled(&result, 2);
	ct_value_free(&result);
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x), ct_value_int(5)));
	assert_scaled(&result, 5);
	ct_value_free(&result);
	ck_assert_int_eq(released, 0);
}
END_TEST

START_TEST(it_is_gone_with_its_library)
{
	const ct_operator *op;
	ct_value arg = ct_value_tensor(x), result;

	OK(ct_library_implement(library, "scale", "CPU", scale, &released, count_release));
	OK(ct_operator_find("test_c::scale", &op));
	ct_library_free(library);
	library = NULL;
	ck_assert_int_eq(released, 1);
	ck_assert(!ct_operator_exists("test_c::scale"));
	FAILS(ct_operator_call(op, &arg, 1, &result, 1),
	      "ArgumentError: ct_operator_call: the operator test_c::scale was deregistered");
	begin();
	OK(ct_library_implement(library, "scale", "CPU", scale, NULL, NULL));
	OK(ct_operator_call(op, &arg, 1, &result, 1));
	ct_value_free(&result);
	ct_tensor_free((ct_tensor *)arg.object);
}
END_TEST

START_TEST(cpp_calls_it_through_the_dispatcher)
{
	ct_value result;

	OK(ct_load_library(CTORCH_TEST_FOLDER "/libmy_operators.so"));
	OK(ct_library_implement(library, "scale", "CPU", scale, NULL, NULL));
	OK(CALL(&result, "test_cpp::call_scale", ct_value_tensor(x)));
	assert_scaled(&result, 10);
	ct_value_free(&result);
}
END_TEST

/* --- A kernel's arguments and results -------------------------------------------------------- */

static char *seen;

START_TEST(a_kernel_gets_every_argument_in_its_type)
{
	OK(ct_library_define(
		library, "all(Tensor? t, int i, float f, bool b, Scalar s, str text, int[] ints, "
			 "float[] floats, bool[2] bools, Device d, ScalarType st, MemoryFormat m, "
			 "str[] texts, int[2] pair, Dict(str, int) dict, (int, str) tuple, "
			 "*, int? none=None, Layout? l=None) -> ()"));
	OK(ct_library_implement(library, "all", "CompositeExplicitAutograd", print_arguments, &seen,
				NULL));
	OK(ct_call(
		"test_c::all",
		(ct_value[]){
			ct_value_none(), ct_value_int(1), ct_value_int(2), ct_value_bool(true),
			ct_value_complex(0, 1), ct_value_string("t"),
			ct_value_tuple((ct_value[]){ ct_value_int(3) }, 1), ct_value_ints(CT_L(4)),
			ct_value_bools(CT_BOOLS(true, false)), ct_value_string("cuda:1"),
			ct_value_dtype(CT_FLOAT16), ct_value_memory_format(CT_CHANNELS_LAST),
			ct_value_list((ct_value[]){ ct_value_string("a") }, 1), ct_value_int(7),
			ct_value_dict((ct_value[]){ ct_value_string("k"), ct_value_int(1) }, 1),
			ct_value_tuple((ct_value[]){ ct_value_int(1), ct_value_string("x") }, 2) },
		16, NULL, 0));
	ck_assert_str_eq(seen, "[None, 1, 2.0, True, 1j, 't', [3], [4.0], [True, False], "
			       "device(type='cuda', index=1), torch.float16, torch.channels_last, "
			       "['a'], [7, 7], {'k': 1}, (1, 'x'), None, None]");
	ct_free(seen);
}
END_TEST

static ct_error give_many(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			  int64_t results_len)
{
	ct_tensor *self, *twice;

	(void)args_len;
	(void)context;
	MUST(results_len == 4);
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_add_Tensor(self, self, ct_scalar_int(1), &twice));
	results[0] = ct_value_list_new();
	CT_TRY(ct_value_list_append(&results[0], ct_value_tensor(self)));
	CT_TRY(ct_value_list_append(&results[0], ct_value_tensor(twice)));
	results[1] = ct_value_int(7);
	results[2] = ct_value_string("text");
	return NULL;
}

START_TEST(a_kernel_gives_lists_numbers_and_texts)
{
	ct_value results[4], item, arg = ct_value_tensor(x);

	OK(ct_library_define(library, "many(Tensor x) -> (Tensor[], float, str, int?)"));
	OK(ct_library_implement(library, "many", "CPU", give_many, NULL, NULL));
	OK(ct_call("test_c::many", &arg, 1, results, 4));
	OK(ct_value_item(&results[0], 1, &item));
	assert_scaled(&item, 2);
	assert_prints(&results[1], "7.0");
	assert_prints(&results[2], "'text'");
	assert_prints(&results[3], "None");
	ct_values_free(results, 4);
}
END_TEST

static ct_error give_context(const ct_value *args, int64_t args_len, void *context,
			     ct_value *results, int64_t results_len)
{
	(void)args;
	(void)args_len;
	(void)results_len;
	results[0] = *(const ct_value *)context;
	return NULL;
}

/* libtorch would use a list of ints, which cannot hold such a number. */
START_TEST(a_large_integer_in_a_list_arrives_as_it_is)
{
	ct_value items[] = { ct_value_int(1), ct_value_scalar(ct_scalar_uint(UINT64_MAX)) };
	ct_value result;

	OK(ct_library_define(library, "echo(Any x) -> Any"));
	OK(ct_library_implement(library, "echo", "CompositeExplicitAutograd", give_back, NULL,
				NULL));
#if HAS_UNSIGNED_VALUES
	OK(CALL(&result, "test_c::echo", ct_value_list(items, 2)));
	assert_prints(&result, "[1, 18446744073709551615]");
	ct_value_free(&result);
#elif HAS_UNSIGNED_NUMBERS
	FAILS(CALL(&result, "test_c::echo", ct_value_list(items, 2)),
	      "RuntimeError: value cannot be converted to type int64_t without overflow");
#else
	FAILS(CALL(&result, "test_c::echo", ct_value_list(items, 2)),
	      "ArgumentError: ct_call: argument 1 (value): this release of libtorch does not "
	      "support integers above 2^63 - 1");
#endif
	OK(CALL(&result, "test_c::echo", ct_value_list(items, 1)));
	ck_assert_int_eq(result.kind, CT_VALUE_INTS);
	ct_value_free(&result);
}
END_TEST

START_TEST(a_wrong_result_names_operator_and_result)
{
	ct_value wrong = ct_value_int(3);

	OK(ct_library_implement(library, "scale", "CPU", give_context, &wrong, NULL));
	FAILS(CALL(NULL, "test_c::scale", ct_value_tensor(x)),
	      "RuntimeError: test_c::scale() Expected a value of type 'Tensor' for result 0 but "
	      "its function in C returned type 'int'. Declaration: test_c::scale(Tensor self, "
	      "float factor=2.) -> Tensor");
	wrong = ct_value_none();
	FAILS_WITH(CALL(NULL, "test_c::scale", ct_value_tensor(x)), CT_ERROR_RUNTIME,
		   "returned type 'NoneType'");
	wrong.kind = 44;
	FAILS_WITH(
		CALL(NULL, "test_c::scale", ct_value_tensor(x)), CT_ERROR_RUNTIME,
		"test_c::scale(): result 0 of its function in C: invalid value: a value of an unknown");
}
END_TEST

static ct_error refuse_factor(const ct_value *args, int64_t args_len, void *context,
			      ct_value *results, int64_t results_len)
{
	(void)args;
	(void)args_len;
	(void)results;
	(void)results_len;
	(void)context;
	return ct_error_new(CT_ERROR_VALUE, __func__, "the factor is out of fashion");
}

START_TEST(an_error_of_a_kernel_arrives_as_it_is)
{
	OK(ct_library_implement(library, "scale", "CPU", refuse_factor, NULL, NULL));
	FAILS_WITH(CALL(NULL, "test_c::scale", ct_value_tensor(x)), CT_ERROR_VALUE,
		   "ValueError: the factor is out of fashion");
	OK(ct_load_library(CTORCH_TEST_FOLDER "/libmy_operators.so"));
	FAILS_WITH(CALL(NULL, "test_cpp::call_scale", ct_value_tensor(x)), CT_ERROR_VALUE,
		   "the factor is out of fashion");
}
END_TEST

static ct_error literal(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			int64_t results_len)
{
	(void)args;
	(void)args_len;
	(void)results;
	(void)results_len;
	(void)context;
	return "ValueError: a literal";
}

static ct_error call_scale(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			   int64_t results_len)
{
	(void)context;
	return ct_call("test_c::scale", args, args_len, results, results_len);
}

START_TEST(an_error_of_a_kernel_names_its_operator)
{
	OK(ct_library_implement(library, "scale", "CPU", refuse_factor, NULL, NULL));
	OK(ct_library_define(library, "outer.Tensor(Tensor self) -> Tensor"));
	OK(ct_library_implement(library, "outer.Tensor", "CompositeExplicitAutograd", call_scale,
				NULL, NULL));
	FAILS_THROUGH(CALL(NULL, "test_c::scale", ct_value_tensor(x)),
		      "  in the kernel of test_c::scale (CPU)\n");
	FAILS_THROUGH(CALL(NULL, "test_c::outer.Tensor", ct_value_tensor(x)),
		      "  in the kernel of test_c::scale (CPU)\n"
		      "  in the kernel of test_c::outer.Tensor (CompositeExplicitAutograd)\n");
}
END_TEST

START_TEST(a_text_that_a_kernel_returns_names_its_operator)
{
	ct_error error;

	OK(ct_library_implement(library, "scale", "CPU", literal, NULL, NULL));
	error = CALL(NULL, "test_c::scale", ct_value_tensor(x));
	ck_assert_str_eq(error, "ValueError: a literal");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_VALUE);
	ck_assert_str_eq(ct_error_trace(error), "  in the kernel of test_c::scale (CPU)\n");
	ct_error_free(error);
}
END_TEST

/* --- Keys ------------------------------------------------------------------------------------ */

#if HAS_AUTOGRAD_OF_META
START_TEST(a_meta_kernel_tells_the_shape)
{
	ct_value result, arg;
	ct_tensor *meta;

	OK(ct_library_implement(library, "scale", "CPU", scale, NULL, NULL));
	OK(ct_empty_memory_format((int64_t[]){ 3, 4 }, 2, CT_FLOAT16, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &meta));
	arg = ct_value_tensor(meta);
	FAILS_WITH(CALL(NULL, "test_c::scale", arg), CT_ERROR_NOT_IMPLEMENTED,
		   "Meta kernel registered");
	/* mul has a meta kernel. */
	OK(ct_library_implement(library, "scale", "Meta", scale, NULL, NULL));
	OK(CALL(&result, "test_c::scale", arg));
	ck_assert_int_eq(ct_tensor_size(tensor_in(&result), 1), 4);
	ck_assert_int_eq(ct_tensor_device(tensor_in(&result)).type, CT_DEVICE_TYPE_META);
	ct_value_free(&result);
	ct_tensor_free(meta);
}
END_TEST
#endif

START_TEST(made_of_differentiable_operators_it_is_differentiable)
{
	ct_value result;
	ct_tensor *grad, *sum;

	OK(ct_library_implement(library, "test_c::scale", "CompositeImplicitAutograd", scale, NULL,
				NULL));
	OK(ct_tensor_set_requires_grad(x, true));
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x), ct_value_float(3)));
	OK(ct_sum(tensor_in(&result), CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(x, &grad));
	assert_floats(grad, (int64_t[]){ 2, -1 }, (double[]){ 3, 3 });
	ct_value_free(&result);
	ct_tensor_free(grad);
	ct_tensor_free(sum);
}
END_TEST

static ct_error add_one(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			int64_t results_len)
{
	ct_tensor *self;

	(void)args_len;
	(void)results_len;
	(void)context;
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_add__Scalar(self, ct_scalar_int(1), ct_scalar_int(1), NULL));
	results[0] = args[0];
	return NULL;
}

START_TEST(a_kernel_may_write_to_its_arguments)
{
	ct_value result;

	OK(ct_library_define(library, "inc_(Tensor(a!) self) -> Tensor(a!)"));
	OK(ct_library_implement(library, "inc_", "CPU", add_one, NULL, NULL));
	OK(CALL(&result, "test_c::inc_", ct_value_tensor(x)));
	ck_assert_ptr_eq(tensor_in(&result), x);
	assert_floats(x, (int64_t[]){ 2, -1 }, (double[]){ 2, 3 });
	ct_value_free(&result);
}
END_TEST

START_TEST(overloads_are_tried_by_name)
{
	ct_value result;

	OK(ct_library_define(library, "poly.T(Tensor self) -> Tensor"));
	OK(ct_library_define(library, "poly.S(Tensor self, float factor) -> Tensor"));
	OK(ct_library_implement(library, "poly.S", "CPU", scale, NULL, NULL));
	OK(CALL(&result, "test_c::poly", ct_value_tensor(x), ct_value_float(4)));
	assert_scaled(&result, 4);
	ct_value_free(&result);
}
END_TEST

/* --- Errors ---------------------------------------------------------------------------------- */

START_TEST(a_bad_schema_is_the_parsers_error)
{
	FAILS_WITH(ct_library_define(library, "bad(Tensr self) -> Tensor"), CT_ERROR_RUNTIME,
		   "unknown type specifier");
	FAILS_WITH(ct_library_define(library, "bad(Tensor self -> Tensor"), CT_ERROR_RUNTIME,
		   "expected");
	FAILS_WITH(ct_library_define(library, "bad"), CT_ERROR_ARGUMENT, "has no arguments");
	FAILS_WITH(ct_library_define(library, NULL), CT_ERROR_ARGUMENT, "schema");
	FAILS_WITH(ct_library_define(library, "other::f(Tensor self) -> Tensor"), CT_ERROR_RUNTIME,
		   "namespace");
	ck_assert(!ct_operator_exists("test_c::bad"));
}
END_TEST

START_TEST(defaults_have_a_point_in_every_locale)
{
	ct_schema_argument argument;
	const ct_operator *op;
	double factor;

	if (!enter_decimal_comma())
		return;
	OK(ct_library_define(library, "half(Tensor self, float factor=2.5) -> Tensor"));
	leave_decimal_comma();
	OK(ct_operator_find("test_c::half", &op));
	OK(ct_operator_argument(op, 1, &argument));
	OK(ct_value_as_float(&argument.default_value, &factor));
	ck_assert_double_eq(factor, 2.5);
}
END_TEST

/* 150,000 characters of repeated text; release it with free(). */
static char *endless(const char *begin, const char *again)
{
	char *text = malloc(200000);

	MUST(text);
	strcpy(text, begin);
	for (size_t n = strlen(text); n < 150000; n += strlen(again))
		strcpy(text + n, again);
	return text;
}

static void assert_too_deep(const char *begin, const char *again)
{
	char *schema = endless(begin, again);

	FAILS_WITH(ct_library_define(library, schema), CT_ERROR_ARGUMENT,
		   "argument 2 (schema): its types are nested more than 64 deep at character ");
	free(schema);
}

/* The parser would end the process. */
START_TEST(types_nested_without_end_are_refused)
{
	assert_too_deep("f(", "Dict(str, ");
	assert_too_deep("f(", "(");
	assert_too_deep("f(Tensor", "[]");
	assert_too_deep("f(int a=", "[");
	assert_too_deep("f(int", "[2]?");
	assert_too_deep("f(Tensor", "[] ");
	assert_too_deep("f(Tensor", "[](a)");
	assert_too_deep("f(Tensor", "[](a!)?");
	assert_too_deep("f(int a) -> (", "Dict(str, ");
	OK(ct_library_define(library, "many(int[] a, int[] b, (int, (int, Dict(str, int[]))) c, "
				      "Tensor(a!)[] d, int[2] e=[1, 2]) -> (int[], int[][])"));
}
END_TEST

/* Brackets that libtorch's lexer skips close nothing. */
START_TEST(types_are_as_deep_with_texts_and_comments_between)
{
	char *closes = endless("f(str s=\"", ")"), *opens = endless("\", ", "Dict(str, ");
	char *schema = malloc(strlen(closes) + strlen(opens) + 1);

	MUST(schema);
	strcpy(schema, closes);
	strcat(schema, opens);
	FAILS_WITH(ct_library_define(library, schema), CT_ERROR_ARGUMENT, "more than 64 deep");
	assert_too_deep("f(", "Dict(str, #)\n");
	OK(ct_library_define(library, "texts(str a=\")]'\", str b='\\')', int[] c=[1]) -> int[]"));
	free(schema);
	free(opens);
	free(closes);
}
END_TEST

START_TEST(a_name_has_no_arguments)
{
	char *name = endless("scale", "(");

	FAILS_WITH(ct_library_implement(library, name, "CPU", scale, NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 2 (name): 'scale((((((");
	free(name);
}
END_TEST

START_TEST(a_second_definition_is_libtorchs_error)
{
	ct_library *second;

	FAILS_WITH(ct_library_define(library, "scale(Tensor self) -> Tensor"), CT_ERROR_RUNTIME,
		   "Tried to register an operator (test_c::scale(Tensor self) -> Tensor) with the "
		   "same name and overload name multiple times");
	OK(ct_library_new("test_c", &second));
	FAILS_WITH(ct_library_define(second, "scale(Tensor self) -> Tensor"), CT_ERROR_RUNTIME,
		   "multiple times");
	OK(ct_library_implement(library, "scale", "CPU", scale, NULL, NULL));
	FAILS(ct_library_implement(second, "scale", "CPU", scale, &released, count_release),
	      "RuntimeError: This is not allowed since there's already a kernel registered from C "
	      "overriding test_c::scale's behavior for CPU dispatch key and test_c namespace.");
	ct_library_free(second);
	ck_assert_int_eq(released, 0);
	ck_assert(ct_operator_exists("test_c::scale"));
}
END_TEST

/* The error for an unknown dispatch key must have this hint. */
static void assert_suggestion(const char *key, const char *hint)
{
	ct_error error = ct_library_implement(library, "scale", key, scale, NULL, NULL);

	ck_assert_msg(strstr(error, "could not parse dispatch key: ") != NULL, "%s", error);
	ck_assert_pstr_eq(ct_error_hint(error), hint);
	ct_error_free(error);
}

START_TEST(for_an_unknown_dispatch_key_similar_ones_are_suggested)
{
	const ct_operator *op;
	ct_error error;
	bool has;

	assert_suggestion("cpu", "In C: did you mean CPU?");
	assert_suggestion("Cuda", "In C: did you mean CUDA?");
	assert_suggestion("autogradcpu", "In C: did you mean AutogradCPU?");
	assert_suggestion("CompositeImplictAutograd",
			  "In C: did you mean CompositeImplicitAutograd?");
	assert_suggestion("my own device",
			  "In C: common dispatch keys are CPU, CUDA, Meta, "
			  "CompositeExplicitAutograd and CompositeImplicitAutograd");
	OK(ct_operator_find("aten::relu.default", &op));
	error = ct_operator_has_kernel(op, "meta", &has);
	ck_assert_str_eq(error, "RuntimeError: could not parse dispatch key: meta\n"
				"In C: did you mean Meta?");
	ct_error_free(error);
}
END_TEST

START_TEST(kernels_that_cannot_be_are_refused)
{
	FAILS_WITH(ct_library_implement(library, "scale", "Cpu", scale, NULL, NULL),
		   CT_ERROR_RUNTIME, "could not parse dispatch key: Cpu");
	FAILS_WITH(ct_library_implement(library, "scale", NULL, scale, NULL, NULL),
		   CT_ERROR_ARGUMENT, "dispatch_key");
	FAILS_WITH(ct_library_implement(library, "scale", "CPU", NULL, NULL, NULL),
		   CT_ERROR_ARGUMENT, "kernel");
	FAILS_WITH(ct_library_implement(library, "aten::relu", "CPU", scale, NULL, NULL),
		   CT_ERROR_RUNTIME, "namespace");
	FAILS_WITH(ct_library_implement(NULL, "scale", "CPU", scale, NULL, NULL), CT_ERROR_ARGUMENT,
		   "self");
	FAILS_WITH(ct_library_new("", NULL), CT_ERROR_ARGUMENT, "not a name");
	FAILS_WITH(ct_library_new("a::b", NULL), CT_ERROR_ARGUMENT, "not a name");
	FAILS_WITH(ct_library_new("a b", NULL), CT_ERROR_ARGUMENT, "not a name");
	FAILS_WITH(ct_library_new("2nd", NULL), CT_ERROR_ARGUMENT, "not a name");
	FAILS_WITH(ct_library_new("test_c", NULL), CT_ERROR_ARGUMENT, "result");
	ct_library_free(NULL);
}
END_TEST

START_TEST(default_is_the_overload_without_a_name)
{
	ct_value result;

	OK(ct_library_implement(library, "scale.default", "CPU", scale, NULL, NULL));
	OK(CALL(&result, "test_c::scale.default", ct_value_tensor(x)));
	assert_scaled(&result, 2);
	ct_value_free(&result);
	FAILS_WITH(ct_library_implement(library, "test_c::scale", "CPU", scale, NULL, NULL),
		   CT_ERROR_RUNTIME, "there's already a kernel registered from C");
}
END_TEST

static void *scale_often(void *tensor)
{
	for (int i = 0; i < 300; i++) {
		ct_value result;

		CT_CHECK(CALL(&result, "test_c::scale", ct_value_tensor(tensor)));
		ct_value_free(&result);
	}
	return NULL;
}

START_TEST(several_threads_call_an_operator_in_c)
{
	OK(ct_library_implement(library, "scale", "CPU", scale, NULL, NULL));
	run_in_thread(scale_often, x);
	scale_often(x);
}
END_TEST

Suite *libraries_suite(void)
{
	Suite *suite = suite_create("operators: in C");
	TCase *tests = tests_of("in C");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, an_operator_in_c_is_called_by_its_name);
	tcase_add_test(tests, it_is_gone_with_its_library);
	tcase_add_test(tests, cpp_calls_it_through_the_dispatcher);
	tcase_add_test(tests, a_kernel_gets_every_argument_in_its_type);
	tcase_add_test(tests, a_kernel_gives_lists_numbers_and_texts);
	tcase_add_test(tests, a_large_integer_in_a_list_arrives_as_it_is);
	tcase_add_test(tests, a_wrong_result_names_operator_and_result);
	tcase_add_test(tests, an_error_of_a_kernel_arrives_as_it_is);
	tcase_add_test(tests, an_error_of_a_kernel_names_its_operator);
	tcase_add_test(tests, a_text_that_a_kernel_returns_names_its_operator);
#if HAS_AUTOGRAD_OF_META
	tcase_add_test(tests, a_meta_kernel_tells_the_shape);
#else
	LEFT_OUT("a_meta_kernel_tells_the_shape", "autograd has no fallback for meta tensors");
#endif
	tcase_add_test(tests, made_of_differentiable_operators_it_is_differentiable);
	tcase_add_test(tests, a_kernel_may_write_to_its_arguments);
	tcase_add_test(tests, overloads_are_tried_by_name);
	tcase_add_test(tests, a_bad_schema_is_the_parsers_error);
	tcase_add_test(tests, defaults_have_a_point_in_every_locale);
	tcase_add_test(tests, types_nested_without_end_are_refused);
	tcase_add_test(tests, types_are_as_deep_with_texts_and_comments_between);
	tcase_add_test(tests, a_name_has_no_arguments);
	tcase_add_test(tests, a_second_definition_is_libtorchs_error);
	tcase_add_test(tests, for_an_unknown_dispatch_key_similar_ones_are_suggested);
	tcase_add_test(tests, kernels_that_cannot_be_are_refused);
	tcase_add_test(tests, default_is_the_overload_without_a_name);
	tcase_add_test(tests, several_threads_call_an_operator_in_c);
	suite_add_tcase(suite, tests);
	return suite;
}
