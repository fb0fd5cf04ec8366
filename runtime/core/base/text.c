/*
 * A text that grows.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/error.h>

#include "core/base/numbers.h"
#include "core/base/text.h"

/* Room for `n` more bytes and the NUL. */
static bool make_room(struct ct_text *text, size_t n)
{
	size_t wanted = text->length + n + 1, capacity = text->capacity ? text->capacity : 128;
	char *data;

	if (text->failed || wanted <= text->capacity)
		return !text->failed;
	while (capacity < wanted)
		capacity *= 2;
	data = realloc(text->data, capacity);
	if (data == NULL) {
		text->failed = true;
		return false;
	}
	text->data = data;
	text->capacity = capacity;
	return true;
}

void ct_text_add_bytes(struct ct_text *text, const char *bytes, size_t n)
{
	if (!make_room(text, n))
		return;
	memcpy(text->data + text->length, bytes, n);
	text->length += n;
	text->data[text->length] = '\0';
}

void ct_text_add(struct ct_text *text, const char *string)
{
	ct_text_add_bytes(text, string, strlen(string));
}

void ct_text_addf(struct ct_text *text, const char *format, ...)
{
	char line[512];
	va_list args;
	int n;

	va_start(args, format);
	n = ct_vformat(line, sizeof line, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= sizeof line)
		text->failed = true; /* such texts are short */
	else
		ct_text_add_bytes(text, line, (size_t)n);
}

void ct_text_add_spaces(struct ct_text *text, int64_t n)
{
	if (n <= 0 || !make_room(text, (size_t)n))
		return;
	memset(text->data + text->length, ' ', (size_t)n);
	text->length += (size_t)n;
	text->data[text->length] = '\0';
}

void ct_text_release(struct ct_text *text)
{
	free(text->data);
	*text = (struct ct_text){ 0 };
}

void ct_capitalize(const char *text, char *result, size_t size)
{
	size_t i = 0;

	for (; text[i] && i + 1 < size; i++)
		result[i] = (char)toupper((unsigned char)text[i]);
	result[i] = '\0';
}
