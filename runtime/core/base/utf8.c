/* UTF-8. */
#include "core/base/utf8.h"

#include <stdio.h>
#include <string.h>

/* By the first byte; 0: it begins no character. */
static size_t length_of(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc0 || first >= 0xf8)
		return 0;
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

size_t ct_utf8_decode(const char *at, size_t n, uint32_t *character)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *bytes = (const unsigned char *)at;
	const size_t length = n ? length_of(bytes[0]) : 0;
	uint32_t decoded;

	if (length == 0 || length > n)
		return 0;
	decoded = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		decoded = decoded << 6 | (bytes[i] & 0x3f);
	}
	*character = decoded;
	return decoded < least[length] || decoded > 0x10ffff ? 0 : length;
}

/* Most texts are ASCII alone. */
bool ct_is_utf8(const char *text, size_t n)
{
	uint32_t character;

	while (n) {
		const bool is_ascii = (unsigned char)*text < 0x80;
		const size_t length = is_ascii ? 1 : ct_utf8_decode(text, n, &character);

		if (length == 0)
			return false;
		text += length;
		n -= length;
	}
	return true;
}

size_t ct_utf8_cut(const char *text, size_t n, size_t most)
{
	if (n <= most)
		return n;
	while (most && ((unsigned char)text[most] & 0xc0) == 0x80)
		most--;
	return most;
}

void ct_make_printable(char *text)
{
	size_t n = strlen(text);

	while (n) {
		uint32_t character = 0;
		size_t length = ct_utf8_decode(text, n, &character);

		if (length == 0 || character < 0x20 || (character >= 0x7f && character < 0xa0)) {
			memset(text, '?', length ? length : 1);
			length = length ? length : 1;
		}
		text += length;
		n -= length;
	}
}

void ct_format_printable(char *text, size_t size, const char *format, va_list list)
{
	vsnprintf(text, size, format, list);
	ct_make_printable(text);
}
