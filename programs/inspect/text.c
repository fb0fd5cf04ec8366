#define _GNU_SOURCE

#include "text.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "core/base/utf8.h"

_Noreturn void end_without_memory(void)
{
	fprintf(stderr, "%s: out of memory\n", program_name);
	exit(2);
}

void *need_memory(void *old, size_t n)
{
	void *memory = realloc(old, n ? n : 1);

	if (memory == NULL)
		end_without_memory();
	return memory;
}

void text_add_bytes(struct text *text, const char *bytes, size_t n)
{
	if (text->len + n + 1 > text->room) {
		text->room = 2 * (text->len + n + 1);
		text->data = need_memory(text->data, text->room);
	}
	if (n)
		memcpy(text->data + text->len, bytes, n);
	text->len += n;
	text->data[text->len] = '\0';
}

static char *format_all(const char *format, va_list args)
{
	char *result;

	if (vasprintf(&result, format, args) < 0)
		end_without_memory();
	return result;
}

void text_add(struct text *text, const char *format, ...)
{
	va_list args;
	char *added;

	va_start(args, format);
	added = format_all(format, args);
	va_end(args);
	text_add_bytes(text, added, strlen(added));
	free(added);
}

char *formatted(const char *format, ...)
{
	va_list args;
	char *result;

	va_start(args, format);
	result = format_all(format, args);
	va_end(args);
	return result;
}

/* --- Characters ------------------------------------------------------------------------------- */

/* Where characters begin to have a width; ASCII has it in every locale. */
void begin_text(void)
{
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		setlocale(LC_CTYPE, "");
}

/* The length of the character that text in UTF-8 begins with; 0 if it is not valid. Surrogates, which
 * Python's texts may have, are not for a terminal. */
static size_t decode(const char *bytes, size_t n, uint32_t *character)
{
	const size_t len = ct_utf8_decode(bytes, n, character);

	return len && (*character < 0xd800 || *character >= 0xe000) ? len : 0;
}

/* Marks without a glyph, which some locales give the width 0: they can make a name look like
 * another one. */
static bool is_invisible(uint32_t c)
{
	return c == 0xad || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f) ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
	       (c >= 0xfff0 && c <= 0xfffb) || c >= 0xe0000;
}

/* -1 for what must be escaped. */
static int width_of_character(uint32_t c)
{
	if (c < 0x80)
		return c >= ' ' && c < 0x7f ? 1 : -1;
	return is_invisible(c) ? -1 : wcwidth((wchar_t)c);
}

static void add_escape(struct text *text, uint32_t c)
{
	if (c == '\n' || c == '\r' || c == '\t')
		text_add(text, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
	else if (c < 0x100)
		text_add(text, "\\x%02x", (unsigned)c);
	else
		text_add(text, c < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)c);
}

void text_add_escaped(struct text *text, const char *bytes, size_t n)
{
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = decode(bytes + i, n - i, &c);
		if (len && width_of_character(c) >= 0) {
			text_add_bytes(text, bytes + i, len);
			continue;
		}
		add_escape(text, len ? c : (unsigned char)bytes[i]);
		len = len ? len : 1;
	}
	text_add_bytes(text, "", 0);
}

char *escaped(const char *bytes, size_t n)
{
	struct text text = { 0 };

	text_add_escaped(&text, bytes, n);
	return text.data;
}

char *escaped_name(const char *bytes, size_t n)
{
	struct text text = { 0 };

	for (size_t i = 0, len; i <= n; i += len + 1) {
		const char *backslash = memchr(bytes + i, '\\', n - i);

		len = backslash ? (size_t)(backslash - (bytes + i)) : n - i;
		text_add_escaped(&text, bytes + i, len);
		if (backslash)
			text_add_bytes(&text, "\\\\", 2);
	}
	return text.data;
}

/* --- Columns ---------------------------------------------------------------------------------- */

static size_t columns(const char *text, size_t n)
{
	size_t width = 0;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;
		int columns;

		len = decode(text + i, n - i, &c);
		columns = len ? width_of_character(c) : 1;
		width += columns > 0 ? (size_t)columns : 0;
		len = len ? len : 1;
	}
	return width;
}

size_t width_of(const char *text)
{
	return columns(text, strlen(text));
}

static bool continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

void shorten(char **text, size_t most)
{
	const size_t n = strlen(*text), head = most / 2, tail = most - head - 1;
	size_t begin = 0, end = n;
	struct text cut = { 0 };

	if (most < 8 || width_of(*text) <= most)
		return;
	while (begin < n && columns(*text, begin) < head)
		do
			begin++;
		while (continues((*text)[begin]));
	while (end > begin && columns(*text + end, n - end) < tail)
		do
			end--;
		while (continues((*text)[end]));
	text_add(&cut, "%.*s\xe2\x80\xa6%s", (int)begin, *text, *text + end);
	free(*text);
	*text = cut.data;
}

size_t terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

void text_add_size(struct text *text, int64_t nbytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	double size = (double)nbytes;
	size_t unit = 0;

	if (nbytes < 1024) {
		text_add(text, "%lld B", (long long)nbytes);
		return;
	}
	/* 1023.95 would be printed as 1024.0. */
	for (size /= 1024; size >= 1023.95; size /= 1024)
		unit++;
	text_add(text, "%.1f %s", size, units[unit]);
}

void text_add_ints(struct text *text, const int64_t *ints, int64_t n)
{
	text_add(text, "[");
	for (int64_t i = 0; i < n; i++)
		text_add(text, "%s%lld", i ? ", " : "", (long long)ints[i]);
	text_add(text, "]");
}

void text_add_count(struct text *text, int64_t n, const char *noun)
{
	text_add(text, "%lld %s%s", (long long)n, noun, n == 1 ? "" : "s");
}

int64_t add_up(int64_t a, int64_t b)
{
	return a > INT64_MAX - b ? INT64_MAX : a + b;
}

int64_t multiply(int64_t a, int64_t b)
{
	return b && a > INT64_MAX / b ? INT64_MAX : a * b;
}
