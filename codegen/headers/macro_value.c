#include "headers/macro_value.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *macro_text(struct arena *arena, const struct macro_value *value)
{
	const struct c_token *text = &value->tokens[0];
	size_t length = text->length;

	if (value->count != 1 || text->kind != C_TEXT || length < 2 || *text->at != '"' ||
	    text->at[length - 1] != '"' || memchr(text->at, '\\', length))
		return NULL;
	return arena_strndup(arena, text->at + 1, length - 2);
}

/* In a pattern, "N" is any number. */
static bool is_pattern(const struct macro_value *value, const char *const *pattern)
{
	for (size_t i = 0; i < value->count; i++, pattern++) {
		const struct c_token *token = &value->tokens[i];

		if (!*pattern)
			return false;
		if (strcmp(*pattern, "N") ? !c_is(token, *pattern) : token->kind != C_NUMBER)
			return false;
	}
	return !*pattern;
}

static bool read_number(struct arena *arena, const struct c_token *token, long long *number)
{
	char *end;

	errno = 0;
	*number = strtoll(arena_strndup(arena, token->at, token->length), &end, 0);
	return !*end && !errno;
}

bool macro_number(struct arena *arena, const struct macro_value *value, long long *number)
{
	static const struct {
		const char *words[VALUE_TOKENS];
		size_t at;         /* where the number is, ... */
		long long factor;  /* ... times this, ... */
		long long without; /* ... or this, with factor 0 */
	} patterns[] = {
		{ { "N" }, 0, 1, 0 },
		{ { "-", "N" }, 1, -1, 0 },
		{ { "(", "-", "N", ")" }, 2, -1, 0 },
		{ { "INT64_C", "(", "N", ")" }, 2, 1, 0 },
		{ { "INT64_MAX" }, 0, 0, INT64_MAX },
		{ { "INT64_MIN" }, 0, 0, INT64_MIN },
	};

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		if (!is_pattern(value, patterns[i].words))
			continue;
		*number = patterns[i].without;
		if (!patterns[i].factor)
			return true;
		if (!read_number(arena, &value->tokens[patterns[i].at], number))
			return false;
		*number *= patterns[i].factor;
		return true;
	}
	return false;
}
