/*
 * Integers of more than 64 bits. They are only carried from file to file, so that decimal digits,
 * which every language can read, serve better than arithmetic would.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/big_int.h"

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
	const char *limit = is_negative ? "-9223372036854775808" : "18446744073709551615";

	return n < strlen(limit) || (n == strlen(limit) && memcmp(text, limit, n) <= 0);
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

size_t ct_big_int_bytes(const char *text, size_t n, unsigned char *bytes)
{
	const bool is_negative = text[0] == '-';
	const unsigned char sign = is_negative ? 0xff : 0;
	size_t len = CT_BIG_INT_BYTES;

	memset(bytes, 0, len);
	for (size_t i = is_negative; i < n; i++)
		append_digit(bytes, len, text[i] - '0');
	if (is_negative)
		negate(bytes, len);
	while (len > 1 && bytes[len - 1] == sign && (bytes[len - 2] ^ sign) < 0x80)
		len--;
	return len;
}

/* --- Digits ----------------------------------------------------------------------------------- */

enum { PART = 1000000000, PART_DIGITS = 9, WORDS = CT_BIG_INT_BYTES / 4 };

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
	unsigned char absolute[CT_BIG_INT_BYTES];

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
	size_t zeros, len;

	read_words(bytes, n, is_negative, words);
	for (size_t end = DIGITS; end > 0; end -= PART_DIGITS) {
		uint32_t part = take_part(words);

		for (size_t i = 1; i <= PART_DIGITS; i++, part /= 10)
			digits[end - i] = (char)('0' + part % 10);
	}
	digits[DIGITS] = '\0';
	zeros = strspn(digits, "0");
	len = DIGITS - zeros;
	if (len > CT_BIG_INT_DIGITS)
		return 0;
	snprintf(text, CT_BIG_INT_TEXT, "%s%s", is_negative ? "-" : "",
		 len ? digits + zeros : "0");
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
