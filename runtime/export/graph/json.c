/*
 * Reading JSON from front to back: single values, and the reader's errors.
 */
#define _GNU_SOURCE

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/numbers.h"
#include "core/base/shown.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "export/graph/json.h"

/* --- Errors ----------------------------------------------------------------------------------- */

static void add_path(const struct ct_json_reader *reader, struct ct_text *text)
{
	char room[CT_SHOWN];

	for (int64_t i = 0; i < reader->depth; i++) {
		const struct ct_json_step *step = &reader->steps[i];

		if (step->key)
			ct_text_addf(text, "%s%s", i ? "." : "", ct_shown(step->key, room));
		else
			ct_text_addf(text, "[%lld]", (long long)step->index);
	}
}

void ct_json_fail(struct ct_json_reader *reader, const char *format, ...)
{
	struct ct_text path = { 0 };
	char text[2 * CT_SHOWN];
	va_list args;

	if (reader->error)
		return;
	va_start(args, format);
	ct_format_printable(text, sizeof text, format, args);
	va_end(args);
	add_path(reader, &path);
	reader->error = ct_error_new(CT_ERROR_VALUE, reader->function, "%s: %s%s%s", reader->what,
				     path.data ? path.data : "", path.length ? ": " : "", text);
	ct_text_release(&path);
	reader->at = reader->end;
}

static void fail_syntax(struct ct_json_reader *reader, const char *expected)
{
	ct_json_fail(reader, "not valid JSON at byte %lld: %s",
		     (long long)(reader->at - reader->begin), expected);
}

void ct_json_fail_memory(struct ct_json_reader *reader)
{
	if (reader->error)
		return;
	if (reader->arena->is_exhausted)
		ct_json_fail(reader, "it is larger than any real program");
	else
		reader->error = ct_error_prefix(ct_no_memory(reader->function, NULL), reader->what);
	reader->at = reader->end;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

static void skip_spaces(struct ct_json_reader *reader)
{
	while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\n' ||
					    *reader->at == '\t' || *reader->at == '\r'))
		reader->at++;
}

/* What one byte may need of memory, and a file of no bytes: real programs need 3. */
enum { MEMORY_OF_BYTE = 32, MEMORY_OF_ANY = 1 << 20 };

size_t ct_json_memory(size_t n)
{
	return MEMORY_OF_ANY + (n > SIZE_MAX / MEMORY_OF_BYTE ? SIZE_MAX / 2 : MEMORY_OF_BYTE * n);
}

void ct_json_begin(struct ct_json_reader *reader, const char *text, size_t n)
{
	reader->begin = reader->at = text;
	reader->end = text + n;
}

/* What an error of the reader begins with, in the arena. */
static const char *place_of(const struct ct_json_reader *reader)
{
	struct ct_text text = { 0 };
	char *result = NULL;

	ct_text_add(&text, reader->what);
	ct_text_add(&text, ": ");
	add_path(reader, &text);
	if (!text.failed)
		result = ct_arena_new(reader->arena, text.length + 1);
	if (result)
		memcpy(result, text.data, text.length);
	ct_text_release(&text);
	return result ? result : reader->what;
}

void ct_json_begin_inside(struct ct_json_reader *reader, const struct ct_json_reader *outer,
			  const char *text)
{
	*reader = (struct ct_json_reader){ .arena = outer->arena, .function = outer->function };
	reader->what = place_of(outer);
	ct_json_begin(reader, text, strlen(text));
}

ct_error ct_json_end(struct ct_json_reader *reader)
{
	skip_spaces(reader);
	if (!reader->error && reader->at < reader->end)
		fail_syntax(reader, "text after the end");
	free(reader->items);
	reader->items = NULL;
	return reader->error;
}

char ct_json_peek(struct ct_json_reader *reader)
{
	skip_spaces(reader);
	return reader->at < reader->end ? *reader->at : '\0';
}

static bool take(struct ct_json_reader *reader, const char *word)
{
	const size_t n = strlen(word);

	if ((size_t)(reader->end - reader->at) < n || memcmp(reader->at, word, n) != 0)
		return false;
	reader->at += n;
	return true;
}

/* --- Strings ---------------------------------------------------------------------------------- */

/* What is after the last quote of a string, whose first one is at `reader->at`; NULL: an error. */
static const char *end_of_string(struct ct_json_reader *reader, bool *is_plain)
{
	const char *at = reader->at + 1;

	*is_plain = true;
	for (; at < reader->end && *at != '"'; at++) {
		if (*at == '\\') {
			*is_plain = false;
			at++;
		}
		if (at < reader->end && (unsigned char)*at < ' ') {
			fail_syntax(reader, "a string with a control character");
			return NULL;
		}
	}
	if (at >= reader->end) {
		fail_syntax(reader, "a string without its end");
		return NULL;
	}
	return at + 1;
}

static bool hexadecimal(const char *at, uint32_t *result)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		const char c = at[i];
		const int digit = c >= '0' && c <= '9'   ? c - '0'
				  : c >= 'a' && c <= 'f' ? c - 'a' + 10
				  : c >= 'A' && c <= 'F' ? c - 'A' + 10
							 : -1;

		if (digit < 0)
			return false;
		value = value << 4 | (uint32_t)digit;
	}
	*result = value;
	return true;
}

static char *put_utf8(char *to, uint32_t character)
{
	if (character < 0x80) {
		*to++ = (char)character;
	} else if (character < 0x800) {
		*to++ = (char)(0xc0 | character >> 6);
		*to++ = (char)(0x80 | (character & 0x3f));
	} else if (character < 0x10000) {
		*to++ = (char)(0xe0 | character >> 12);
		*to++ = (char)(0x80 | (character >> 6 & 0x3f));
		*to++ = (char)(0x80 | (character & 0x3f));
	} else {
		*to++ = (char)(0xf0 | character >> 18);
		*to++ = (char)(0x80 | (character >> 12 & 0x3f));
		*to++ = (char)(0x80 | (character >> 6 & 0x3f));
		*to++ = (char)(0x80 | (character & 0x3f));
	}
	return to;
}

/* The character of "\uXXXX", or of two of them that are surrogates; `*at` is after the u. */
static bool unicode(const char **at, const char *end, uint32_t *result)
{
	uint32_t low;

	if (end - *at < 4 || !hexadecimal(*at, result))
		return false;
	*at += 4;
	if (*result >= 0xd800 && *result < 0xdc00 && end - *at >= 6 && (*at)[0] == '\\' &&
	    (*at)[1] == 'u' && hexadecimal(*at + 2, &low) && low >= 0xdc00 && low < 0xe000) {
		*result = 0x10000 + ((*result - 0xd800) << 10) + (low - 0xdc00);
		*at += 6;
	}
	return *result != 0;
}

/* Writes a string's characters, whose text ends at `end`, and a NUL; false: an invalid escape. */
static bool unescape(const char *at, const char *end, char *to)
{
	static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	uint32_t character;

	while (at < end) {
		const char *escape;

		if (*at != '\\') {
			*to++ = *at++;
			continue;
		}
		at++;
		if (*at == 'u') {
			at++;
			if (!unicode(&at, end, &character))
				return false;
			to = put_utf8(to, character);
			continue;
		}
		escape = *at ? strchr(escapes, *at) : NULL;
		if (escape == NULL)
			return false;
		*to++ = meanings[escape - escapes];
		at++;
	}
	*to = '\0';
	return true;
}

const char *ct_json_string(struct ct_json_reader *reader)
{
	const char *begin, *after;
	bool is_plain;
	char *result;
	size_t n;

	if (ct_json_peek(reader) != '"') {
		fail_syntax(reader, "expected a string");
		return NULL;
	}
	begin = reader->at + 1;
	after = end_of_string(reader, &is_plain);
	if (after == NULL)
		return NULL;
	n = (size_t)(after - 1 - begin);
	result = ct_arena_new(reader->arena, n + 1);
	if (result == NULL) {
		ct_json_fail_memory(reader);
		return NULL;
	}
	if (is_plain)
		memcpy(result, begin, n);
	else if (!unescape(begin, after - 1, result))
		fail_syntax(reader, "a string with an invalid escape");
	if (!ct_is_utf8(result, strlen(result)))
		fail_syntax(reader, "a string that is not UTF-8");
	if (reader->error)
		return NULL;
	reader->at = after;
	return result;
}

/* --- Numbers, words --------------------------------------------------------------------------- */

static const char *after_digits(const char *at, const char *end)
{
	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return at;
}

/* After the fraction and the exponent of a number, which may be missing; NULL: no digits. */
static const char *after_fraction(const char *at, const char *end)
{
	const char *digits = at;

	if (at < end && *at == '.') {
		digits = at + 1;
		at = after_digits(digits, end);
		if (at == digits)
			return NULL;
	}
	if (at < end && (*at == 'e' || *at == 'E')) {
		digits = at + 1;
		digits += digits < end && (*digits == '+' || *digits == '-');
		at = after_digits(digits, end);
		if (at == digits)
			return NULL;
	}
	return at;
}

/* What is after a number, which has no zero before other digits; NULL: there is none. */
static const char *end_of_number(const struct ct_json_reader *reader, bool *is_whole)
{
	const char *begin = reader->at, *whole, *end;

	begin += begin < reader->end && *begin == '-';
	whole = after_digits(begin, reader->end);
	if (whole == begin || (*begin == '0' && whole > begin + 1))
		return NULL;
	end = after_fraction(whole, reader->end);
	*is_whole = end == whole;
	return end;
}

int64_t ct_json_int(struct ct_json_reader *reader)
{
	const char next = ct_json_peek(reader);
	const bool is_negative = next == '-';
	int64_t value = 0;
	bool is_whole = false, is_large = false;
	const char *end = end_of_number(reader, &is_whole);

	if (end == NULL || !is_whole) {
		fail_syntax(reader, "expected an integer");
		return 0;
	}
	for (const char *at = reader->at + is_negative; at < end; at++) {
		const int64_t digit = *at - '0';

		is_large |= __builtin_mul_overflow(value, 10, &value) ||
			    (is_negative ? __builtin_sub_overflow(value, digit, &value)
					 : __builtin_add_overflow(value, digit, &value));
	}
	if (is_large) {
		fail_syntax(reader, "an integer of more than 64 bits");
		return 0;
	}
	reader->at = end;
	return value;
}

/* Python's json writes the words, and the schema has them as strings. */
static bool special(struct ct_json_reader *reader, double *result)
{
	static const struct {
		const char *word;
		double value;
	} all[] = {
		{ "Infinity", INFINITY },     { "-Infinity", -INFINITY },     { "NaN", NAN },
		{ "\"Infinity\"", INFINITY }, { "\"-Infinity\"", -INFINITY }, { "\"NaN\"", NAN },
		{ "\"inf\"", INFINITY },      { "\"-inf\"", -INFINITY },      { "\"nan\"", NAN },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (take(reader, all[i].word)) {
			*result = all[i].value;
			return true;
		}
	}
	return false;
}

double ct_json_float(struct ct_json_reader *reader)
{
	char room[64];
	double value = 0;
	bool is_whole;
	const char *end;
	size_t n;

	ct_json_peek(reader);
	if (reader->error || special(reader, &value))
		return value;
	end = end_of_number(reader, &is_whole);
	n = end ? (size_t)(end - reader->at) : 0;
	if (n == 0 || n >= sizeof room) {
		fail_syntax(reader, "expected a number");
		return 0;
	}
	memcpy(room, reader->at, n);
	room[n] = '\0';
	reader->at = end;
	return ct_parse_double(room);
}

bool ct_json_bool(struct ct_json_reader *reader)
{
	ct_json_peek(reader);
	if (take(reader, "true"))
		return true;
	if (!take(reader, "false") && !reader->error)
		fail_syntax(reader, "expected true or false");
	return false;
}

bool ct_json_null(struct ct_json_reader *reader)
{
	return ct_json_peek(reader) == 'n' && take(reader, "null");
}

/* --- Skipping --------------------------------------------------------------------------------- */

static bool is_control(char c)
{
	return (unsigned char)c < ' ' && c != '\n' && c != '\t' && c != '\r';
}

/* Skips a value in brackets without parsing it. */
static void skip_nest(struct ct_json_reader *reader)
{
	int64_t depth = 0;
	bool is_plain;

	do {
		const char c = *reader->at;

		if (c == '"') {
			const char *after = end_of_string(reader, &is_plain);

			if (after == NULL)
				return;
			reader->at = after;
			continue;
		}
		if (is_control(c)) {
			fail_syntax(reader, "a control character");
			return;
		}
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
		reader->at++;
	} while (depth > 0 && reader->at < reader->end);
	if (depth > 0)
		fail_syntax(reader, "a bracket without its end");
}

void ct_json_skip(struct ct_json_reader *reader)
{
	const char c = ct_json_peek(reader);
	bool is_plain;

	if (reader->error)
		return;
	if (c == '{' || c == '[') {
		skip_nest(reader);
	} else if (c == '"') {
		const char *after = end_of_string(reader, &is_plain);

		reader->at = after ? after : reader->at;
	} else if (c == 't' || c == 'f') {
		ct_json_bool(reader);
	} else if (!ct_json_null(reader)) {
		ct_json_float(reader);
	}
}

const char *ct_json_raw(struct ct_json_reader *reader)
{
	const char *begin;
	char *result;
	size_t n;

	ct_json_peek(reader);
	begin = reader->at;
	ct_json_skip(reader);
	if (reader->error)
		return NULL;
	n = (size_t)(reader->at - begin);
	result = ct_arena_new(reader->arena, n + 1);
	if (result == NULL) {
		ct_json_fail_memory(reader);
		return NULL;
	}
	return memcpy(result, begin, n);
}
