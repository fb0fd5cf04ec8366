/*
 * libtorch's warnings reach the program's function, from every thread, once each.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>

#include <unistd.h>

#include <ctorch/nn/nn.h>

#include "support.h"

/* What a handler has received. */
struct heard {
	_Atomic int warnings, released;
	char last[512], function[128], file[256];
	int32_t line;
	ct_warning_class kind;
};

static void hear(const ct_warning *warning, void *context)
{
	struct heard *heard = context;

	heard->warnings++;
	heard->kind = warning->kind;
	heard->line = warning->line;
	snprintf(heard->last, sizeof heard->last, "%s", warning->message);
	snprintf(heard->function, sizeof heard->function, "%s", warning->function);
	snprintf(heard->file, sizeof heard->file, "%s", warning->file);
}

static void count_only(const ct_warning *warning, void *context)
{
	struct heard *heard = context;

	(void)warning;
	heard->warnings++;
}

static void note_release(void *context)
{
	struct heard *heard = context;

	heard->released++;
}

static void back_to_stderr(void)
{
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}

/* libtorch warns each time an operator must resize its output. */
static void make_a_warning(void)
{
	ct_tensor *x = vector(2, (float[]){ 1, 2 }), *out = vector(3, (float[]){ 0, 0, 0 });

	CT_CHECK(ct_add_out(x, x, ct_scalar_int(1), out, NULL));
	ct_tensor_free(x);
	ct_tensor_free(out);
}

START_TEST(warning_reaches_the_handler)
{
	struct heard heard = { 0 };

	OK(ct_set_warning_handler(hear, &heard, note_release));
	make_a_warning();
	ck_assert_int_eq(heard.warnings, 1);
	ck_assert_int_eq(heard.kind, CT_WARNING_USER);
	ck_assert_msg(strncmp(heard.last, "An output with one or more elements was resized", 47) ==
			      0,
		      "%s", heard.last);
	ck_assert_msg(strstr(heard.file, "Resize") != NULL, "%s", heard.file);
	ck_assert_uint_gt(strlen(heard.function), 0);
	ck_assert_int_gt(heard.line, 0);
	make_a_warning();
	ck_assert_int_eq(heard.warnings, 2);
	ck_assert_int_eq(heard.released, 0);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
	ck_assert_int_eq(heard.released, 1);
}
END_TEST

static void mismatched_loss(ct_tensor *x, ct_tensor *y)
{
	ct_tensor *loss;

	OK(ct_nn_mse_loss(x, y, CT_REDUCTION_MEAN, NULL, &loss));
	ct_tensor_free(loss);
}

START_TEST(warnings_of_libctorch_show_the_programs_place)
{
	CT_SCOPE;
	struct heard heard = { 0 };
	ct_tensor *x = CT_E(ones, CT_L(5, 1)), *y = CT_E(ones, CT_L(5));
	int line;

	OK(ct_set_warning_handler(hear, &heard, NULL));
	line = __LINE__ + 1;
	CT_E(nn_mse_loss, x, y);
	ck_assert_str_eq(heard.function, "ct_nn_mse_loss");
	ck_assert_str_eq(heard.file, __FILE__);
	ck_assert_int_eq(heard.line, line);
	/* Another function, without a macro. */
	mismatched_loss(x, y);
	ck_assert_str_eq(heard.function, "ct_nn_mse_loss");
	ck_assert_msg(strstr(heard.file, "test_settings+0x") != NULL, "%s", heard.file);
	ck_assert_int_eq(heard.line, 0);
	/* The end of an expression forgets its place. */
	OK(CT_FINISH(x, NULL));
	OK(CT(nn_l1_loss, &x, x, y));
	ck_assert_str_eq(heard.function, "ct_nn_l1_loss");
	ck_assert_int_eq(heard.line, 0);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}
END_TEST

static ct_error warn_in_hook(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)context;
	(void)replacement;
	mismatched_loss((ct_tensor *)grad, CT_E(ones, CT_L(5)));
	return NULL;
}

/* libtorch shows it when backward has ended. */
START_TEST(a_warning_in_backward_keeps_its_place)
{
	CT_SCOPE;
	struct heard heard = { 0 };
	ct_tensor *x = CT_E(ones, CT_L(5, 1));

	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_register_hook(x, warn_in_hook, NULL, NULL, NULL));
	OK(ct_set_warning_handler(hear, &heard, NULL));
	OK(ct_tensor_backward(CT_E(sum, x)));
	ck_assert_int_eq(heard.warnings, 1);
	ck_assert_str_eq(heard.function, "ct_nn_mse_loss");
	ck_assert_msg(strstr(heard.file, "test_settings+0x") != NULL, "%s", heard.file);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}
END_TEST

static void *warn_in_thread(void *context)
{
	(void)context;
	make_a_warning();
	return NULL;
}

START_TEST(warnings_of_other_threads_reach_it_too)
{
	struct heard heard = { 0 };

	OK(ct_set_warning_handler(hear, &heard, NULL));
	run_in_thread(warn_in_thread, NULL);
	ck_assert_int_eq(heard.warnings, 1);
}
END_TEST

START_TEST(next_handler_takes_over)
{
	struct heard first = { 0 }, second = { 0 };

	OK(ct_set_warning_handler(hear, &first, note_release));
	OK(ct_set_warning_handler(hear, &second, note_release));
	ck_assert_int_eq(first.released, 1);
	make_a_warning();
	ck_assert_int_eq(first.warnings, 0);
	ck_assert_int_eq(second.warnings, 1);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
	ck_assert_int_eq(second.released, 1);
}
END_TEST

/* Handles that it creates are released after it; its own warnings do not come back to it. */
static void warn_again(const ct_warning *warning, void *context)
{
	struct heard *heard = context;
	ct_tensor *made = NULL;

	(void)warning;
	if (heard->warnings++ == 0)
		make_a_warning();
	CT_CHECK(ct_randn((int64_t[]){ 2 }, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			  &made));
}

START_TEST(handler_may_call_libctorch)
{
	struct heard heard = { 0 };
	char text[512];
	FILE *file = tmpfile();
	const int stderr_before = dup(STDERR_FILENO);

	MUST(file != NULL && dup2(fileno(file), STDERR_FILENO) >= 0);
	OK(ct_set_warning_handler(warn_again, &heard, NULL));
	make_a_warning();
	make_a_warning();
	MUST(dup2(stderr_before, STDERR_FILENO) >= 0 && close(stderr_before) == 0);
	ck_assert_int_eq(heard.warnings, 2);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	ck_assert_msg(strstr(text, "An output with one or more elements was resized") != NULL,
		      "on stderr: %s", text);
}
END_TEST

static void *warn_often(void *context)
{
	(void)context;
	for (int i = 0; i < 200; i++)
		make_a_warning();
	return NULL;
}

START_TEST(handlers_change_while_threads_warn)
{
	struct heard heard[50] = { 0 };
	pthread_t threads[3];
	int warnings = 0;

	OK(ct_set_warning_handler(count_only, &heard[0], note_release));
	for (int i = 0; i < 3; i++)
		MUST(pthread_create(&threads[i], NULL, warn_often, NULL) == 0);
	for (int i = 1; i < 50; i++)
		OK(ct_set_warning_handler(count_only, &heard[i], note_release));
	for (int i = 0; i < 3; i++)
		MUST(pthread_join(threads[i], NULL) == 0);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
	for (int i = 0; i < 50; i++) {
		ck_assert_int_eq(heard[i].released, 1);
		warnings += heard[i].warnings;
	}
	ck_assert_int_eq(warnings, 600);
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 14)
static const char warned_of_once[] = "'mkldnn' is no longer used as device type";

static ct_error warn_of_it(void)
{
	ct_device device;

	return ct_device_from_string("mkldnn", &device);
}
#else
static const char warned_of_once[] = "ComplexHalf support is experimental";

static ct_error warn_of_it(void)
{
	CT_SCOPE;
	ct_tensor *x;

	return ct_empty_memory_format(NULL, 0, CT_COMPLEX32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				      CT_MEMORY_FORMAT_NONE, &x);
}
#endif

START_TEST(what_is_warned_of_once_is_warned_of_each_time_on_demand)
{
	struct heard heard = { 0 };

	OK(ct_set_warning_handler(hear, &heard, NULL));
	OK(ct_flag_set(CT_FLAG_WARN_ALWAYS, true));
	OK(warn_of_it());
	OK(warn_of_it());
	OK(ct_flag_set(CT_FLAG_WARN_ALWAYS, false));
	ck_assert_int_eq(heard.warnings, 2);
	ck_assert_msg(strstr(heard.last, warned_of_once) != NULL, "%s", heard.last);
}
END_TEST

Suite *warnings_suite(void)
{
	Suite *suite = suite_create("warnings");
	TCase *tests = tests_of("warnings");

	tcase_add_checked_fixture(tests, NULL, back_to_stderr);
	tcase_add_test(tests, warning_reaches_the_handler);
	tcase_add_test(tests, warnings_of_other_threads_reach_it_too);
	tcase_add_test(tests, warnings_of_libctorch_show_the_programs_place);
	tcase_add_test(tests, a_warning_in_backward_keeps_its_place);
	tcase_add_test(tests, next_handler_takes_over);
	tcase_add_test(tests, handler_may_call_libctorch);
	tcase_add_test(tests, handlers_change_while_threads_warn);
	tcase_add_test(tests, what_is_warned_of_once_is_warned_of_each_time_on_demand);
	suite_add_tcase(suite, tests);
	return suite;
}
