/* Long lines of generated C: where they break, and how they continue. */
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "emit/wrap.h"

static const char *wrapped(const char *text)
{
	struct strbuf out = { 0 };
	const char *result;

	wrap_add(&out, text);
	result = arena_strdup(&arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

static void wraps(const char *text, const char *expected)
{
	assert_text(wrapped(text), expected);
}

/* "f(", letters and ", b);", as many columns in total. */
static const char *line_of(size_t columns)
{
	return arena_printf(&arena, "f(%.*s, b);\n", (int)(columns - 7),
			    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
			    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
}

START_TEST(a_line_of_a_hundred_columns_stays)
{
	ck_assert_uint_eq(strlen(line_of(100)), 101);
	wraps(line_of(100), line_of(100));
	wraps("", "");
	wraps("\n\n", "\n\n");
	wraps("no newline", "no newline");
}
END_TEST

START_TEST(one_column_more_breaks_behind_the_comma)
{
	const char *line = line_of(101);

	wraps(line, arena_printf(&arena, "%.*s\n  b);\n", (int)strlen(line) - 5, line));
}
END_TEST

START_TEST(a_tab_is_eight_columns_wide)
{
	const char *fits = arena_printf(&arena, "\t%s", line_of(92));
	const char *line = arena_printf(&arena, "\t%s", line_of(93));

	wraps(fits, fits);
	wraps(line, arena_printf(&arena, "%.*s\n\t  b);\n", (int)strlen(line) - 5, line));
}
END_TEST

START_TEST(a_line_goes_on_below_what_follows_the_open_bracket)
{
	wraps("CT_API ct_error ct_max_dim(const ct_tensor *self, int64_t dim, bool keepdim, "
	      "ct_tensor **values, ct_tensor **indices) CT_RETURNS_ERROR;\n",
	      "CT_API ct_error ct_max_dim(const ct_tensor *self, int64_t dim, bool keepdim, "
	      "ct_tensor **values,\n"
	      "\t\t\t   ct_tensor **indices) CT_RETURNS_ERROR;\n");
}
END_TEST

START_TEST(outer_brackets_break_before_inner_ones)
{
	wraps("\tct::give(at::_ops::add_Tensor::call(ct::tensor(self, 1, \"self\"), "
	      "ct::tensor(other, 2, \"other\"), ct::scalar(alpha, 3, \"alpha\")), result);\n",
	      "\tct::give(at::_ops::add_Tensor::call(ct::tensor(self, 1, \"self\"),\n"
	      "\t\t\t\t\t    ct::tensor(other, 2, \"other\"),\n"
	      "\t\t\t\t\t    ct::scalar(alpha, 3, \"alpha\")),\n"
	      "\t\t result);\n");
}
END_TEST

START_TEST(where_an_item_does_not_fit_the_line_breaks_behind_the_bracket)
{
	wraps("\tat::_ops::a_very_long_operators_name_that_leaves_no_room_to_its_right_at_all::"
	      "call("
	      "ct::tensor(self, 1, \"self\"), two);\n",
	      "\tat::_ops::a_very_long_operators_name_that_leaves_no_room_to_its_right_at_all::"
	      "call(\n"
	      "\t\tct::tensor(self, 1, \"self\"), two);\n");
}
END_TEST

START_TEST(behind_an_inner_bracket_the_line_is_indented_from_the_outer_one)
{
	wraps("\tct::give(at::_ops::convolution_backward::call(ct::tensor(input, 1, \"input\"), "
	      "ct::optional_symints(bias_sizes, bias_sizes_len, 4, \"bias_sizes\")), result);\n",
	      "\tct::give(at::_ops::convolution_backward::call(\n"
	      "\t\t\t ct::tensor(input, 1, \"input\"),\n"
	      "\t\t\t ct::optional_symints(bias_sizes, bias_sizes_len, 4, \"bias_sizes\")),\n"
	      "\t\t result);\n");
}
END_TEST

START_TEST(what_closes_the_line_stays_with_the_last_item)
{
	wraps("CT_API ct_error ct_a_name_of_fifty_columns_and_so_it_leaves_the_rest("
	      "ct_tensor **softmax_logsumexp) CT_RETURNS_ERROR;\n",
	      "CT_API ct_error ct_a_name_of_fifty_columns_and_so_it_leaves_the_rest(\n"
	      "\tct_tensor **softmax_logsumexp) CT_RETURNS_ERROR;\n");
}
END_TEST

START_TEST(a_comma_in_quotes_or_outside_of_brackets_breaks_nothing)
{
	const char *quoted = arena_printf(&arena, "\tf(\"%.*s, x\");\n", 100, line_of(110) + 2);
	const char *outside = arena_printf(&arena, "int %.*s, b;\n", 100, line_of(110) + 2);

	wraps(quoted, quoted);
	wraps(outside, outside);
}
END_TEST

START_TEST(an_escaped_quote_ends_no_text)
{
	const char *line = arena_printf(&arena, "f(\"\\\\\", \"\\\"%.*s, x\");\n", 100,
					line_of(110) + 2);

	wraps(line,
	      arena_printf(&arena, "f(\"\\\\\",\n  \"\\\"%.*s, x\");\n", 100, line_of(110) + 2));
}
END_TEST

/* There is nothing before the first character, so it must not be read. */
START_TEST(a_text_may_begin_with_a_quote)
{
	char *text = strdup("\"a\", \"b\"\n");

	wraps(text, "\"a\", \"b\"\n");
	free(text);
}
END_TEST

START_TEST(a_comment_stays_as_it_is)
{
	const char *schema = arena_printf(&arena, "/* %s*/\n  // %s", line_of(120), line_of(120));

	wraps(arena_printf(&arena, "/* %.*s */\n", 110, line_of(120)),
	      arena_printf(&arena, "/* %.*s */\n", 110, line_of(120)));
	ck_assert(strstr(wrapped(schema), "  // f(aaa"));
}
END_TEST

START_TEST(a_line_inside_of_a_comment_stays_as_it_is)
{
	const char *line = arena_printf(&arena, " * %s", line_of(120));

	wraps(line, line);
}
END_TEST

static void comments(const char *text, const char *expected)
{
	struct strbuf out = { 0 };

	wrap_add_comment(&out, text);
	assert_text(strbuf_str(&out), expected);
	strbuf_free(&out);
}

START_TEST(the_words_of_a_comment_fill_its_lines)
{
	const char *word = arena_printf(&arena, "%.*s", 90, line_of(120));
	const char *text = arena_printf(&arena, "%s 6789012 45", word);

	/* " * ", 90 letters and the blank before the next word are 94 columns. */
	comments(arena_printf(&arena, "%s 678901", word),
		 arena_printf(&arena, " * %s 678901\n", word));
	comments(text, arena_printf(&arena, " * %s\n * 6789012 45\n", word));
	comments("one\n\n    two\n", " * one\n *\n *     two\n");
	comments("", "");
}
END_TEST

START_TEST(a_line_that_cannot_be_broken_stays)
{
	const char *line = arena_printf(&arena, "f(%.*s);\n", 110, line_of(120) + 2);

	wraps(line, line);
	wraps("(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
	      "((("
	      "(((((((((((((((((((((((((((((((((((((((((((((a, b\n",
	      wrapped("(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
		      "((("
		      "(((((((((((((((((((((((((((((((((((((((((((((((((((((a, b\n"));
}
END_TEST

Suite *wrap_suite(void)
{
	Suite *suite = suite_create("wrap");
	TCase *lines = add_case(suite, "lines");

	tcase_add_test(lines, a_line_of_a_hundred_columns_stays);
	tcase_add_test(lines, one_column_more_breaks_behind_the_comma);
	tcase_add_test(lines, a_tab_is_eight_columns_wide);
	tcase_add_test(lines, a_line_goes_on_below_what_follows_the_open_bracket);
	tcase_add_test(lines, outer_brackets_break_before_inner_ones);
	tcase_add_test(lines, where_an_item_does_not_fit_the_line_breaks_behind_the_bracket);
	tcase_add_test(lines, behind_an_inner_bracket_the_line_is_indented_from_the_outer_one);
	tcase_add_test(lines, what_closes_the_line_stays_with_the_last_item);
	tcase_add_test(lines, a_comma_in_quotes_or_outside_of_brackets_breaks_nothing);
	tcase_add_test(lines, an_escaped_quote_ends_no_text);
	tcase_add_test(lines, a_text_may_begin_with_a_quote);
	tcase_add_test(lines, a_comment_stays_as_it_is);
	tcase_add_test(lines, a_line_inside_of_a_comment_stays_as_it_is);
	tcase_add_test(lines, the_words_of_a_comment_fill_its_lines);
	tcase_add_test(lines, a_line_that_cannot_be_broken_stays);
	return suite;
}
