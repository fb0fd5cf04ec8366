#include "headers/type.h"

#include <string.h>

#include "util/hash.h"
#include "util/text.h"

struct kept_type {
	struct header_type type;
	UT_hash_handle hh;
};

/* The types with a meaning of their own. Only this file looks at the text of a type. */
static const struct {
	const char *name;
	enum known_type known;
} known_types[] = {
	{ "void", KNOWN_VOID },
	{ "FILE", KNOWN_FILE },
	{ "bool", KNOWN_BOOL },
	{ "float", KNOWN_FLOAT },
	{ "double", KNOWN_FLOAT },
	{ "char", KNOWN_CHAR },
	{ "int8_t", KNOWN_SIZED },
	{ "int16_t", KNOWN_SIZED },
	{ "int32_t", KNOWN_INT32 },
	{ "int64_t", KNOWN_INT64 },
	{ "uint8_t", KNOWN_SIZED },
	{ "uint16_t", KNOWN_SIZED },
	{ "uint32_t", KNOWN_SIZED },
	{ "uint64_t", KNOWN_SIZED },
	{ "int", KNOWN_INT },
	{ "size_t", KNOWN_SIZE },
	{ "ct_error", KNOWN_ERROR },
	{ "ct_tensor", KNOWN_TENSOR },
	{ "ct_generator", KNOWN_GENERATOR },
	{ "ct_value", KNOWN_VALUE },
	{ "ct_release_function", KNOWN_RELEASE },
	{ "ct_deleter", KNOWN_DELETER },
};

static enum known_type find_known(const char *name)
{
	static const char tag[] = "struct ";
	static const char *const unsized[] = { "int",    "long",   "short",   "unsigned",
					       "signed", "size_t", "ssize_t", "intptr_t" };

	for (size_t i = 0; i < sizeof known_types / sizeof *known_types; i++)
		if (!strcmp(known_types[i].name, name))
			return known_types[i].known;
	for (size_t i = 0; i < sizeof unsized / sizeof *unsized; i++)
		if (text_has_word(name, unsized[i], " "))
			return KNOWN_UNSIZED;
	return strncmp(name, tag, strlen(tag)) ? KNOWN_NONE : KNOWN_TAG;
}

static struct header_type take_apart(struct arena *arena, const char *text)
{
	static const char word[] = "const ", end[] = " const";
	struct header_type type = { .text = arena_strdup(arena, text),
				    .is_const = !strncmp(text, word, strlen(word)),
				    .is_const_list = strstr(text, "*const *") != NULL };
	const char *name = text + (type.is_const ? strlen(word) : 0);
	size_t length = strcspn(name, "*");

	for (const char *c = name; *c; c++)
		type.stars += *c == '*';
	while (length && name[length - 1] == ' ')
		length--;
	/* "ct_x const *" is "const ct_x *". */
	if (length > strlen(end) && !strncmp(name + length - strlen(end), end, strlen(end))) {
		type.is_const = true;
		length -= strlen(end);
	}
	type.name = arena_strndup(arena, name, length);
	type.known = find_known(type.name);
	type.is_options = text_ends_with(type.name, "options");
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

bool header_type_is(const struct header_type *type, enum known_type known, size_t stars)
{
	return type->known == known && type->stars == stars && !type->is_const &&
	       !type->is_const_list;
}

bool header_type_is_number(const struct header_type *type)
{
	return type->known >= KNOWN_BOOL && type->known <= KNOWN_SIZE;
}

bool header_type_is_integer(const struct header_type *type)
{
	return type->known >= KNOWN_CHAR && type->known <= KNOWN_SIZE;
}
