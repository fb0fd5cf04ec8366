/* Marks in templates: how they are filled, and errors in them. */
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "emit/template.h"

static struct templates templates;
static struct strbuf out;

static bool fill(const char *text, const struct mark *marks)
{
	templates = (struct templates){ .arena = &arena, .diag = &diag, .folder = folder() };
	strbuf_clear(&out);
	write_file("t.txt", text);
	return template_fill(&templates, "t.txt", marks, &out);
}

#define MARKS(...) ((const struct mark[]){ __VA_ARGS__, { 0 } })
#define A(value)           \
	{                  \
		"a", value \
	}
#define B(value)           \
	{                  \
		"b", value \
	}

static void fills(const char *text, const struct mark *marks, const char *expected)
{
	assert_silent(fill(text, marks));
	assert_text(strbuf_str(&out), expected);
	strbuf_free(&out);
}

static void refuses(const char *text, const struct mark *marks, const char *message)
{
	assert_says(fill(text, marks), arena_printf(&arena, "%s/t.txt:%s", folder(), message));
	ck_assert_uint_eq(out.length, 0);
	strbuf_free(&out);
}

/* --- filling marks ---------------------------------------------------------------------------- */

START_TEST(a_text_without_marks_is_itself)
{
	fills("", (const struct mark[]){ { 0 } }, "");
	fills("a\n\n  b\n", (const struct mark[]){ { 0 } }, "a\n\n  b\n");
}
END_TEST

START_TEST(a_mark_becomes_its_value_each_time)
{
	fills("x${a}y${a}${b}.\n", MARKS(A("1"), B("two")), "x1y1two.\n");
	fills("${a}", MARKS(A("1")), "1");
	fills("${long_name}\n", MARKS({ "long_name", "v" }), "v\n");
}
END_TEST

START_TEST(a_value_is_not_looked_through_for_marks)
{
	fills("${a}\n", MARKS(A("${b} ${")), "${b} ${\n");
}
END_TEST

START_TEST(dollars_and_braces_alone_are_text)
{
	fills("$a {a} $ {a} }$ ${a}\n", MARKS(A("1")), "$a {a} $ {a} }$ 1\n");
}
END_TEST

START_TEST(a_comma_mark_is_empty_or_begins_with_a_comma)
{
	fills("f(x${,a})\n", MARKS(A("y")), "f(x, y)\n");
	fills("f(x${,a})\n", MARKS(A("")), "f(x)\n");
}
END_TEST

START_TEST(a_mark_alone_on_its_line_gives_each_line_its_indentation)
{
	fills("{\n\t${a}\n}\n", MARKS(A("one\ntwo\n\nthree\n")), "{\n\tone\n\ttwo\n\n\tthree\n}\n");
	fills("{\n    ${a}\n}\n", MARKS(A("one")), "{\n    one\n}\n");
	fills("${a}\n${b}\n", MARKS(A("1\n2"), B("3")), "1\n2\n3\n");
	fills(" \t${a}\n", MARKS(A("1\n2")), " \t1\n \t2\n");
}
END_TEST

START_TEST(a_mark_alone_on_its_line_takes_the_line_along_when_it_is_empty)
{
	fills("{\n\t${a}\n}\n", MARKS(A("")), "{\n}\n");
	fills("${a}\nx\n", MARKS(A("")), "x\n");
	fills("x\n  ${a}\n  ${b}\ny\n", MARKS(A(""), B("")), "x\ny\n");
}
END_TEST

START_TEST(a_mark_with_company_on_its_line_does_not)
{
	fills("\t${a};\n", MARKS(A("")), "\t;\n");
	fills("\t${a} \n", MARKS(A("")), "\t \n");
	fills("${a} ${b}\n", MARKS(A("1\n2"), B("")), "1\n2 \n");
	fills("x ${a}\n", MARKS(A("")), "x \n");
}
END_TEST

START_TEST(a_template_is_read_once_and_filled_many_times)
{
	assert_silent(fill("${a}\n", MARKS(A("1"))));
	write_file("t.txt", "changed");
	assert_silent(template_fill(&templates, "t.txt", MARKS(A("2")), &out));
	assert_text(strbuf_str(&out), "1\n2\n");
	ck_assert_uint_eq(template_count(&templates), 1);
	ck_assert_str_eq(template_path(&templates, 0), path_in_folder("t.txt"));
	strbuf_free(&out);
}
END_TEST

/* --- invalid marks ---------------------------------------------------------------------------- */

START_TEST(an_unknown_mark_is_an_error_with_its_place)
{
	refuses("one\n  two ${a} ${b}\n", MARKS(A("1")),
		"2:12: error: unknown mark 'b'\n"
		"    two ${a} ${b}\n"
		"             ^\n");
}
END_TEST

START_TEST(an_unused_mark_is_an_error)
{
	refuses("one ${a}\n", MARKS(A("1"), B("2")),
		" error: the template does not use the mark ${b}\n");
}
END_TEST

static const struct {
	const char *text;
	int column;
} broken[] = {
	{ "${", 1 },     { "x ${a", 3 },    { "${}", 1 },   { "${,}", 1 },   { "${A}", 1 },
	{ "${a b}", 1 }, { "${a${b}}", 1 }, { "${a1}", 1 }, { "${,,a}", 1 }, { "${ a}", 1 },
};

START_TEST(a_broken_mark_is_an_error_with_its_place)
{
	refuses(arena_printf(&arena, "first\n%s\n", broken[_i].text), MARKS(A("1")),
		arena_printf(&arena,
			     "2:%d: error: malformed mark\n  %s\n  %*s^\n"
			     "  help: write ${name} or ${,name}\n",
			     broken[_i].column, broken[_i].text, broken[_i].column - 1, ""));
}
END_TEST

START_TEST(all_that_is_wrong_with_a_template_is_said_once)
{
	refuses("${c}\n${d}\n", MARKS(A("1")),
		in_folder("1:1: error: unknown mark 'c'\n  ${c}\n  ^\n"
			  "@/t.txt:2:1: error: unknown mark 'd'\n  ${d}\n  ^\n"
			  "@/t.txt: error: the template does not use the mark ${a}\n"));
	listen_begin();
	ck_assert(!template_fill(&templates, "t.txt", MARKS(A("1")), &out));
	ck_assert_str_eq(listen_end(), "");
}
END_TEST

START_TEST(a_template_that_is_not_there_or_no_text_is_an_error)
{
	templates = (struct templates){ .arena = &arena, .diag = &diag, .folder = folder() };
	assert_says(template_fill(&templates, "none.txt", MARKS(A("1")), &out),
		    arena_printf(&arena,
				 "%s/none.txt: error: cannot open: No such file or directory\n",
				 folder()));
	write_bytes("t.txt", "x${a}\ny\0z", 9);
	assert_says(
		template_fill(&templates, "t.txt", MARKS(A("1")), &out),
		arena_printf(&arena,
			     "%s/t.txt:2:2: error: not a text file: it contains a NUL character\n",
			     folder()));
}
END_TEST

Suite *template_suite(void)
{
	Suite *suite = suite_create("template");
	TCase *become = add_case(suite, "filled"), *wrong = add_case(suite, "wrong");

	tcase_add_test(become, a_text_without_marks_is_itself);
	tcase_add_test(become, a_mark_becomes_its_value_each_time);
	tcase_add_test(become, a_value_is_not_looked_through_for_marks);
	tcase_add_test(become, dollars_and_braces_alone_are_text);
	tcase_add_test(become, a_comma_mark_is_empty_or_begins_with_a_comma);
	tcase_add_test(become, a_mark_alone_on_its_line_gives_each_line_its_indentation);
	tcase_add_test(become, a_mark_alone_on_its_line_takes_the_line_along_when_it_is_empty);
	tcase_add_test(become, a_mark_with_company_on_its_line_does_not);
	tcase_add_test(become, a_template_is_read_once_and_filled_many_times);
	tcase_add_test(wrong, an_unknown_mark_is_an_error_with_its_place);
	tcase_add_test(wrong, an_unused_mark_is_an_error);
	tcase_add_loop_test(wrong, a_broken_mark_is_an_error_with_its_place, 0,
			    sizeof broken / sizeof *broken);
	tcase_add_test(wrong, all_that_is_wrong_with_a_template_is_said_once);
	tcase_add_test(wrong, a_template_that_is_not_there_or_no_text_is_an_error);
	return suite;
}
