/*
 * Every operator with a C function can be found by name, and the dispatcher has the schema that the
 * function was generated from.
 */
#include <malloc.h>

#include "support.h"

static json_t *api;

static void load_api(void)
{
	json_error_t error;

	api = json_load_file(CTORCH_TEST_API, 0, &error);
	MUST(api != NULL);
}

static void drop_api(void)
{
	json_decref(api);
}

static const char *member(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static const ct_operator *find(const json_t *function)
{
	const char *overload = member(function, "overload");
	const ct_operator *op = NULL;
	char name[256];

	snprintf(name, sizeof name, "%s.%s", member(function, "op"),
		 overload && *overload ? overload : "default");
	OK(ct_operator_find(name, &op));
	return op;
}

/* "Tensor(a!)[]" without the marks of aliases. */
static void plain_type(const char *type, char *plain)
{
	for (; *type; type++) {
		if (*type == '(')
			type = strchr(type, ')');
		else
			*plain++ = *type;
	}
	*plain = '\0';
}

static void compare_argument(const json_t *param, const ct_operator *op, int64_t i)
{
	ct_schema_argument argument;
	char type[128];

	OK(ct_operator_argument(op, i, &argument));
	ck_assert_str_eq(argument.name, member(param, "arg"));
	plain_type(argument.type, type);
	/* The dispatcher's schemas do not have this type. */
	if (strcmp(member(param, "type"), "DeviceIndex") == 0)
		ck_assert_str_eq(type, "int");
	else if (strncmp(member(param, "type"), "Dimname", 7) == 0) /* "Dimname[]?": "str[]?" */
		ck_assert_msg(strncmp(type, "str", 3) == 0 &&
				      strcmp(type + 3, member(param, "type") + 7) == 0,
			      "%s, %s", type, member(param, "type"));
	else
		ck_assert_str_eq(type, member(param, "type"));
	ck_assert_int_eq(argument.has_default, member(param, "default") != NULL);
	ck_assert_int_eq(argument.is_written, strchr(argument.type, '!') != NULL);
}

static void compare(const json_t *function)
{
	const json_t *params = json_object_get(function, "params");
	const json_t *results = json_object_get(function, "results");
	const ct_operator *op = find(function);
	int64_t n = 0, wanted_results = 0, wanted = 0;

	for (size_t i = 0; i < json_array_size(params); i++)
		if (strcmp(member(json_array_get(params, i), "role"), "value") == 0)
			compare_argument(json_array_get(params, i), op, wanted++);
	OK(ct_operator_argument_count(op, &n));
	ck_assert_int_eq(n, wanted);
	for (size_t i = 0; i < json_array_size(results); i++)
		if (strcmp(member(json_array_get(results, i), "role"), "value") == 0)
			wanted_results++;
	OK(ct_operator_result_count(op, &n));
	ck_assert_int_eq(n, wanted_results);
}

/* The number of this release, as counted in AUDIT.md. */
static size_t schemas_of_the_release(void)
{
	FILE *file = fopen(CTORCH_TEST_AUDIT, "r");
	char line[256];
	size_t n = 0;

	MUST(file != NULL);
	while (n == 0 && fgets(line, sizeof line, file))
		if (sscanf(line, "| all schemas | %zu |", &n) != 1)
			n = 0;
	fclose(file);
	ck_assert_msg(n > 0, "%s has no line '| all schemas | N |'", CTORCH_TEST_AUDIT);
	return n;
}

START_TEST(every_generated_operator_is_found_by_its_name)
{
	const json_t *functions = json_object_get(api, "functions");
	size_t n = json_array_size(functions);

	for (size_t i = 0; i < n; i++)
		compare(json_array_get(functions, i));
	ck_assert_uint_eq(n, schemas_of_the_release());
}
END_TEST

START_TEST(the_list_has_every_generated_operator)
{
	const json_t *functions = json_object_get(api, "functions");
	const char *const *names = NULL;
	int64_t n = 0;

	OK(ct_operator_list("aten::", &names, &n));
	ck_assert_int_ge(n, (int64_t)json_array_size(functions));
	for (int64_t i = 1; i < n; i++)
		ck_assert_msg(strcmp(names[i - 1], names[i]) < 0, "%s before %s", names[i - 1],
			      names[i]);
	for (int64_t i = 0; i < n; i++)
		ck_assert(strncmp(names[i], "aten::", 6) == 0 && ct_operator_exists(names[i]));
	ct_free((void *)names);
}
END_TEST

START_TEST(other_namespaces_are_listed)
{
	const char *const *names = NULL;
	int64_t all = 0, quantized = 0, none = -1;

	OK(ct_operator_list(NULL, &names, &all));
	ct_free((void *)names);
	OK(ct_operator_list("quantized::", &names, &quantized));
	ck_assert_int_gt(quantized, 100);
	ck_assert_int_gt(all, (int64_t)schemas_of_the_release() + quantized);
	ct_free((void *)names);
	OK(ct_operator_list("nobody::", &names, &none));
	ck_assert_int_eq(none, 0);
	ct_free((void *)names);
}
END_TEST

START_TEST(a_schema_says_what_the_yaml_says)
{
	const ct_operator *op;
	const char *text = NULL;
	ct_schema_argument argument;

	OK(ct_operator_find("aten::add.out", &op));
	OK(ct_operator_schema(op, &text));
	ck_assert_str_eq(text, "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, "
			       "Tensor(a!) out) -> Tensor(a!)");
	OK(ct_operator_name(op, &text));
	ck_assert_str_eq(text, "aten::add");
	OK(ct_operator_overload(op, &text));
	ck_assert_str_eq(text, "out");
	OK(ct_operator_argument(op, 2, &argument));
	ck_assert_str_eq(argument.name, "alpha");
	ck_assert(argument.keyword_only && argument.has_default && !argument.is_written);
	assert_prints(&argument.default_value, "1");
	OK(ct_operator_argument(op, 3, &argument));
	ck_assert_str_eq(argument.type, "Tensor(a!)");
	ck_assert(argument.is_written && !argument.has_default);
	OK(ct_operator_result(op, 0, &argument));
	ck_assert_str_eq(argument.type, "Tensor(a!)");
	ck_assert_str_eq(argument.name, "");
}
END_TEST

START_TEST(defaults_have_the_type_that_the_schema_means)
{
	const ct_operator *op;
	ct_schema_argument argument;

	OK(ct_operator_find("aten::conv2d.default", &op));
	OK(ct_operator_argument(op, 3, &argument));
	ck_assert_str_eq(argument.type, CT_RELEASE_AT_LEAST(2, 2) ? "SymInt[2]" : "int[2]");
	assert_prints(&argument.default_value, "[1, 1]");
	OK(ct_operator_find("aten::contiguous", &op));
	OK(ct_operator_argument(op, 1, &argument));
	ck_assert_str_eq(argument.type, "MemoryFormat");
	assert_prints(&argument.default_value, "torch.contiguous_format");
	OK(ct_operator_find("aten::randperm", &op));
	FAILS_WITH(ct_operator_schema(op, NULL), CT_ERROR_ARGUMENT, "generator");
}
END_TEST

START_TEST(kernels_are_told_by_key_and_by_device)
{
	const ct_operator *op;
	bool has = false;

	OK(ct_operator_find("aten::add.Tensor", &op));
	OK(ct_operator_has_kernel(op, "CPU", &has));
	ck_assert(has);
	OK(ct_operator_has_kernel(op, "CompositeImplicitAutograd", &has));
	ck_assert(!has);
	OK(ct_operator_runs_on(op, CT_DEVICE_TYPE_CPU, &has));
	ck_assert(has);
	OK(ct_operator_find("aten::cudnn_is_acceptable.default", &op));
	OK(ct_operator_has_kernel(op, "CompositeImplicitAutograd", &has));
	ck_assert(has);
	OK(ct_operator_find("aten::_cudnn_rnn.default", &op));
	OK(ct_operator_runs_on(op, CT_DEVICE_TYPE_CPU, &has));
	ck_assert(!has);
	for (ct_device_type type = 1; type <= CT_DEVICE_TYPE_PRIVATEUSE1; type++)
		if (type != CT_DEVICE_TYPE_MTIA || CT_RELEASE_AT_LEAST(2, 0))
			OK(ct_operator_runs_on(op, type, &has));
		else
			LEFT_OUT("ct_operator_runs_on() with mtia", "there is no such device type");
	OK(ct_operator_runs_on(op, CT_DEVICE_TYPE_IDEEP, &has)); /* it has no dense tensors */
	ck_assert(!has);
	FAILS_WITH(ct_operator_has_kernel(op, "Cpu", &has), CT_ERROR_RUNTIME, "Cpu");
	FAILS_WITH(ct_operator_has_kernel(op, NULL, &has), CT_ERROR_ARGUMENT, "dispatch_key");
	FAILS_WITH(ct_operator_runs_on(op, 77, &has), CT_ERROR_ARGUMENT, "device_type");
}
END_TEST

/* libtorch's fallback kernel for meta tensors throws. */
START_TEST(operators_without_a_meta_kernel_do_not_run_on_meta)
{
	const ct_device meta = { CT_DEVICE_TYPE_META, -1 };
	const ct_operator *trace, *mm, *add_;
	ct_tensor *x;
	ct_value arg, result;
	bool has = true;

	OK(ct_operator_find("aten::trace.default", &trace));
	OK(ct_operator_find("aten::mm.default", &mm));
	OK(ct_operator_find("aten::addcmul_.default", &add_));
	OK(ct_operator_runs_on(trace, CT_DEVICE_TYPE_META, &has));
	ck_assert(!has);
	OK(ct_ones((int64_t[]){ 2, 2 }, 2, CT_FLOAT32, CT_LAYOUT_NONE, meta, NULL, &x));
	arg = ct_value_tensor(x);
	FAILS_WITH(ct_operator_call(trace, &arg, 1, &result, 1), CT_ERROR_NOT_IMPLEMENTED,
		   "aten::trace");
	ct_tensor_free(x);
	OK(ct_operator_runs_on(mm, CT_DEVICE_TYPE_META, &has));
	ck_assert(has);
	OK(ct_operator_runs_on(add_, CT_DEVICE_TYPE_META, &has));
	ck_assert(has);
}
END_TEST

START_TEST(an_unknown_name_brings_similar_ones)
{
	FAILS(ct_operator_find("aten::ad", NULL),
	      "ArgumentError: ct_operator_find: argument 1 (name): there is no operator "
	      "'aten::ad'; similar names are: aten::add, aten::pad, aten::abs");
	FAILS_WITH(ct_operator_find("add.Tensor", NULL), CT_ERROR_ARGUMENT, "aten::add.Tensor");
	FAILS_WITH(ct_operator_find("aten::add.Tensr", NULL), CT_ERROR_ARGUMENT,
		   "its overloads are: aten::add.Scalar");
	FAILS_WITH(ct_operator_find("my_own::thing", NULL), CT_ERROR_ARGUMENT,
		   "no operator 'my_own::thing'");
	FAILS_WITH(ct_operator_find("relu", NULL), CT_ERROR_ARGUMENT, "aten::relu");
	FAILS(ct_operator_find("", NULL),
	      "ArgumentError: ct_operator_find: argument 1 (name): there is no operator ''; "
	      "ct_operator_list() lists all, and ct_load_library() loads others");
	FAILS_WITH(ct_operator_find("aten::", NULL), CT_ERROR_ARGUMENT,
		   "no operator 'aten::'; ct_operator_list()");
	FAILS_WITH(ct_operator_find("::", NULL), CT_ERROR_ARGUMENT, "no operator '::'");
	FAILS_WITH(ct_operator_find("aten::.x", NULL), CT_ERROR_ARGUMENT, "'aten::.x'");
	FAILS(ct_operator_find(NULL, NULL),
	      "ArgumentError: ct_operator_find: argument 1 (name) must not be NULL");
	ck_assert(!ct_operator_exists("aten::ad"));
	ck_assert(!ct_operator_exists(NULL));
}
END_TEST

/* libtorch stores every name that is looked up, and finding similar names takes milliseconds. */
START_TEST(unknown_names_keep_no_memory)
{
	char name[40];
	size_t before;

	if (!allocator_tells()) {
		printf("left out: the allocator does not tell\n");
		return;
	}
	ck_assert(!ct_operator_exists("no::such"));
	before = mallinfo2().uordblks;
	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof name, i % 2 ? "aten::none%d" : "none%d::x.y", i);
		ck_assert(!ct_operator_exists(name));
	}
	ck_assert_uint_lt(mallinfo2().uordblks, before + 10000);
	ck_assert(!ct_operator_exists(NULL));
	ck_assert(!ct_operator_exists("aten::add.none"));
	ck_assert(ct_operator_exists("aten::add"));
}
END_TEST

START_TEST(a_name_is_found_once)
{
	const ct_operator *one, *two;

	OK(ct_operator_find("aten::mm", &one));
	OK(ct_operator_find("aten::mm", &two));
	ck_assert_ptr_eq(one, two);
}
END_TEST

START_TEST(questions_out_of_range_are_refused)
{
	ct_schema_argument argument;
	const ct_operator *op;

	OK(ct_operator_find("aten::relu.default", &op));
	FAILS(ct_operator_argument(op, 1, &argument),
	      "ArgumentError: ct_operator_argument: argument 2 (index) is 1, but must be from 0 "
	      "to 0");
	FAILS_WITH(ct_operator_result(op, -1, &argument), CT_ERROR_ARGUMENT, "index");
	FAILS_WITH(ct_operator_name(NULL, NULL), CT_ERROR_ARGUMENT, "self");
}
END_TEST

Suite *catalogue_suite(void)
{
	Suite *suite = suite_create("operators: their names");
	TCase *tests = tests_of("names");

	tcase_set_timeout(tests, 120);
	tcase_add_unchecked_fixture(tests, load_api, drop_api);
	tcase_add_test(tests, every_generated_operator_is_found_by_its_name);
	tcase_add_test(tests, the_list_has_every_generated_operator);
	tcase_add_test(tests, other_namespaces_are_listed);
	tcase_add_test(tests, a_schema_says_what_the_yaml_says);
	tcase_add_test(tests, defaults_have_the_type_that_the_schema_means);
	tcase_add_test(tests, kernels_are_told_by_key_and_by_device);
	tcase_add_test(tests, operators_without_a_meta_kernel_do_not_run_on_meta);
	tcase_add_test(tests, an_unknown_name_brings_similar_ones);
	tcase_add_test(tests, unknown_names_keep_no_memory);
	tcase_add_test(tests, a_name_is_found_once);
	tcase_add_test(tests, questions_out_of_range_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
