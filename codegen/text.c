#include "text.h"

#include <string.h>

bool text_ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), wanted = strlen(end);

	return length > wanted && !strcmp(text + length - wanted, end);
}

bool text_has_word(const char *text, const char *word, const char *separators)
{
	size_t length;

	for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
		length = strcspn(text, separators);
		if (length == strlen(word) && !strncmp(text, word, length))
			return true;
		text += length;
	}
	return false;
}

int text_order(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}
