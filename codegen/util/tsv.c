#include "util/tsv.h"

#include <string.h>

/* NULL when another character is escaped. */
static const char *unescape(struct arena *arena, const char *text, size_t length)
{
	char *result = arena_alloc(arena, length + 1), *to = result;

	for (size_t i = 0; i < length; i++) {
		*to++ = text[i];
		if (text[i] != '\\')
			continue;
		if (++i == length || !strchr("tn\\", text[i]))
			return NULL;
		to[-1] = text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : '\\';
	}
	*to = '\0';
	return result;
}

size_t tsv_split(struct arena *arena, const char *line, size_t length, const char **fields,
		 size_t room)
{
	const char *end = line + length;
	size_t count = 0;

	for (;;) {
		const char *tab = memchr(line, '\t', (size_t)(end - line));
		const char *stop = tab ? tab : end;

		if (count < room)
			fields[count] = unescape(arena, line, (size_t)(stop - line));
		count++;
		if (!tab)
			return count;
		line = tab + 1;
	}
}
