#include "util/text.h"

#include <ctype.h>
#include <string.h>

size_t text_utf8_length(const char *text)
{
	static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)*text;
	size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	unsigned long code = first & (0x7fu >> length);

	if (length == 1)
		return 1;
	for (size_t i = 1; i < length; i++) {
		if (((unsigned char)text[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | ((unsigned char)text[i] & 0x3fu);
	}
	if (first < 0xc0 || first > 0xf7 || code < least[length] || code > 0x10ffff ||
	    (code >= 0xd800 && code < 0xe000))
		return 0;
	return length;
}

size_t text_control_length(const char *text, size_t length)
{
	const unsigned char *at = (const unsigned char *)text;

	if (*at < ' ' || *at == 127)
		return 1;
	return *at == 0xc2 && length > 1 && at[1] >= 0x80 && at[1] < 0xa0 ? 2 : 0;
}

const char *text_upper(struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text);

	for (char *c = copy; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return copy;
}

const char *text_lower(struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text);

	for (char *c = copy; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return copy;
}

bool text_ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length > end_length && !strcmp(text + length - end_length, end);
}

bool text_next_word(const char **text, const char *ends, const char **word, size_t *length)
{
	while (**text && (**text == ' ' || strchr(ends, **text)))
		(*text)++;
	*word = *text;
	*length = strcspn(*text, ends);
	*text += *length;
	return *length > 0;
}

bool text_has_word(const char *text, const char *word, const char *separators)
{
	size_t word_length = strlen(word), length;
	const char *at;

	/* Most words are not even a part of the text. */
	if (!strstr(text, word))
		return false;
	while (text_next_word(&text, separators, &at, &length))
		if (length == word_length && !strncmp(at, word, length))
			return true;
	return false;
}
