/*
 * Symbolic expressions that no exporter writes: errors, in little time and on a small stack.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "symbolic_suites.h"

enum { MANY = 1000000, ROOM = 1 << 29 };

typedef ct_error (*reader)(const char *text, struct ct_arena *arena, struct ct_symbolic **result);

/* A text many times, and another one after them. */
static char *repeat(const char *text, size_t times, const char *end)
{
	const size_t n = strlen(text);
	char *result = malloc(n * times + strlen(end) + 1), *at = result;

	ck_assert_ptr_nonnull(result);
	for (size_t i = 0; i < times; i++, at += n)
		memcpy(at, text, n);
	strcpy(at, end);
	return result;
}

static void refuse(reader reads, const char *text, const char *error)
{
	struct ct_arena arena = arena_of(ROOM);
	struct ct_symbolic *tree = NULL;

	MUST_FAIL(reads(text, &arena, &tree), error);
	ck_assert_ptr_null(tree);
	ct_arena_free(&arena);
}

static void refuse_repeated(reader reads, const char *text, const char *end)
{
	char *all = repeat(text, MANY, end);

	refuse(reads, all, "SyntaxError: ");
	free(all);
}

START_TEST(deep_expression_is_refused)
{
	static const char *const texts[] = { "(",    "not ",         "-",      "~",
					     "1**",  "x if y else ", "max(1,", "1+(",
					     "Max(", "a and (",      "not -" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		refuse_repeated(ct_symbolic_read, texts[i], "1");
	refuse_repeated(ct_symbolic_read_sympy, "Max(", "1");
	refuse_repeated(ct_symbolic_read_sympy, "Piecewise(ExprCondPair(", "1");
	refuse_repeated(ct_symbolic_read_sympy, "-", "1");
}
END_TEST

static ct_error one_for_all(const struct ct_symbolic *path, void *context,
			    struct ct_symbolic_value *result)
{
	(void)path;
	(void)context;
	*result = (struct ct_symbolic_value){ .type = CT_SYMBOLIC_INT, .i = 1 };
	return NULL;
}

/* Read, printed, normalized, evaluated. */
static void use_all(reader reads, const char *text, int64_t expected)
{
	struct ct_arena arena = arena_of(ROOM);
	struct ct_text printed = { 0 };
	struct ct_symbolic *tree;
	struct ct_symbolic_value value;
	const char *normal;

	MUST_SUCCEED(reads(text, &arena, &tree));
	ct_symbolic_print(tree, &printed);
	ck_assert(!printed.failed);
	MUST_SUCCEED(ct_symbolic_normalize(tree, &arena, &normal));
	MUST_SUCCEED(ct_symbolic_evaluate(tree, one_for_all, NULL, &value));
	ck_assert_int_eq(value.i, expected);
	ct_text_release(&printed);
	ct_arena_free(&arena);
}

static void use_repeated(reader reads, const char *text, size_t times, const char *end,
			 int64_t expected)
{
	char *all = repeat(text, times, end);

	use_all(reads, all, expected);
	free(all);
}

START_TEST(long_expression_is_read)
{
	char *sum = repeat("Integer(1), ", MANY / 4, "Integer(1))");
	char *call = malloc(strlen(sum) + 8), *steps = repeat("[0]", MANY / 4, "");
	char *outer = repeat(" + x)", 198, ""), *inner = repeat("x)", 1, outer);

	use_repeated(ct_symbolic_read, "x + ", MANY, "x", MANY + 1);
	use_repeated(ct_symbolic_read, "x * ", MANY, "x", 1);
	use_repeated(ct_symbolic_read, "x and ", MANY, "x", 1);
	use_repeated(ct_symbolic_read, "x <= ", MANY, "x", 1);
	use_repeated(ct_symbolic_read, "L['x']", 1, steps, 1);
	use_repeated(ct_symbolic_read, "(", 199, inner, 199);
	snprintf(call, strlen(sum) + 8, "Add(%s", sum);
	use_all(ct_symbolic_read_sympy, call, MANY / 4 + 1);
	free(steps);
	free(outer);
	free(inner);
	free(call);
	free(sum);
}
END_TEST

START_TEST(malformed_expression_is_an_error_with_its_column)
{
	static const char *const texts[] = {
		"",
		"1 +",
		"(1",
		"1)",
		"a b",
		"1 2",
		"a = 1",
		"a.",
		"a[",
		"a[0",
		"a[b]",
		"a[]",
		"a.1",
		"'a",
		"'\\q'",
		"'\\x1'",
		"$",
		"a if b",
		"a else b",
		"if",
		"not",
		"1 and",
		"and 1",
		"max(",
		"max(1)",
		"min()",
		"foo(1)",
		"os.system('x')",
		"__import__('os')",
		"a.b(1)",
		"012",
		"1a",
		"1.2.3",
		"9223372036854775808",
		"1 + not a",
		"max(1,,2)",
		"lambda: 1",
		"x[0](1)",
		"a()",
		"eval('1')",
		"(1, 2)",
		"[1]",
		"{1}",
		"a is b",
		"a in b",
		"'\\x00'",
		"Piecewise(1, 2)",
		"Piecewise((1, 2, 3))",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		refuse(ct_symbolic_read, texts[i], "SyntaxError: column ");
	refuse(ct_symbolic_read, "1 + foo(2)",
	       "SyntaxError: column 8 of an expression: unknown function foo");
}
END_TEST

START_TEST(malformed_expression_of_sympy_is_an_error)
{
	static const char *const texts[] = {
		"",
		"Symbol",
		"Symbol(",
		"Symbol()",
		"Symbol(1)",
		"Symbol('a'",
		"Integer('1')",
		"Integer(x)",
		"Float(1)",
		"Float('x')",
		"Float('')",
		"Rational(1)",
		"Add()",
		"Foo(Integer(1))",
		"max(Integer(1), Integer(2))",
		"__import__('os')",
		"Pow(Integer(1))",
		"Symbol('a', integer=)",
		"Symbol('a', integer=b)",
		"Piecewise(Integer(1))",
		"Add(Integer(1) Integer(2))",
		"Integer(1) + Integer(2)",
		"Integer(9223372036854775808)",
		"Dummy('d', dummy_index=1)",
		"eval('1')",
		"Mul(Integer(2), Symbol('s0')))",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		refuse(ct_symbolic_read_sympy, texts[i], "SyntaxError: column ");
	refuse(ct_symbolic_read_sympy, "Add(Integer(1), System('rm'))",
	       "SyntaxError: column 17 of an expression: unknown function System");
}
END_TEST

/* Every beginning of a text, and every text with one other byte: no crash. */
static void damage(reader reads, const char *text)
{
	const size_t n = strlen(text);

	for (size_t at = 0; at < n; at++) {
		static const char bytes[] = "\0()[],.'\"\\0 9aL=-*/<\xFF";

		for (size_t k = 0; k < sizeof bytes - 1; k++) {
			struct ct_arena arena = arena_of(1 << 20);
			struct ct_symbolic *tree;
			struct ct_symbolic_value value;
			const char *normal;
			char *copy = repeat(text, 1, "");
			ct_error err;

			copy[at] = bytes[k];
			err = reads(copy, &arena, &tree);
			if (err == NULL)
				err = ct_symbolic_normalize(tree, &arena, &normal);
			if (err == NULL)
				err = ct_symbolic_evaluate(tree, one_for_all, NULL, &value);
			ct_error_free(err);
			free(copy);
			ct_arena_free(&arena);
		}
	}
}

START_TEST(damaged_expression_does_no_harm)
{
	damage(ct_symbolic_read,
	       "(1 + (((-1) + L['x'].size()[3]) // 2))*(f if a % 2 else 0.5) != 1");
	damage(ct_symbolic_read,
	       "torch.sym_max(1, L['x']['k\\x41'][0].stride()[1] // 2) << 3 and not s");
	damage(ct_symbolic_read, "Piecewise((1, Eq(u0, 1)), (a**-2, True)) + Max(1, b) & ~c | 1e5");
	damage(ct_symbolic_read_sympy,
	       "Add(Mul(Rational(-1, 2), Pow(Symbol('s86', integer=True), Integer(2))), Float('0.5'))");
	damage(ct_symbolic_read_sympy,
	       "Piecewise(ExprCondPair(Integer(1), Equality(Symbol('u0', "
	       "integer=True), Integer(1))), ExprCondPair(Integer(0), true))");
}
END_TEST

START_TEST(small_arena_is_an_error)
{
	const char *text = "max(L['x'].size()[0] + 2 * a, b if c else 3) % 7 == 1";

	for (size_t nbytes = 0; nbytes < 6000; nbytes += 16) {
		struct ct_arena arena = arena_of(nbytes);
		struct ct_symbolic *tree;
		const char *normal;
		ct_error err = ct_symbolic_read(text, &arena, &tree);

		if (err == NULL)
			err = ct_symbolic_normalize(tree, &arena, &normal);
		if (err)
			ck_assert_int_eq(ct_error_class_of(err), CT_ERROR_OUT_OF_MEMORY);
		ct_error_free(err);
		ct_arena_free(&arena);
	}
}
END_TEST

Suite *symbolic_hostile_suite(void)
{
	Suite *suite = suite_create("symbolic_hostile");
	TCase *tests = tcase_create("hostile");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, deep_expression_is_refused);
	tcase_add_test(tests, long_expression_is_read);
	tcase_add_test(tests, malformed_expression_is_an_error_with_its_column);
	tcase_add_test(tests, malformed_expression_of_sympy_is_an_error);
	tcase_add_test(tests, damaged_expression_does_no_harm);
	tcase_add_test(tests, small_arena_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
