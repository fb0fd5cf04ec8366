#include "text.h"

#include <string.h>

bool text_ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), wanted = strlen(end);

	return length > wanted && !strcmp(text + length - wanted, end);
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
	size_t wanted = strlen(word), length;
	const char *at;

	while (text_next_word(&text, separators, &at, &length))
		if (length == wanted && !strncmp(at, word, length))
			return true;
	return false;
}
