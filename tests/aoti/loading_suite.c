/*
 * Loading packages of AOTInductor, and what is refused.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "package.h"
#include "releases.h"

START_TEST(packages_are_loaded_and_leave_nothing)
{
	ct_aoti *package, *second;
	ct_value names;
	char *text;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	assert_nothing_left();
	ck_assert_double_eq(run_sum(package), 8);
	ck_assert_int_eq(ct_aoti_device(package).type, CT_DEVICE_TYPE_CPU);
	ck_assert_int_eq(ct_aoti_device(NULL).type, CT_DEVICE_TYPE_NONE);
	OK(ct_aoti_input_names(package, &names));
	OK(ct_value_to_string(&names, &text));
	ck_assert_str_eq(text, "['x', 'n']");
	ct_free(text);
	ct_value_free(&names);
	second = ct_aoti_retain(package);
	ct_aoti_free(package);
	ck_assert_double_eq(run_sum(second), 8);
	ct_aoti_free(second);
	ct_aoti_free(NULL);
	ck_assert_ptr_null(ct_aoti_retain(NULL));
}
END_TEST

START_TEST(stacks_stay_data)
{
	ct_aoti *package;
	char line[512];
	bool found = false;
	FILE *maps;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	maps = fopen("/proc/self/maps", "r");
	ck_assert_ptr_nonnull(maps);
	while (fgets(line, sizeof line, maps))
		if (strstr(line, "[stack]")) {
			found = true;
			ck_assert_msg(strstr(line, " rw-p "), "%s", line);
		}
	fclose(maps);
	ck_assert(found);
	ct_aoti_free(package);
}
END_TEST

START_TEST(code_must_be_allowed)
{
	ct_aoti *package = NULL;
	static const char refused[] =
		"RuntimeError: net.pt2: loading a package of AOTInductor executes code from the "
		"file; if you trust it as a program, allow that: .allow_code = true";

	write_usual_package();
	FAILS(ct_aoti_load("net.pt2", NULL, &package), refused);
	FAILS(ct_aoti_load("net.pt2", &(ct_aoti_options){ .runners = 2 }, &package), refused);
	ck_assert_ptr_null(package);
	assert_nothing_left();
}
END_TEST

START_TEST(descriptions_execute_nothing)
{
	ct_value about;
	const char *text;

	write_package((const struct part[]){ { "a/x.wrapper_metadata.json", METADATA("AVX2") },
					     { "a/x.kernel_metadata.json", "{}" },
					     { "b/x.wrapper_metadata.json", METADATA("NEON") },
					     { NULL, NULL } });
	OK(ct_aoti_describe("net.pt2", &about));
	ck_assert_int_eq(ct_value_count(&about), 2);
	OK(ct_value_at_string(&about, "/a/AOTI_CPU_ISA", &text));
	ck_assert_str_eq(text, "AVX2");
	OK(ct_value_at_string(&about, "/b/made.by", &text));
	ck_assert_str_eq(text, "hand");
	ct_value_free(&about);
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 10)
START_TEST(weights_may_be_in_a_file)
{
	static const float weights[32] = { [0] = 1, [4] = 2, [8] = 3, [16] = 10 };
	FILE *file = fopen("weights.blob", "wb");
	ct_aoti *package;

	ck_assert_uint_eq(fwrite(weights, 1, sizeof weights, file), sizeof weights);
	ck_assert_int_eq(fclose(file), 0);
	write_package((const struct part[]){ { "model/a_metadata.json", METADATA("") },
					     { "model/a_weights.blob", "@weights.blob" },
					     { "model/a.so", "@" AOTI_MODEL_WITHOUT_WEIGHTS },
					     { NULL, NULL } });
	ck_assert_int_eq(remove("weights.blob"), 0);
	package = load_package((ct_aoti_options){ 0 });
	assert_nothing_left();
	ck_assert_double_eq(run_sum(package), 16);
	ct_aoti_free(package);
}
END_TEST
#endif

/* --- Models ----------------------------------------------------------------------------------- */

START_TEST(models_are_chosen)
{
	static const ct_aoti_options none = { .allow_code = true },
				     second = { .allow_code = true, .model = "second" },
				     third = { .allow_code = true, .model = "third" };
	ct_aoti *package = NULL;

	write_package((const struct part[]){ { "first/a.wrapper_metadata.json", METADATA("") },
					     { "first/a.so", NULL },
					     { "second/a.wrapper_metadata.json", METADATA("") },
					     { "second/a.so", NULL },
					     { NULL, NULL } });
	FAILS(ct_aoti_load("net.pt2", &none, &package),
	      "ValueError: net.pt2: it has 2 models, 'first', 'second'; choose one with .model");
	FAILS(ct_aoti_load("net.pt2", &third, &package),
	      "ValueError: net.pt2: it has no model 'third'; its models are 'first', 'second'");
	OK(ct_aoti_load("net.pt2", &second, &package));
	ck_assert_double_eq(run_sum(package), 8);
	ct_aoti_free(package);
}
END_TEST

/* --- Files that are refused ------------------------------------------------------------------- */

static void refuses(const struct part *parts, ct_error_class kind, const char *text)
{
	static const ct_aoti_options options = { .allow_code = true };
	ct_aoti *package = NULL;

	write_package(parts);
	FAILS_WITH(ct_aoti_load("net.pt2", &options, &package), kind, text);
	ck_assert_ptr_null(package);
	assert_nothing_left();
}

#define PARTS(...) ((const struct part[]){ __VA_ARGS__, { NULL, NULL } })
#define CODE                       \
	{                          \
		"model/a.so", NULL \
	}

START_TEST(other_machines_are_refused)
{
	refuses(PARTS({ "model/a_metadata.json", "{\"AOTI_PLATFORM\": \"win32\"}" }, CODE),
		CT_ERROR_NOT_IMPLEMENTED,
		"net.pt2: its code is compiled for the system win32, but this is linux");
	refuses(PARTS({ "model/a_metadata.json", "{\"AOTI_MACHINE\": \"m68k\"}" }, CODE),
		CT_ERROR_NOT_IMPLEMENTED,
		"its code is compiled for the processor m68k, but this is");
#ifdef __x86_64__
	refuses(PARTS({ "model/a_metadata.json", METADATA("NEON DOTPROD") }, CODE),
#else
	refuses(PARTS({ "model/a_metadata.json", METADATA("AVX512 AVX512_VNNI") }, CODE),
#endif
		CT_ERROR_NOT_IMPLEMENTED,
		", which this one lacks; compile the package on a "
		"machine like this one");
	refuses(PARTS({ "model/a_metadata.json", "{\"AOTI_DEVICE_KEY\": \"xpu\"}" }, CODE),
		CT_ERROR_NOT_IMPLEMENTED,
		"its code is compiled for the device xpu, which this process does not have; load its "
		"library with ct_device_load()");
}
END_TEST

START_TEST(incomplete_packages_are_refused)
{
	refuses(PARTS(CODE), CT_ERROR_VALUE, "model 'model': it has no metadata");
	refuses(PARTS({ "model/a_metadata.json", "[" }, CODE), CT_ERROR_VALUE,
		"a_metadata.json: not a JSON object");
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/a.cpp", "x" }),
		CT_ERROR_VALUE, "it has sources, but no compiled code (.so)");
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/../../a.so", "x" }),
		CT_ERROR_VALUE, "is in a folder below that of the model");
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/a.so", "no code" }),
		CT_ERROR_RUNTIME, "net.pt2: model 'model': ");
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 10)
START_TEST(weights_in_a_file_must_fit_the_code)
{
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/a.blob", "x" }, CODE),
		CT_ERROR_VALUE,
		"model 'model': its weights are in a file (.blob), which its code does not read");
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/a.blob", "x" },
		      { "model/a.so", "@" AOTI_MODEL_WITHOUT_WEIGHTS }),
		CT_ERROR_VALUE,
		"model 'model': its weights (.blob) have 1 bytes, and its code expects 128");
}
END_TEST
#else
START_TEST(weights_in_a_file_are_refused)
{
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/a.blob", "x" }, CODE),
		CT_ERROR_NOT_IMPLEMENTED,
		"packages with their weights in a file (.blob) need libtorch 2.10; this is " CT_LIBTORCH_RELEASE);
}
END_TEST
#endif

START_TEST(failing_constructors_leave_nothing)
{
	setenv("CTORCH_TEST_REFUSES", "1", 1);
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, CODE), CT_ERROR_RUNTIME,
		"net.pt2: model 'model': ");
	unsetenv("CTORCH_TEST_REFUSES");
}
END_TEST

START_TEST(code_without_weights_is_refused)
{
	setenv("CTORCH_TEST_NO_WEIGHTS", "1", 1);
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, CODE), CT_ERROR_NOT_IMPLEMENTED,
		"net.pt2: its code was compiled without weights; compile the package without "
		"package_constants_in_so=False");
	unsetenv("CTORCH_TEST_NO_WEIGHTS");
}
END_TEST

START_TEST(small_files_that_grow_are_refused)
{
	enum { LENGTH = 2 << 20 };
	char *blanks = malloc(LENGTH + 1);

	ck_assert_ptr_nonnull(blanks);
	memset(blanks, ' ', LENGTH);
	blanks[LENGTH] = '\0';
	refuses(PARTS({ "model/a_metadata.json", METADATA("") }, { "model/a.cpp", blanks }, CODE),
		CT_ERROR_VALUE,
		"net.pt2: its entry 'net/data/aotinductor/model/a.cpp' would grow from ");
	free(blanks);
}
END_TEST

START_TEST(files_of_other_kinds_say_what_reads_them)
{
	static const ct_aoti_options options = { .allow_code = true };
	ct_aoti *package = NULL;
	ct_export *program = NULL;
	ct_jit *script = NULL;
	ct_value value;
	ct_file_kind kind;

	FAILS_WITH(
		ct_aoti_load("../fixtures/exported/small/training.pt2", &options, &package),
		CT_ERROR_VALUE,
		"not a package of AOTInductor, but a program of torch.export.save(); load it with "
		"ct_export_load()");
	FAILS_WITH(ct_aoti_load("../fixtures/jit/net.pt", &options, &package), CT_ERROR_VALUE,
		   "load it with ct_jit_load()");
	FAILS_WITH(ct_aoti_load("../fixtures/jit/net.ref.pt", &options, &package), CT_ERROR_VALUE,
		   "load it with ct_load()");
	FAILS_WITH(ct_aoti_load("none.pt2", &options, &package), CT_ERROR_RUNTIME,
		   "No such file or directory");
	write_usual_package();
	OK(ct_file_find_kind("net.pt2", &kind));
	ck_assert_int_eq(kind, CT_FILE_AOTI);
	FAILS_WITH(ct_export_load("net.pt2", NULL, &program), CT_ERROR_VALUE,
		   "not an archive of torch.export.save(), but a package of AOTInductor, of "
		   "compiled code; load it with ct_aoti_load()");
	FAILS_WITH(ct_jit_load("net.pt2", NULL, &script), CT_ERROR_VALUE,
		   "load it with ct_aoti_load()");
	FAILS_WITH(ct_load("net.pt2", NULL, &value), CT_ERROR_VALUE, "load it with ct_aoti_load()");
}
END_TEST

START_TEST(options_are_checked)
{
	ct_aoti *package = NULL;

	write_usual_package();
	FAILS(ct_aoti_load("net.pt2", &(ct_aoti_options){ .allow_code = true, .runners = -1 },
			   &package),
	      "ArgumentError: ct_aoti_load: argument 2 (options): .runners is -1, but must be from 1 "
	      "to 1024");
	FAILS(ct_aoti_load("net.pt2",
			   &(ct_aoti_options){ .allow_code = true, .device = CT_DEVICE_META },
			   &package),
	      "NotImplementedError: net.pt2: its code is compiled for the device cpu, so that it "
	      "cannot run on meta");
	FAILS(ct_aoti_load(NULL, NULL, &package),
	      "ArgumentError: ct_aoti_load: argument 1 (path) must not be NULL");
	assert_nothing_left();
}
END_TEST

Suite *loading_suite(void)
{
	Suite *suite = suite_create("loading");
	TCase *tests = tests_of("loading");

	tcase_add_test(tests, packages_are_loaded_and_leave_nothing);
	tcase_add_test(tests, stacks_stay_data);
	tcase_add_test(tests, code_must_be_allowed);
#if CT_RELEASE_AT_LEAST(2, 10)
	tcase_add_test(tests, weights_may_be_in_a_file);
	tcase_add_test(tests, weights_in_a_file_must_fit_the_code);
#else
	tcase_add_test(tests, weights_in_a_file_are_refused);
	LEFT_OUT("weights_may_be_in_a_file", "code reads no such file");
#endif
	tcase_add_test(tests, descriptions_execute_nothing);
	tcase_add_test(tests, models_are_chosen);
	tcase_add_test(tests, other_machines_are_refused);
	tcase_add_test(tests, incomplete_packages_are_refused);
	tcase_add_test(tests, failing_constructors_leave_nothing);
	tcase_add_test(tests, code_without_weights_is_refused);
	tcase_add_test(tests, small_files_that_grow_are_refused);
	tcase_add_test(tests, files_of_other_kinds_say_what_reads_them);
	tcase_add_test(tests, options_are_checked);
	suite_add_tcase(suite, tests);
	return suite;
}
