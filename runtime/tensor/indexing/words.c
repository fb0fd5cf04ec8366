/*
 * The words of a subscript's text, and the messages for wrong ones.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/core/error.h>

#include "tensor/indexing/words.h"

/* --- Errors ---------------------------------------------------------------------------------- */

/* Characters of at most four bytes, and room for a second line with the caret. */
enum {
	SHOWN_BEFORE = 50,
	SHOWN_BEHIND = 25,
	SHOWN_BYTES = 4 * (SHOWN_BEFORE + 1 + SHOWN_BEHIND),
	SHOWN_SIZE = SHOWN_BYTES + SHOWN_BEFORE + 16
};

static bool begins_character(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

/* Characters, not bytes: the caret must be below the text. */
static int count_characters(const char *from, const char *to)
{
	int n = 0;

	for (; from < to; from++)
		n += begins_character(*from);
	return n;
}

/* The part of the text around `at` that fits on a line, with a caret below. */
static void show(const char *text, const char *at, char shown[SHOWN_SIZE])
{
	const char *from = at, *to = at;
	size_t n = 0;
	int i;

	for (i = 0; from > text && i < SHOWN_BEFORE; i += begins_character(*from))
		from--;
	while (from > text && !begins_character(*from))
		from--;
	for (i = 0; *to && i <= SHOWN_BEHIND; to++)
		i += begins_character(*to);
	while (*to && !begins_character(*to))
		to++;
	/* Only invalid UTF-8 is longer than that. */
	for (const char *c = from; c < to && n < SHOWN_BYTES; c++)
		shown[n++] = (unsigned char)*c < ' ' ? ' ' : *c;
	snprintf(shown + n, SHOWN_SIZE - n, "\n  %*s^", count_characters(from, at), "");
}

ct_error ct_word_fault(const struct ct_cursor *p, const char *at, const char *what)
{
	char shown[SHOWN_SIZE];

	show(p->text, at, shown);
	return ct_error_new(CT_ERROR_ARGUMENT, p->function,
			    "argument 2 (text): column %d: %s\n  %s",
			    count_characters(p->text, at) + 1, what, shown);
}

/* --- Words ----------------------------------------------------------------------------------- */

char ct_word_peek(struct ct_cursor *p)
{
	p->at += strspn(p->at, " \t\r\n\f");
	return *p->at;
}

bool ct_word_accept(struct ct_cursor *p, char c)
{
	if (ct_word_peek(p) != c)
		return false;
	p->at++;
	return true;
}

bool ct_word_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_name_character(char c)
{
	return ct_word_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

bool ct_word_accept_name(struct ct_cursor *p, const char *name)
{
	size_t n = strlen(name);

	ct_word_peek(p);
	if (strncmp(p->at, name, n) != 0 || is_name_character(p->at[n]))
		return false;
	p->at += n;
	return true;
}

static int digit_of(char c)
{
	if (ct_word_is_digit(c))
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static int base_of(const char *at)
{
	static const char letters[] = "bBoOxX";
	static const int bases[] = { 2, 2, 8, 8, 16, 16 };
	const char *letter = at[0] == '0' && at[1] ? strchr(letters, at[1]) : NULL;

	return letter ? bases[letter - letters] : 10;
}

/* The digits after the signs. Negative numbers are summed as negative, since there is one more of
 * them. */
ct_error ct_word_read_digits(struct ct_cursor *p, bool negative, struct ct_number *result)
{
	const char *begin = p->at;
	int base = base_of(begin);
	bool only_zeros = true, was_digit = false;

	*result = (struct ct_number){ 0, false };
	if (base != 10) {
		p->at += 2;
		was_digit = *p->at == '_'; /* Python's 0x_ff */
	}
	for (; is_name_character(*p->at); p->at++) {
		int digit = digit_of(*p->at);

		if (*p->at == '_' && was_digit) {
			was_digit = false;
			continue;
		}
		if (digit >= base)
			return ct_word_fault(p, p->at, "not a digit of an integer");
		was_digit = true;
		only_zeros = only_zeros && digit == 0;
		if (__builtin_mul_overflow(result->value, base, &result->value) ||
		    __builtin_add_overflow(result->value, negative ? -digit : digit,
					   &result->value))
			result->too_large = true;
	}
	if (!was_digit)
		return ct_word_fault(p, p->at, "a digit is missing");
	if (base == 10 && *begin == '0' && !only_zeros)
		return ct_word_fault(p, begin, "an integer must not begin with 0");
	if (*p->at == '.')
		return ct_word_fault(p, p->at, "an index must be an integer");
	if (result->too_large)
		result->value = negative ? INT64_MIN : INT64_MAX;
	return NULL;
}

ct_error ct_word_read_int(struct ct_cursor *p, struct ct_number *result)
{
	bool negative = false;

	while (ct_word_peek(p) == '-' || *p->at == '+')
		negative ^= *p->at++ == '-';
	if (!ct_word_is_digit(*p->at))
		return ct_word_fault(p, p->at, "an integer is missing");
	return ct_word_read_digits(p, negative, result);
}

bool ct_word_begins_int(char c)
{
	return ct_word_is_digit(c) || c == '-' || c == '+';
}

ct_error ct_word_check_fits(const struct ct_cursor *p, struct ct_number number)
{
	/* Python's text. */
	if (number.too_large)
		return ct_error_new(CT_ERROR_VALUE, p->function,
				    "Overflow when unpacking long long");
	return NULL;
}
