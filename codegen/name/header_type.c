#include "name/header_type.h"

#include <string.h>

#include "util/hash.h"

struct kept_type {
	struct header_type type;
	UT_hash_handle hh;
};

static struct header_type take_apart(struct arena *arena, const char *text)
{
	static const char word[] = "const ";
	struct header_type type = { .text = arena_strdup(arena, text),
				    .is_const = !strncmp(text, word, strlen(word)),
				    .is_const_list = strstr(text, "*const *") != NULL };
	const char *name = text + (type.is_const ? strlen(word) : 0);
	size_t length = strcspn(name, "*");

	for (const char *c = name; *c; c++)
		type.stars += *c == '*';
	while (length && name[length - 1] == ' ')
		length--;
	type.name = arena_strndup(arena, name, length);
	return type;
}

const struct header_type *header_type_of(struct arena *arena, struct header_types *types,
					 const char *text)
{
	struct kept_type *kept;

	HASH_FIND_STR(types->kept, text, kept);
	if (!kept) {
		kept = arena_alloc(arena, sizeof *kept);
		kept->type = take_apart(arena, text);
		HASH_ADD_KEYPTR(hh, types->kept, kept->type.text, strlen(text), kept);
	}
	return &kept->type;
}

void header_types_clear(struct header_types *types)
{
	HASH_CLEAR(hh, types->kept);
}
