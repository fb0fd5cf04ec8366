/*
 * Compilers: which one is used, none, one that fails.
 */
#define _GNU_SOURCE

#include "support.h"

/* Sets a variable, and keeps what it was. */
struct changed {
	const char *name;
	char *was;
};

static struct changed change(const char *name, const char *value)
{
	const char *was = getenv(name);
	const struct changed result = { name, was ? strdup(was) : NULL };

	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
	return result;
}

static void change_back(struct changed changed)
{
	if (changed.was)
		setenv(changed.name, changed.was, 1);
	else
		unsetenv(changed.name);
	free(changed.was);
}

/* One warning with the reason, and the results of the interpreter; with `no_fallback` the reason is
 * the error. */
static void assert_not_compiled(const char *reason)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_tensor *x = CT_E(randn, CT_L(4, 8));
	struct warnings warnings;
	ct_export *program;

	begin_warnings(&warnings);
	OK(ct_compile(mlp, CT_TENSORS(x), NULL, &program));
	ck_assert_int_eq(warnings.count, 1);
	ck_assert_ptr_nonnull(strstr(warnings.last, "the program runs in the interpreter"));
	ck_assert_msg(strstr(warnings.last, reason) != NULL, "%s", warnings.last);
	end_warnings();
	ck_assert(!ct_export_is_compiled(program));
	assert_agrees(program, mlp, x, 0);
	FAILS_WITH(ct_export_compile(program, &(ct_compile_options){ .no_fallback = true }),
		   CT_ERROR_RUNTIME, reason);
	ct_export_free(program);
}

START_TEST(a_compiler_that_is_not_there)
{
	const struct changed cc = change("CTORCH_CC", "/nonexistent/cc");

	assert_not_compiled("cannot run /nonexistent/cc: No such file or directory");
	change_back(cc);
}
END_TEST

START_TEST(no_compiler_at_all)
{
	const struct changed own = change("CTORCH_CC", NULL), cc = change("CC", NULL),
			     path = change("PATH", "/nonexistent");

	assert_not_compiled(
		"there is no C compiler; install gcc or clang, or name one in $CTORCH_CC");
	change_back(path);
	change_back(cc);
	change_back(own);
}
END_TEST

START_TEST(no_ctorch_compile)
{
	const struct changed writer = change("CTORCH_COMPILE", "/nonexistent/ctorch-compile");

	assert_not_compiled("cannot run /nonexistent/ctorch-compile: No such file or directory");
	change_back(writer);
}
END_TEST

START_TEST(the_first_error_of_the_compiler_is_shown)
{
	const struct changed flags = change("CTORCH_CFLAGS", "-I/nonexistent");

	assert_not_compiled("ctorch/core/error.h: No such file or directory");
	change_back(flags);
}
END_TEST

START_TEST(a_compiler_that_says_nothing)
{
	const struct changed cc = change("CTORCH_CC", "false --version");

	assert_not_compiled("false failed without a message");
	change_back(cc);
}
END_TEST

START_TEST(cc_is_the_second_choice)
{
	CT_SCOPE;
	const struct changed own = change("CTORCH_CC", NULL);
	const struct changed cc = change("CC", own.was);
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });

	assert_agrees(program, mlp, CT_E(randn, CT_L(4, 8)), 1e-6);
	ct_export_free(program);
	change_back(cc);
	change_back(own);
}
END_TEST

START_TEST(what_ctorch_compile_refuses)
{
	CT_SCOPE;
	ct_compile_options options = { .input_shapes = CT_STRINGS("y=3x8"), .no_fallback = true };
	ct_tensor *x = CT_E(randn, CT_L(4, 8));
	struct warnings warnings;
	ct_export *program;

	OK(CT_DONE());
	FAILS_WITH(ct_compile(new_mlp(), CT_TENSORS(x), &options, &program), CT_ERROR_RUNTIME,
		   "--input-shape y=3x8: the program has no such input");
	options.no_fallback = false;
	begin_warnings(&warnings);
	OK(ct_compile(new_mlp(), CT_TENSORS(x), &options, &program));
	end_warnings();
	ck_assert_int_eq(warnings.count, 1);
	ck_assert(!ct_export_is_compiled(program));
	ct_export_free(program);
}
END_TEST

Suite *tools_suite(void)
{
	Suite *suite = suite_create("tools");
	TCase *tests = tests_of("tools");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, a_compiler_that_is_not_there);
	tcase_add_test(tests, no_compiler_at_all);
	tcase_add_test(tests, no_ctorch_compile);
	tcase_add_test(tests, the_first_error_of_the_compiler_is_shown);
	tcase_add_test(tests, a_compiler_that_says_nothing);
	tcase_add_test(tests, cc_is_the_second_choice);
	tcase_add_test(tests, what_ctorch_compile_refuses);
	suite_add_tcase(suite, tests);
	return suite;
}
