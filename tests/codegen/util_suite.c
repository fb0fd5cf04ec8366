/* Utilities independent of torch: memory, text, arrays, messages, files looked at for an end. */
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#include "util/json.h"
#include "support.h"
#include "util/text.h"

/* --- memory and text -------------------------------------------------------------------------- */

START_TEST(the_arena_gives_zeroed_aligned_memory_of_any_size)
{
	static const size_t sizes[] = {
		0, 1, 3, 17, 4096, 256 * 1024 - 16, 256 * 1024, 256 * 1024 + 1, 1000000
	};
	static const unsigned char zeros[1000000];

	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			unsigned char *at = arena_alloc(&arena, sizes[i]);

			ck_assert_ptr_nonnull(at);
			ck_assert_uint_eq((uintptr_t)at % alignof(max_align_t), 0);
			ck_assert_mem_eq(at, zeros, sizes[i]);
			memset(at, 0xff, sizes[i]);
		}
		/* The next round gets memory that was used. */
		arena_free(&arena);
	}
}
END_TEST

#ifdef __SANITIZE_ADDRESS__
/* So that a sanitizer detects reads and writes beyond the requested size. */
START_TEST(each_piece_of_the_arena_ends_where_it_was_asked_to)
{
	for (size_t size = 1; size < 100; size++) {
		char *piece = arena_alloc(&arena, size);

		ck_assert(!__asan_region_is_poisoned(piece, size));
		ck_assert(__asan_address_is_poisoned(piece + size));
	}
}
END_TEST
#endif

START_TEST(the_arena_copies_and_formats_texts)
{
	const char *text = "abc";
	char *copy = arena_strdup(&arena, text);

	ck_assert_str_eq(copy, text);
	ck_assert_ptr_ne(copy, text);
	ck_assert_str_eq(arena_strndup(&arena, "abcdef", 3), "abc");
	ck_assert_str_eq(arena_strndup(&arena, "", 0), "");
	ck_assert_str_eq(arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
	ck_assert_uint_eq(strlen(arena_printf(&arena, "%0*d", 100000, 1)), 100000);
}
END_TEST

START_TEST(a_text_grows_and_stays_terminated)
{
	struct strbuf text = { 0 };

	ck_assert_str_eq(strbuf_str(&text), "");
	for (int i = 0; i < 1000; i++) {
		strbuf_add_char(&text, 'a');
		ck_assert_uint_eq(strlen(strbuf_str(&text)), text.length);
	}
	strbuf_printf(&text, "%0*d", 5000, 1);
	ck_assert_uint_eq(text.length, 6000);
	strbuf_clear(&text);
	ck_assert_str_eq(strbuf_str(&text), "");
	strbuf_repeat(&text, 'x', 3);
	strbuf_add_bytes(&text, "a\0b", 3);
	ck_assert_uint_eq(text.length, 6);
	ck_assert_mem_eq(text.text, "xxxa\0b", 7);
	strbuf_free(&text);
	ck_assert_str_eq(strbuf_str(&text), "");
	strbuf_free(&text);
}
END_TEST

START_TEST(an_array_keeps_what_was_pushed)
{
	struct {
		VEC(int);
	} numbers = { 0 };

	for (int i = 0; i < 1000; i++)
		vec_push(&arena, &numbers, i);
	ck_assert_uint_eq(numbers.len, 1000);
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(numbers.at[i], i);
}
END_TEST

/* The ends of the rows in the Unicode standard's table of well-formed sequences. */
static const struct {
	const char *bytes;
	size_t length;
} sequences[] = {
	{ "a", 1 },
	{ "\x7f", 1 },
	{ "\xc2\x80", 2 },
	{ "\xdf\xbf", 2 },
	{ "\xe0\xa0\x80", 3 },
	{ "\xed\x9f\xbf", 3 },
	{ "\xee\x80\x80", 3 },
	{ "\xef\xbf\xbf", 3 },
	{ "\xf0\x90\x80\x80", 4 },
	{ "\xf4\x8f\xbf\xbf", 4 },

	{ "\x80", 0 },
	{ "\xbf\x80", 0 },
	{ "\xc1\xbf", 0 },
	{ "\xe0\x9f\xbf", 0 },
	{ "\xed\xa0\x80", 0 },
	{ "\xed\xbf\xbf", 0 },
	{ "\xf0\x8f\xbf\xbf", 0 },
	{ "\xf4\x90\x80\x80", 0 },
	{ "\xf5\x80\x80\x80", 0 },
	{ "\xf8\x88\x80\x80\x80", 0 },
	{ "\xff", 0 },
	{ "\xc3", 0 },
	{ "\xc3(", 0 },
	{ "\xe2\x82", 0 },
	{ "\xe2\x82(", 0 },
	{ "\xf0\x9f\x98", 0 },
};

START_TEST(what_is_a_character_of_utf_8_and_what_is_none)
{
	ck_assert_uint_eq(text_utf8_length(sequences[_i].bytes), sequences[_i].length);
}
END_TEST

START_TEST(a_text_of_json_is_utf_8_whatever_it_was)
{
	struct strbuf text = { 0 };
	struct json json = { .out = &text };

	json_array(&json, NULL);
	json_text(&json, NULL, "a\"b\\c\n\x01\x7f/");
	json_text(&json, NULL, "\xc3\xa9\xf0\x9f\x98\x80");
	json_text(&json, NULL, "\xc3(\xff\xed\xa0\x80");
	json_end(&json);
	assert_text(strbuf_str(&text), "[\"a\\\"b\\\\c\\n\\u0001\x7f/\", "
				       "\"\xc3\xa9\xf0\x9f\x98\x80\", "
				       "\"\\ufffd(\\ufffd\\ufffd\\ufffd\\ufffd\"]\n");
	strbuf_free(&text);
}
END_TEST

/* --- messages --------------------------------------------------------------------------------- */

static struct source source = { "dir/f.txt", "first\n\tsecond line\n\n\x1b[31mred\nlast", 33 };

static bool report(size_t line, size_t column, const char *help)
{
	diag_error(&diag, (struct loc){ &source, line, column }, help, "bad %s", "thing");
	return false;
}

static bool nowhere(void)
{
	diag_error(&diag, (struct loc){ 0 }, "do it", "no place");
	return false;
}

static bool warned(void)
{
	diag_warning(&diag, (struct loc){ &source, 1, 2 }, NULL, "odd");
	diag_note(&diag, (struct loc){ &source, 5, 1 }, "see here");
	return false;
}

START_TEST(a_message_has_place_line_caret_and_help)
{
	assert_says(report(1, 3, "do this"), "dir/f.txt:1:3: error: bad thing\n"
					     "  first\n"
					     "    ^\n"
					     "  help: do this\n");
	assert_says(report(2, 2, NULL), "dir/f.txt:2:2: error: bad thing\n"
					"  \tsecond line\n"
					"  \t^\n");
	assert_says(report(1, 0, NULL), "dir/f.txt:1: error: bad thing\n  first\n");
	assert_says(report(0, 0, NULL), "dir/f.txt: error: bad thing\n");
	assert_says(report(3, 1, NULL), "dir/f.txt:3:1: error: bad thing\n");
	assert_says(report(1, 6, NULL), "dir/f.txt:1:6: error: bad thing\n  first\n       ^\n");
	assert_says(report(1, 7, NULL), "dir/f.txt:1:7: error: bad thing\n  first\n");
	assert_says(report(99, 1, NULL), "dir/f.txt:99:1: error: bad thing\n");
	assert_says(nowhere(), "ctorch-gen: error: no place\n  help: do it\n");
	ck_assert_uint_eq(diag.errors, 9);
	assert_says(warned(), "dir/f.txt:1:2: warning: odd\n  first\n   ^\n"
			      "dir/f.txt:5:1: note: see here\n  last\n  ^\n");
	ck_assert_uint_eq(diag.errors, 9);
	ck_assert_uint_eq(diag.warnings, 1);
}
END_TEST

START_TEST(a_line_that_could_disturb_the_terminal_is_not_shown)
{
	assert_says(report(4, 1, NULL), "dir/f.txt:4:1: error: bad thing\n");
}
END_TEST

static bool quoted(const char *text)
{
	diag_error(&diag, (struct loc){ 0 }, NULL, "bad '%s'", text);
	return false;
}

static bool quoted_at_the_end(const char *text)
{
	diag_error(&diag, (struct loc){ 0 }, NULL, "bad: %s", text);
	return false;
}

START_TEST(neither_is_what_a_message_quotes)
{
	assert_says(quoted("\x1b[31mred\n"), "ctorch-gen: error: bad '\\x1b[31mred\\x0a'\n");
	/* U+009B starts the same sequences as ESC and a bracket. */
	assert_says(quoted("a\xc2\x9b\x33m\x7f"), "ctorch-gen: error: bad 'a\\x9b3m\\x7f'\n");
	assert_says(quoted("\xc2\xa0\xc3\xa9"), "ctorch-gen: error: bad '\xc2\xa0\xc3\xa9'\n");
	assert_says(quoted("\xc2("), "ctorch-gen: error: bad '\xc2('\n");
	assert_says(quoted_at_the_end("\xc2"), "ctorch-gen: error: bad: \xc2\n");
}
END_TEST

/* --- too long to be read --- */

static const char *repeated(const char *text, size_t times)
{
	const char *all = arena_alloc(&arena, strlen(text) * times + 1);

	for (size_t i = 0; i < times; i++)
		memcpy((char *)all + i * strlen(text), text, strlen(text));
	return all;
}

static bool in_line(const char *text, size_t column)
{
	struct source *one = arena_alloc(&arena, sizeof *one);

	*one = (struct source){ "f", text, strlen(text) };
	diag_error(&diag, (struct loc){ one, 1, column }, NULL, "bad");
	return false;
}

START_TEST(of_a_long_line_the_part_around_the_caret_is_shown)
{
	const char *left = repeated("l", 1000000), *right = repeated("r", 1000000);
	const char *line = arena_printf(&arena, "%sX%s", left, right);

	assert_says(in_line(line, 1000001),
		    arena_printf(&arena,
				 "f:1:1000001: error: bad\n  ...%.80sX%.79s...\n     %80s^\n", left,
				 right, ""));
	assert_says(in_line(line, 1),
		    arena_printf(&arena, "f:1:1: error: bad\n  %.160s...\n  ^\n", left));
	assert_says(in_line(line, 0), arena_printf(&arena, "f:1: error: bad\n  %.160s...\n", left));
	assert_says(in_line(line, 2000001),
		    arena_printf(&arena, "f:1:2000001: error: bad\n  ...%.80s%.1s\n     %80s^\n",
				 right, right, ""));
}
END_TEST

START_TEST(a_line_of_a_schema_is_shown_whole)
{
	const char *line = repeated("s", 512);

	assert_says(in_line(line, 400),
		    arena_printf(&arena, "f:1:400: error: bad\n  %s\n  %399s^\n", line, ""));
}
END_TEST

START_TEST(a_character_is_not_cut_in_half)
{
	const char *e = "\xc3\xa9", *line = arena_printf(&arena, "x%s", repeated(e, 1000));

	/* 160 bytes, from the beginning and around the middle. */
	assert_says(in_line(line, 1),
		    arena_printf(&arena, "f:1:1: error: bad\n  x%s...\n  ^\n", repeated(e, 79)));
	assert_says(in_line(line, 1002),
		    arena_printf(&arena, "f:1:1002: error: bad\n  ...%s...\n     %80s^\n",
				 repeated(e, 80), ""));
}
END_TEST

START_TEST(what_a_message_quotes_is_shortened)
{
	const char *name = repeated("n", 1000000), *text = repeated("n", 1000);

	assert_says(quoted(text), arena_printf(&arena, "ctorch-gen: error: bad '%s'\n", text));
	assert_says(
		quoted(name),
		arena_printf(&arena, "ctorch-gen: error: bad '%.1329s...%.665s'\n", name, name));
	diag_init(&diag);
	listen_begin();
	diag_error(&diag, (struct loc){ 0 }, name, "bad");
	ck_assert_uint_lt(strlen(listen_end()), 2100);
	listen_begin();
	diag_error(&diag, (struct loc){ 0 }, "\x1b[31m", "bad");
	ck_assert_str_eq(listen_end(), "ctorch-gen: error: bad\n  help: \\x1b[31m\n");
}
END_TEST

START_TEST(color_is_only_the_severitys)
{
	diag.color = true;
	assert_says(report(1, 1, NULL),
		    "dir/f.txt:1:1: \033[1;31merror:\033[0m bad thing\n  first\n  ^\n");
	assert_says(warned(), "dir/f.txt:1:2: \033[1;35mwarning:\033[0m odd\n  first\n   ^\n"
			      "dir/f.txt:5:1: \033[1;36mnote:\033[0m see here\n  last\n  ^\n");
}
END_TEST

START_TEST(color_needs_a_terminal_and_no_NO_COLOR)
{
	struct diag made;

	listen_begin(); /* stderr is a file now */
	unsetenv("NO_COLOR");
	diag_init(&made);
	listen_end();
	ck_assert(!made.color);
	ck_assert_uint_eq(made.errors, 0);
}
END_TEST

START_TEST(a_flood_of_errors_is_counted_but_not_shown)
{
	const char *said;
	size_t shown = 0;

	listen_begin();
	for (int i = 0; i < 250; i++)
		report(0, 0, NULL);
	diag_note(&diag, (struct loc){ &source, 5, 1 }, "of the last");
	ck_assert(!diag_finish(&diag, "; nothing was written"));
	said = listen_end();
	for (const char *at = said; (at = strstr(at, "bad thing")); at++)
		shown++;
	ck_assert_uint_eq(shown, 100);
	ck_assert_ptr_null(strstr(said, "of the last"));
	ck_assert_ptr_nonnull(strstr(
		said, "ctorch-gen: 250 errors, the first 100 are shown; nothing was written\n"));
}
END_TEST

START_TEST(the_end_says_how_many_errors_there_were)
{
	assert_silent(diag_finish(&diag, "; nothing was written"));
	diag.errors = 1;
	assert_says(diag_finish(&diag, "; x"), "ctorch-gen: 1 error; x\n");
	diag.errors = 2;
	assert_says(diag_finish(&diag, ""), "ctorch-gen: 2 errors\n");
}
END_TEST

START_TEST(an_offset_is_a_line_and_a_column)
{
	struct loc loc = loc_at_offset(&source, 0);

	ck_assert(loc.line == 1 && loc.column == 1);
	loc = loc_at_offset(&source, 6);
	ck_assert(loc.line == 2 && loc.column == 1);
	loc = loc_at_offset(&source, 8);
	ck_assert(loc.line == 2 && loc.column == 3);
	loc = loc_at_offset(&source, 1000);
	ck_assert(loc.line == 5);
}
END_TEST

Suite *util_suite(void)
{
	Suite *suite = suite_create("util");
	TCase *memory = add_case(suite, "memory"), *messages = add_case(suite, "messages");

	tcase_add_test(memory, the_arena_gives_zeroed_aligned_memory_of_any_size);
#ifdef __SANITIZE_ADDRESS__
	tcase_add_test(memory, each_piece_of_the_arena_ends_where_it_was_asked_to);
#else
	puts("skipped: the ends of the pieces of an arena: only AddressSanitizer sees them");
#endif
	tcase_add_test(memory, the_arena_copies_and_formats_texts);
	tcase_add_test(memory, a_text_grows_and_stays_terminated);
	tcase_add_test(memory, an_array_keeps_what_was_pushed);
	tcase_add_loop_test(memory, what_is_a_character_of_utf_8_and_what_is_none, 0,
			    sizeof sequences / sizeof *sequences);
	tcase_add_test(memory, a_text_of_json_is_utf_8_whatever_it_was);
	tcase_add_test(messages, a_message_has_place_line_caret_and_help);
	tcase_add_test(messages, a_line_that_could_disturb_the_terminal_is_not_shown);
	tcase_add_test(messages, neither_is_what_a_message_quotes);
	tcase_add_test(messages, of_a_long_line_the_part_around_the_caret_is_shown);
	tcase_add_test(messages, a_line_of_a_schema_is_shown_whole);
	tcase_add_test(messages, a_character_is_not_cut_in_half);
	tcase_add_test(messages, what_a_message_quotes_is_shortened);
	tcase_add_test(messages, color_is_only_the_severitys);
	tcase_add_test(messages, color_needs_a_terminal_and_no_NO_COLOR);
	tcase_add_test(messages, a_flood_of_errors_is_counted_but_not_shown);
	tcase_add_test(messages, the_end_says_how_many_errors_there_were);
	tcase_add_test(messages, an_offset_is_a_line_and_a_column);
	return suite;
}
