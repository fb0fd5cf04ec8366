/* The language of `func:`: everything that is rejected, and where. */
#include <string.h>

#include "read/schema.h"
#include "support.h"

/* The error has this column, the line with a caret below it, and the help, if any. */
static void refuses(const char *text, int column, const char *message, const char *help)
{
	struct schema schema;

	assert_says(parse_schema(text, &schema),
		    arena_printf(&arena, "ops.yaml:1:%d: error: %s\n  %s\n  %*s^\n%s%s%s", column,
				 message, text, column - 1, "", help ? "  help: " : "",
				 help ? help : "", help ? "\n" : ""));
}

static const struct {
	const char *schema;
	int column;
	const char *message, *help;
} refused[] = {
	/* names */
	{ "(Tensor self) -> Tensor", 1, "expected an operator name, found '('", NULL },
	{ "1f() -> ()", 1, "expected an operator name, found '1'", NULL },
	{ "add.(Tensor self) -> Tensor", 5, "expected an overload name, found '('", NULL },
	{ "add.out.out() -> ()", 8, "expected '(', found '.'", NULL },
	{ "add", 4, "the schema ends too early: expected '('", NULL },
	/* arguments */
	{ "f(", 3, "the schema ends too early: expected a type", NULL },
	{ "f(Tensor", 9, "the schema ends too early: expected an argument name", NULL },
	{ "f(Tensor) -> ()", 9, "expected an argument name, found ')'", NULL },
	{ "f(Tensor self", 14, "the schema ends too early: expected ')'", NULL },
	{ "f(Tensor self,) -> ()", 15, "expected a type, found ')'", NULL },
	{ "f(Tensor self Tensor b) -> ()", 15, "expected ')', found 'Tensor'", NULL },
	{ "f(int a, int a) -> ()", 10, "two arguments are named 'a'", NULL },
	{ "f(*, *, int a) -> ()", 6, "expected at most one '*', found '*'", NULL },
	{ "f(Tensor self; int b) -> ()", 14, "expected ')', found ';'", NULL },
	/* types */
	{ "f(Tensor() self) -> ()", 10, "expected an alias letter, found ')'", NULL },
	{ "f(Tensor(a b) self) -> ()", 12, "expected ')', found 'b'", NULL },
	{ "f(Tensor(!) self) -> ()", 10, "expected an alias letter, found '!'", NULL },
	{ "f(Tensor(a|) self) -> ()", 12, "expected an alias letter, found ')'", NULL },
	{ "f(Tensor(a ->) self) -> ()", 14, "expected an alias letter, found ')'", NULL },
	{ "f(Tensor(a self) -> ()", 12, "expected ')', found 'self'", NULL },
	{ "f(int[ a) -> ()", 8, "expected ']', found 'a'", NULL },
	{ "f(int[0] a) -> ()", 7, "expected a list size from 1 to 1024, found '0'", NULL },
	{ "f(int[1025] a) -> ()", 7, "expected a list size from 1 to 1024, found '1025'", NULL },
	{ "f(int[99999999999999999999] a) -> ()", 7,
	  "expected a list size from 1 to 1024, found '99999999999999999999'", NULL },
	{ "f(int[-1] a) -> ()", 7, "expected ']', found '-'", NULL },
	{ "f(int????????? a) -> ()", 14, "expected a type with fewer levels, found '?'", NULL },
	/* defaults */
	{ "f(int a=) -> ()", 9, "the default of 'a' is empty", NULL },
	{ "f(int a=, int b) -> ()", 9, "the default of 'a' is empty", NULL },
	{ "f(int[2] a=[0,1) -> ()", 12, "the default of 'a' is not closed", NULL },
	{ "f(str a=\"x) -> ()", 9, "the default of 'a' is not closed", NULL },
	{ "f(str a='x\\') -> ()", 9, "the default of 'a' is not closed", NULL },
	{ "f(int[2] a=[0,1)) -> ()", 12, "the default of 'a' is not closed", NULL },
	{ "f(int a=[[[[[[[[[1]]]]]]]]]) -> ()", 9, "the default of 'a' is not closed", NULL },
	{ "f(int a=1], int b) -> ()", 9, "the default of 'a' is not closed", NULL },
	/* returns */
	{ "f()", 4, "the schema ends too early: expected '->'", NULL },
	{ "f() - > ()", 5, "expected '->', found '-'", NULL },
	{ "f() ->", 7, "the schema ends too early: expected a type", NULL },
	{ "f() -> (Tensor", 15, "the schema ends too early: expected ')'", NULL },
	{ "f() -> (Tensor,)", 16, "expected a type, found ')'", NULL },
	{ "f() -> Tensor a b", 17, "expected the end of the schema, found 'b'", NULL },
	{ "f() -> () x", 11, "expected the end of the schema, found 'x'", NULL },
	{ "f() -> Tensor, Tensor", 14, "expected the end of the schema, found ','", NULL },
	/* spacing, and other ways of writing the same */
	{ "f( Tensor self) -> Tensor", 3,
	  "not the canonical form of the schema, which is shown below",
	  "f(Tensor self) -> Tensor" },
	{ "f(Tensor  self) -> Tensor", 10,
	  "not the canonical form of the schema, which is shown below",
	  "f(Tensor self) -> Tensor" },
	{ "f(Tensor self)->Tensor", 15,
	  "not the canonical form of the schema, which is shown below",
	  "f(Tensor self) -> Tensor" },
	{ "f(int a = 1) -> Tensor", 8, "not the canonical form of the schema, which is shown below",
	  "f(int a= 1) -> Tensor" },
	{ "f(Tensor self) -> (Tensor)", 19,
	  "not the canonical form of the schema, which is shown below",
	  "f(Tensor self) -> Tensor" },
	{ "f(Tensor self, *) -> Tensor", 14,
	  "not the canonical form of the schema, which is shown below",
	  "f(Tensor self) -> Tensor" },
	{ "f(int[01] a) -> ()", 7, "not the canonical form of the schema, which is shown below",
	  "f(int[1] a) -> ()" },
	{ "f() -> () ", 10, "not the canonical form of the schema, which is shown below",
	  "f() -> ()" },
	/* rules for schemas */
	{ "add_(Tensor self) -> Tensor", 1,
	  "an in-place operator (its name ends in '_') must write its self",
	  "write 'Tensor(a!) self'" },
	{ "add_(Tensor(a!) other) -> Tensor(a!)", 1,
	  "an in-place operator (its name ends in '_') must write its self",
	  "write 'Tensor(a!) self'" },
	{ "add_.out(Tensor(a!) self, *, Tensor(b!) out) -> Tensor(b!)", 1,
	  "an operator is in-place (its name ends in '_') or has an out argument, but not both",
	  NULL },
	{ "f(Tensor self) -> Tensor(a!)", 1,
	  "0 arguments have the return's annotation (a!), expected one", NULL },
	{ "f(Tensor(a!) x, Tensor(a!) y) -> Tensor(a!)", 1,
	  "2 arguments have the return's annotation (a!), expected one", NULL },
	{ "f(Tensor(a!) x) -> (Tensor(a!), Tensor)", 1,
	  "either all returns are written arguments, as in (a!), or none", NULL },
};

START_TEST(what_is_no_schema_is_refused_with_column_and_reason)
{
	refuses(refused[_i].schema, refused[_i].column, refused[_i].message, refused[_i].help);
}
END_TEST

/* "f(int a0, int a1, ...) -> (int, int, ...)" */
static const char *large(int args, int rets)
{
	struct strbuf text = { 0 };
	const char *result;

	strbuf_add(&text, "f(");
	for (int i = 0; i < args; i++)
		strbuf_printf(&text, "%sint a%d", i ? ", " : "", i);
	strbuf_add(&text, ") -> (");
	for (int i = 0; i < rets; i++)
		strbuf_printf(&text, "%sint", i ? ", " : "");
	strbuf_add(&text, ")");
	result = arena_strdup(&arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

/* Only a part of such a long line is shown; util_suite.c tests which. */
static void refuses_long(const char *text, const char *at, const char *message)
{
	const char *expected = arena_printf(&arena, "ops.yaml:1:%d: error: %s\n  ...",
					    (int)(at - text) + 1, message);
	struct schema schema;
	const char *said;

	listen_begin();
	ck_assert(!parse_schema(text, &schema));
	said = listen_end();
	assert_text(arena_strndup(&arena, said, strlen(expected)), expected);
}

START_TEST(a_schema_is_not_larger_than_any_could_be)
{
	const char *args = large(257, 2), *rets = large(0, 65);

	parsed_schema(large(256, 64));
	refuses_long(args, strstr(args, "int a256"),
		     "more than 256 arguments, the most that an operator may have");
	refuses(rets, (int)strlen(rets) - 3,
		"more than 64 returns, the most that an operator may have", NULL);
}
END_TEST

START_TEST(a_schema_is_printable_text)
{
	struct schema schema;

	assert_says(parse_schema("f(str a='\033[2J') -> ()", &schema),
		    "ops.yaml:1:9: error: a control character in the default of 'a'\n");
	assert_says(parse_schema("f(int\n a) -> ()", &schema),
		    "ops.yaml:1:6: error: expected an argument name, found a control character\n"
		    "  f(int\n"
		    "       ^\n");
	assert_says(parse_schema("f(int \xc3\xa9) -> ()", &schema),
		    "ops.yaml:1:7: error: expected an argument name, found '\xc3\xa9'\n"
		    "  f(int \xc3\xa9) -> ()\n"
		    "        ^\n");
	assert_says(parse_schema("", &schema),
		    "ops.yaml:1:1: error: the schema ends too early: expected an operator "
		    "name\n");
}
END_TEST

/* The place is counted from the text's position in its file. */
START_TEST(an_error_in_a_file_has_the_files_line_and_column)
{
	static const char file[] = "# head\n- func: f(Foo) -> ()\n";
	struct source source = { "a b.yaml", file, sizeof file - 1 };
	struct schema schema;

	assert_says(
		schema_parse(&arena, &diag, (struct loc){ &source, 2, 9 }, "f(Foo) -> ()", &schema),
		"a b.yaml:2:14: error: expected an argument name, found ')'\n"
		"  - func: f(Foo) -> ()\n"
		"               ^\n");
	ck_assert_uint_eq(diag.errors, 1);
}
END_TEST

Suite *schema_refusals_suite(void)
{
	Suite *suite = suite_create("schemas that are refused");
	TCase *refuse = add_case(suite, "refused");

	tcase_add_loop_test(refuse, what_is_no_schema_is_refused_with_column_and_reason, 0,
			    sizeof refused / sizeof *refused);
	tcase_add_test(refuse, a_schema_is_not_larger_than_any_could_be);
	tcase_add_test(refuse, a_schema_is_printable_text);
	tcase_add_test(refuse, an_error_in_a_file_has_the_files_line_and_column);
	return suite;
}
