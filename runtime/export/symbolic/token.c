/*
 * The words of symbolic expressions.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/numbers.h"
#include "core/base/utf8.h"
#include "export/symbolic/token.h"

enum { SHOWN = 60, LONGEST_NUMBER = 400 };

/* --- Errors ----------------------------------------------------------------------------------- */

bool ct_symbolic_fail(struct ct_symbolic_reader *reader, const char *format, ...)
{
	const size_t left = strlen(reader->start);
	char what[256], near[SHOWN + 1];
	size_t shown = ct_utf8_cut(reader->start, left, SHOWN);
	va_list args;

	if (reader->error)
		return false;
	va_start(args, format);
	ct_format_printable(what, sizeof what, format, args);
	va_end(args);
	memcpy(near, reader->start, shown);
	near[shown] = '\0';
	ct_make_printable(near);
	reader->error = ct_error_new(
		CT_ERROR_SYNTAX, NULL, "column %lld of an expression: %s%s%s%s",
		(long long)(reader->start - reader->text + 1), what,
		left ? ", at: " : ", at its end", near, shown < left ? "..." : "");
	return false;
}

bool ct_symbolic_fail_memory(struct ct_symbolic_reader *reader)
{
	if (reader->error == NULL)
		reader->error = ct_no_memory(NULL, "for an expression");
	return false;
}

bool ct_symbolic_enter(struct ct_symbolic_reader *reader)
{
	if (reader->depth >= CT_SYMBOLIC_MAX_DEPTH)
		return ct_symbolic_fail(reader, "it is nested too deeply");
	reader->depth++;
	return true;
}

char *ct_symbolic_copy(struct ct_symbolic_reader *reader, const char *bytes, size_t n)
{
	char *copy = ct_arena_new(reader->arena, n + 1);

	if (copy)
		memcpy(copy, bytes, n);
	else
		ct_symbolic_fail_memory(reader);
	return copy;
}

/* --- Names ------------------------------------------------------------------------------------ */

static bool begins_symbolic_name(char c)
{
	return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool continues_symbolic_name(char c)
{
	return begins_symbolic_name(c) || isdigit((unsigned char)c);
}

static bool is_symbolic_word(const struct ct_symbolic_reader *reader, const char *word)
{
	const size_t n = (size_t)(reader->at - reader->start);

	return strlen(word) == n && strncmp(reader->start, word, n) == 0;
}

/* Words that are values: false if the name is none. */
static bool is_named_value(struct ct_symbolic_reader *reader)
{
	if (is_symbolic_word(reader, "True") || is_symbolic_word(reader, "true"))
		reader->value = (struct ct_symbolic_value){ CT_SYMBOLIC_BOOL, .i = 1 };
	else if (is_symbolic_word(reader, "False") || is_symbolic_word(reader, "false"))
		reader->value = (struct ct_symbolic_value){ CT_SYMBOLIC_BOOL, .i = 0 };
	else if (is_symbolic_word(reader, "None"))
		reader->value = (struct ct_symbolic_value){ CT_SYMBOLIC_NONE };
	else
		return false;
	reader->word = CT_SYMBOLIC_WORD_VALUE;
	return true;
}

static bool is_symbolic_keyword(struct ct_symbolic_reader *reader)
{
	static const struct {
		const char *text;
		enum ct_symbolic_word word;
	} keywords[] = {
		{ "and", CT_SYMBOLIC_WORD_AND },      { "or", CT_SYMBOLIC_WORD_OR },
		{ "if", CT_SYMBOLIC_WORD_IF },        { "else", CT_SYMBOLIC_WORD_ELSE },
		{ "not", CT_SYMBOLIC_WORD_OPERATOR },
	};

	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
		if (is_symbolic_word(reader, keywords[i].text)) {
			reader->word = keywords[i].word;
			reader->operator_ = CT_SYMBOLIC_NOT;
			return true;
		}
	}
	return false;
}

static void next_symbolic_name(struct ct_symbolic_reader *reader)
{
	while (continues_symbolic_name(*reader->at))
		reader->at++;
	if (is_named_value(reader) || is_symbolic_keyword(reader))
		return;
	reader->word = CT_SYMBOLIC_WORD_NAME;
	reader->value.string = ct_symbolic_copy(reader, reader->start,
						(size_t)(reader->at - reader->start));
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static void skip_symbolic_digits(struct ct_symbolic_reader *reader)
{
	while (isdigit((unsigned char)*reader->at) ||
	       (*reader->at == '_' && isdigit((unsigned char)reader->at[1])))
		reader->at++;
}

/* Returns whether there is an exponent, and skips it. */
static bool skip_symbolic_exponent(struct ct_symbolic_reader *reader)
{
	const char *at = reader->at;

	if (*at != 'e' && *at != 'E')
		return false;
	at++;
	if (*at == '+' || *at == '-')
		at++;
	if (!isdigit((unsigned char)*at))
		return false;
	reader->at = at;
	skip_symbolic_digits(reader);
	return true;
}

static void read_symbolic_int(struct ct_symbolic_reader *reader, const char *digits)
{
	char *end;
	long long i;

	errno = 0;
	i = strtoll(digits, &end, 10);
	if (*digits == '0' && strspn(digits, "0") != strlen(digits))
		ct_symbolic_fail(reader, "a number begins with 0");
	else if (errno)
		ct_symbolic_fail(reader, "an integer does not fit in 64 bits");
	reader->value = (struct ct_symbolic_value){ CT_SYMBOLIC_INT, .i = i };
}

static void next_symbolic_number(struct ct_symbolic_reader *reader)
{
	char digits[LONGEST_NUMBER + 1];
	bool is_float = false;
	size_t n = 0;

	skip_symbolic_digits(reader);
	if (*reader->at == '.') {
		is_float = true;
		reader->at++;
		skip_symbolic_digits(reader);
	}
	is_float = skip_symbolic_exponent(reader) || is_float;
	if (continues_symbolic_name(*reader->at) || reader->at - reader->start > LONGEST_NUMBER) {
		ct_symbolic_fail(reader, "not a number");
		return;
	}
	for (const char *c = reader->start; c < reader->at; c++) {
		if (*c != '_')
			digits[n++] = *c;
	}
	digits[n] = '\0';
	reader->word = CT_SYMBOLIC_WORD_VALUE;
	if (is_float)
		reader->value = (struct ct_symbolic_value){ CT_SYMBOLIC_FLOAT,
							    .f = ct_parse_double(digits) };
	else
		read_symbolic_int(reader, digits);
}

/* --- Strings ---------------------------------------------------------------------------------- */

static size_t encode_symbolic_character(uint32_t c, char *bytes)
{
	if (c < 0x80) {
		bytes[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		bytes[0] = (char)(0xC0 | c >> 6);
		bytes[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	if (c < 0x10000) {
		bytes[0] = (char)(0xE0 | c >> 12);
		bytes[1] = (char)(0x80 | (c >> 6 & 0x3F));
		bytes[2] = (char)(0x80 | (c & 0x3F));
		return 3;
	}
	bytes[0] = (char)(0xF0 | c >> 18);
	bytes[1] = (char)(0x80 | (c >> 12 & 0x3F));
	bytes[2] = (char)(0x80 | (c >> 6 & 0x3F));
	bytes[3] = (char)(0x80 | (c & 0x3F));
	return 4;
}

/* The digits of "\x41", "\u0041" or "\U00000041", after their letter. */
static bool read_symbolic_hex(struct ct_symbolic_reader *reader, int digits, uint32_t *c)
{
	*c = 0;
	for (; digits > 0; digits--, reader->at++) {
		const char digit = *reader->at;

		if (!isxdigit((unsigned char)digit))
			return ct_symbolic_fail(reader, "a string has an unknown escape");
		*c = *c * 16 + (uint32_t)(isdigit((unsigned char)digit)
						  ? digit - '0'
						  : tolower((unsigned char)digit) - 'a' + 10);
	}
	if (*c == 0 || *c > 0x10FFFF)
		return ct_symbolic_fail(reader, "a string has a character that is none");
	return true;
}

/* After the backslash. */
static bool read_symbolic_escape(struct ct_symbolic_reader *reader, uint32_t *c)
{
	static const char letters[] = "\\'\"nrtabfv", meant[] = "\\'\"\n\r\t\a\b\f\v";
	const char letter = *reader->at;
	const char *found = letter ? strchr(letters, letter) : NULL;

	if (letter)
		reader->at++;
	if (found)
		*c = (unsigned char)meant[found - letters];
	else if (letter == 'x')
		return read_symbolic_hex(reader, 2, c);
	else if (letter == 'u')
		return read_symbolic_hex(reader, 4, c);
	else if (letter == 'U')
		return read_symbolic_hex(reader, 8, c);
	else
		return ct_symbolic_fail(reader, "a string has an unknown escape");
	return true;
}

static void next_symbolic_string(struct ct_symbolic_reader *reader)
{
	const char quote = *reader->at++;
	const char *end = reader->at;
	char *copy;
	size_t n = 0;

	while (*end && *end != quote)
		end += *end == '\\' && end[1] ? 2 : 1;
	if (*end == '\0') {
		ct_symbolic_fail(reader, "a string has no end");
		return;
	}
	copy = ct_symbolic_copy(reader, reader->at, (size_t)(end - reader->at));
	while (copy && reader->at < end && reader->error == NULL) {
		uint32_t c;

		if (*reader->at != '\\') {
			copy[n++] = *reader->at++;
			continue;
		}
		reader->at++;
		if (read_symbolic_escape(reader, &c))
			n += encode_symbolic_character(c, copy + n); /* shorter than its escape */
	}
	if (copy == NULL || reader->error)
		return;
	copy[n] = '\0';
	reader->at = end + 1;
	reader->word = CT_SYMBOLIC_WORD_VALUE;
	reader->value = (struct ct_symbolic_value){ CT_SYMBOLIC_STRING, .string = copy };
}

/* --- Operators -------------------------------------------------------------------------------- */

static bool next_symbolic_operator(struct ct_symbolic_reader *reader)
{
	static const struct {
		const char *text; /* a longer one before its beginning */
		enum ct_symbolic_operator operator_;
	} all[] = {
		{ "**", CT_SYMBOLIC_POWER },      { "//", CT_SYMBOLIC_FLOOR_DIVIDE },
		{ "<<", CT_SYMBOLIC_SHIFT_LEFT }, { ">>", CT_SYMBOLIC_SHIFT_RIGHT },
		{ "==", CT_SYMBOLIC_EQ },         { "!=", CT_SYMBOLIC_NE },
		{ "<=", CT_SYMBOLIC_LE },         { ">=", CT_SYMBOLIC_GE },
		{ "<", CT_SYMBOLIC_LT },          { ">", CT_SYMBOLIC_GT },
		{ "+", CT_SYMBOLIC_ADD },         { "-", CT_SYMBOLIC_SUBTRACT },
		{ "*", CT_SYMBOLIC_MULTIPLY },    { "/", CT_SYMBOLIC_DIVIDE },
		{ "%", CT_SYMBOLIC_MODULO },      { "&", CT_SYMBOLIC_BIT_AND },
		{ "^", CT_SYMBOLIC_BIT_XOR },     { "|", CT_SYMBOLIC_BIT_OR },
		{ "~", CT_SYMBOLIC_INVERT },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const size_t n = strlen(all[i].text);

		if (strncmp(reader->at, all[i].text, n) == 0) {
			reader->word = CT_SYMBOLIC_WORD_OPERATOR;
			reader->operator_ = all[i].operator_;
			reader->at += n;
			return true;
		}
	}
	return false;
}

void ct_symbolic_next(struct ct_symbolic_reader *reader)
{
	char c;

	reader->at += strspn(reader->at, " \t\r\n");
	reader->start = reader->at;
	c = *reader->at;
	if (begins_symbolic_name(c)) {
		next_symbolic_name(reader);
	} else if (isdigit((unsigned char)c) ||
		   (c == '.' && isdigit((unsigned char)reader->at[1]))) {
		next_symbolic_number(reader);
	} else if (c == '\'' || c == '"') {
		next_symbolic_string(reader);
	} else if (c && strchr("()[].,", c)) {
		reader->word = CT_SYMBOLIC_WORD_MARK;
		reader->mark = *reader->at++;
	} else if (c == '=' && reader->at[1] != '=') {
		reader->word = CT_SYMBOLIC_WORD_MARK;
		reader->mark = *reader->at++;
	} else if (c == '\0') {
		reader->word = CT_SYMBOLIC_WORD_END;
	} else if (!next_symbolic_operator(reader)) {
		ct_symbolic_fail(reader, "an unexpected character");
	}
	if (reader->error)
		reader->word = CT_SYMBOLIC_WORD_END;
}

bool ct_symbolic_is_mark(const struct ct_symbolic_reader *reader, char mark)
{
	return reader->word == CT_SYMBOLIC_WORD_MARK && reader->mark == mark;
}

bool ct_symbolic_expect(struct ct_symbolic_reader *reader, char mark)
{
	if (!ct_symbolic_is_mark(reader, mark))
		return ct_symbolic_fail(reader, "expected '%c'", mark);
	ct_symbolic_next(reader);
	return reader->error == NULL;
}
