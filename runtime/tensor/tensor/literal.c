/*
 * Numbers in Python's notation. Digits are copied without underscores and passed to the C library.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"
#include "tensor/tensor/literal.h"

enum { LONGEST = 1024 }; /* of one number, in characters */

static bool is_digit_of(char c, int base)
{
	if (base == 16)
		return isxdigit((unsigned char)c);
	return c >= '0' && c < '0' + base;
}

/* Appends digits of a base, with single underscores between them, to `digits`. */
static bool read_digits(const char **text, int base, char *digits)
{
	size_t length = strlen(digits);
	const char *at = *text;

	if (!is_digit_of(*at, base))
		return false;
	while (is_digit_of(*at, base) || (*at == '_' && is_digit_of(at[1], base))) {
		if (length + 1 == LONGEST)
			return false;
		if (*at != '_')
			digits[length++] = *at;
		at++;
	}
	digits[length] = '\0';
	*text = at;
	return true;
}

static void add_char(char *digits, char c)
{
	const size_t length = strlen(digits);

	if (length + 1 < LONGEST) {
		digits[length] = c;
		digits[length + 1] = '\0';
	}
}

/* The value of an integer in base 2, 8 or 16, rounded once, as in Python. */
static double round_digits(const char *digits, int base)
{
	const int bits = base == 16 ? 4 : base == 8 ? 3 : 1;
	uint64_t first = 0; /* its first bits; the last one is also set by any that follow */
	int shift = 0;

	for (; *digits; digits++) {
		const char digit[] = { *digits, '\0' };
		const unsigned long value = strtoul(digit, NULL, base);

		if (first >> (64 - bits)) {
			first |= value != 0;
			shift += bits;
		} else {
			first = first << bits | value;
		}
	}
	return ldexp((double)first, shift);
}

/* An integer as an int64_t if it fits; otherwise the kind for a larger one. */
static void set_integer(struct ct_node *number, const char *digits, int base)
{
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(digits, &end, base);
	*number = (struct ct_node){ .kind = CT_NODE_INT, .i = (int64_t)value };
	if (errno == 0 && value <= INT64_MAX)
		return;
	number->kind = CT_NODE_BIG;
	number->is_unsigned = errno == 0;
	number->re = base == 10 ? ct_parse_double(digits) : round_digits(digits, base);
}

/* `0x1f`, `0o17`, `0b11` */
static bool read_prefixed(const char **text, struct ct_node *number)
{
	const char letter = (char)tolower((unsigned char)(*text)[1]);
	const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
	char digits[LONGEST] = "";
	const char *at = *text + 2;

	if (*at == '_')
		at++;
	if (!read_digits(&at, base, digits))
		return false;
	*text = at;
	set_integer(number, digits, base);
	return true;
}

static bool read_exponent(const char **text, char *digits)
{
	const char *at = *text + 1;

	add_char(digits, 'e');
	if (*at == '+' || *at == '-')
		add_char(digits, *at++);
	if (!read_digits(&at, 10, digits))
		return false;
	*text = at;
	return true;
}

/* Digits, with an optional point and exponent. */
static bool read_decimal(const char **text, struct ct_node *number)
{
	char digits[LONGEST] = "";
	const char *at = *text;
	const bool has_digits = read_digits(&at, 10, digits);
	bool is_whole = true;

	if (*at == '.') {
		is_whole = false;
		at++;
		add_char(digits, '.');
		if (!read_digits(&at, 10, digits) && !has_digits)
			return false;
	} else if (!has_digits) {
		return false;
	}
	if (*at == 'e' || *at == 'E') {
		is_whole = false;
		if (!read_exponent(&at, digits))
			return false;
	}
	if (is_whole && *at != 'j' && *at != 'J') {
		/* Python has no such octal numbers. */
		if (digits[0] == '0' && digits[strspn(digits, "0")] != '\0')
			return false;
		*text = at;
		set_integer(number, digits, 10);
		return true;
	}
	*text = at;
	*number = (struct ct_node){ .kind = CT_NODE_FLOAT, .re = ct_parse_double(digits) };
	return true;
}

static const struct {
	const char *word;
	struct ct_node value;
} words[] = {
	{ "True", { .kind = CT_NODE_BOOL, .i = 1 } },
	{ "False", { .kind = CT_NODE_BOOL, .i = 0 } },
	{ "inf", { .kind = CT_NODE_FLOAT, .re = INFINITY } },
	{ "nan", { .kind = CT_NODE_FLOAT, .re = NAN } },
};

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool read_word(const char **text, struct ct_node *number)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const size_t length = strlen(words[i].word);

		if (strncmp(*text, words[i].word, length) == 0) {
			*text += length;
			*number = words[i].value;
			return true;
		}
	}
	return false;
}

/* A number without a sign; imaginary if a `j` follows. */
static bool read_unsigned(const char **text, struct ct_node *number)
{
	bool found;

	if ((*text)[0] == '0' && strchr("xXoObB", (*text)[1]) && (*text)[1])
		found = read_prefixed(text, number);
	else if (isalpha((unsigned char)**text))
		found = read_word(text, number);
	else
		found = read_decimal(text, number);
	if (found && number->kind == CT_NODE_FLOAT && (**text == 'j' || **text == 'J')) {
		(*text)++;
		*number = (struct ct_node){ .kind = CT_NODE_COMPLEX, .im = number->re };
	}
	return found && !is_word_char(**text);
}

static void negate(struct ct_node *number)
{
	/* 2^63 is too large, but -2^63 is not. */
	if (number->kind == CT_NODE_BIG && number->is_unsigned &&
	    (uint64_t)number->i == (uint64_t)INT64_MAX + 1)
		*number = (struct ct_node){ .kind = CT_NODE_INT, .i = INT64_MIN };
	else
		number->i = number->kind == CT_NODE_INT ? -number->i : number->i;
	if (number->kind >= CT_NODE_BIG) {
		number->re = -number->re;
		number->im = -number->im;
	}
	number->is_unsigned = false;
}

static bool read_signed(const char **text, struct ct_node *number)
{
	bool is_negative = false, has_sign = **text == '+' || **text == '-';

	for (; **text == '+' || **text == '-'; *text += 1 + strspn(*text + 1, " \t\r\n"))
		is_negative ^= **text == '-';
	if (!read_unsigned(text, number))
		return false;
	/* +True is 1. */
	if (has_sign && number->kind == CT_NODE_BOOL)
		number->kind = CT_NODE_INT;
	if (is_negative)
		negate(number);
	return true;
}

static double real_part(const struct ct_node *number)
{
	return number->kind <= CT_NODE_INT ? (double)number->i : number->re;
}

/* Python's `1+2j` is a sum, which determines the sign of a zero. */
static struct ct_node sum(const struct ct_node *real, char sign, const struct ct_node *imaginary)
{
	struct ct_node number = { .kind = CT_NODE_COMPLEX };

	number.re = sign == '+' ? real_part(real) + imaginary->re : real_part(real) - imaginary->re;
	number.im = sign == '+' ? 0.0 + imaginary->im : 0.0 - imaginary->im;
	return number;
}

bool ct_literal_read(const char **text, struct ct_node *number)
{
	struct ct_node second;
	const char *at;
	char sign;

	if (!read_signed(text, number))
		return false;
	if (number->kind == CT_NODE_COMPLEX)
		return true;
	at = *text + strspn(*text, " \t\r\n");
	if (*at != '+' && *at != '-')
		return true;
	sign = *at++;
	at += strspn(at, " \t\r\n");
	if (!read_unsigned(&at, &second) || second.kind != CT_NODE_COMPLEX) {
		*text = at;
		return false;
	}
	*text = at;
	*number = sum(number, sign, &second);
	return true;
}
