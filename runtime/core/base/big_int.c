/*
 * Integers of more than 64 bits. They are only carried from file to file, so that decimal digits,
 * which every language can read, serve better than arithmetic would.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/big_int.h"

/* 2^2039, the first that CT_BIG_INT_BYTES bytes do not have. */
static const char limit[] =
	"63119152483029311134208743532558499922742388026788054750254580913134092068101"
	"34940077578400688069035876702726742558206932445226396580258026384404762978180"
	"29699821823580097579916996049812297892710860500749688819692906098020363667112"
	"53590028004836270450354777054758408286889796663166144157436625779538926534222"
	"48893240169598129040034138000892479464096881899672276968321417838091053263371"
	"15510747238141878459311053586010126208151515592795943391521570384719008462641"
	"23490479852950820722119447464310412741151715903477845113154386713414751950465"
	"264697590604369795983597920768026571572887653525297164440538776584100773888";

bool ct_is_int_text(const char *text, size_t n)
{
	const bool is_negative = n > 0 && text[0] == '-';
	const char *digits = text + is_negative;
	const size_t len = n - is_negative;

	if (len == 0 || (digits[0] == '0' && n > 1))
		return false;
	for (size_t i = 0; i < len; i++)
		if (digits[i] < '0' || digits[i] > '9')
			return false;
	return true;
}

bool ct_int_text_fits(const char *text, size_t n)
{
	const bool is_negative = text[0] == '-';
	const char *last = is_negative ? "-9223372036854775808" : "18446744073709551615";

	return n < strlen(last) || (n == strlen(last) && memcmp(text, last, n) <= 0);
}

bool ct_big_int_fits(const char *text, size_t n)
{
	const bool is_negative = n > 0 && text[0] == '-';
	const char *digits = text + is_negative;
	const size_t len = n - is_negative;

	if (len != CT_BIG_INT_DIGITS)
		return len < CT_BIG_INT_DIGITS;
	/* The limit itself only with a minus sign. */
	return memcmp(digits, limit, len) < is_negative;
}

/* --- Bytes ------------------------------------------------------------------------------------ */

static void negate(unsigned char *bytes, size_t n)
{
	unsigned carry = 1;

	for (size_t i = 0; i < n; i++) {
		carry += (unsigned char)~bytes[i];
		bytes[i] = (unsigned char)carry;
		carry >>= 8;
	}
}

/* Times ten, plus a digit. */
static void append_digit(unsigned char *bytes, size_t n, int digit)
{
	unsigned carry = (unsigned)digit;

	for (size_t i = 0; i < n; i++) {
		carry += 10u * bytes[i];
		bytes[i] = (unsigned char)carry;
		carry >>= 8;
	}
}

size_t ct_big_int_length(const unsigned char *bytes, size_t n)
{
	while (n > 1 && bytes[n - 1] == (bytes[n - 2] & 0x80 ? 0xff : 0))
		n--;
	return n;
}

size_t ct_big_int_bytes(const char *text, size_t n, unsigned char *bytes)
{
	const bool is_negative = text[0] == '-';

	memset(bytes, 0, CT_BIG_INT_BYTES);
	for (size_t i = is_negative; i < n; i++)
		append_digit(bytes, CT_BIG_INT_BYTES, text[i] - '0');
	if (is_negative)
		negate(bytes, CT_BIG_INT_BYTES);
	return ct_big_int_length(bytes, CT_BIG_INT_BYTES);
}

/* --- Digits ----------------------------------------------------------------------------------- */

enum { PART = 1000000000, PART_DIGITS = 9, WORDS = CT_BIG_INT_BYTES / 4 + 1 };

/* Divides by PART; returns the remainder. */
static uint32_t take_part(uint32_t *words)
{
	uint64_t rest = 0;

	for (size_t i = WORDS; i-- > 0;) {
		rest = rest << 32 | words[i];
		words[i] = (uint32_t)(rest / PART);
		rest %= PART;
	}
	return (uint32_t)rest;
}

static void read_words(const unsigned char *bytes, size_t n, bool is_negative, uint32_t *words)
{
	unsigned char absolute[4 * WORDS];

	memset(absolute, is_negative ? 0xff : 0, sizeof absolute);
	memcpy(absolute, bytes, n);
	if (is_negative)
		negate(absolute, sizeof absolute);
	for (size_t i = 0; i < WORDS; i++)
		words[i] = (uint32_t)absolute[4 * i] | (uint32_t)absolute[4 * i + 1] << 8 |
			   (uint32_t)absolute[4 * i + 2] << 16 |
			   (uint32_t)absolute[4 * i + 3] << 24;
}

size_t ct_big_int_text(const unsigned char *bytes, size_t n, char *text)
{
	/* All parts, of which the highest are zeros. */
	enum { DIGITS = (CT_BIG_INT_DIGITS / PART_DIGITS + 2) * PART_DIGITS };
	const bool is_negative = n > 0 && bytes[n - 1] & 0x80;
	char digits[DIGITS + 1];
	uint32_t words[WORDS];
	size_t zeros;

	read_words(bytes, n, is_negative, words);
	for (size_t end = DIGITS; end > 0; end -= PART_DIGITS) {
		uint32_t part = take_part(words);

		for (size_t i = 1; i <= PART_DIGITS; i++, part /= 10)
			digits[end - i] = (char)('0' + part % 10);
	}
	digits[DIGITS] = '\0';
	zeros = strspn(digits, "0");
	snprintf(text, CT_BIG_INT_TEXT, "%s%s", is_negative ? "-" : "",
		 zeros < DIGITS ? digits + zeros : "0");
	return strlen(text);
}

/* --- Doubles ---------------------------------------------------------------------------------- */

double ct_big_int_double(const char *text, size_t n)
{
	char copy[CT_BIG_INT_TEXT];

	memcpy(copy, text, n);
	copy[n] = '\0';
	return strtod(copy, NULL); /* without a point, the same in every locale */
}

bool ct_big_int_equals(const char *text, size_t n, double number)
{
	char digits[CT_BIG_INT_TEXT];

	if (!isfinite(number) || number != trunc(number))
		return false;
	return snprintf(digits, sizeof digits, "%.0f", number) == (int)n &&
	       memcmp(digits, text, n) == 0;
}
