#include "bind/declared.h"

#include <ctype.h>

#include "headers/facts.h"
#include "util/text.h"

/* --- which there are -------------------------------------------------------------------------- */

static bool is_listed(const struct decls *list, const struct decl *decl)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == decl)
			return true;
	return false;
}

/* A struct after those that it contains. */
static void add_struct(const struct binding *binding, const struct decl *decl, struct decls *list)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct header_type *type = decl->members.at[i].type;
		const struct decl *inner =
			type->stars ? NULL : api_find(binding->api, DECL_STRUCT, type->name);

		if (inner && inner != decl)
			add_struct(binding, inner, list);
	}
	if (!is_listed(list, decl))
		vec_push(binding->language->arena, list, decl);
}

static bool is_meant(const struct api *api, const struct decl *decl, enum declared what)
{
	switch (what) {
	case DECLARED_HANDLES:
		return decl_is_handle(decl);
	case DECLARED_ALIASES:
		return decl->kind == DECL_TYPE && !decl_is_handle(decl) &&
		       !api_find(api, DECL_ENUM, decl->name);
	case DECLARED_CALLBACKS:
		return decl->kind == DECL_CALLBACK;
	default:
		return decl->kind == DECL_STRUCT;
	}
}

struct decls declared_list(const struct binding *binding, enum declared what)
{
	struct decls list = { 0 };

	for (size_t i = 0; i < binding->api->decls.len; i++) {
		const struct decl *decl = &binding->api->decls.at[i];

		if (!is_meant(binding->api, decl, what) || !binding_loads(binding, decl->library))
			continue;
		if (what == DECLARED_STRUCTS)
			add_struct(binding, decl, &list);
		else
			vec_push(binding->language->arena, &list, decl);
	}
	return list;
}

/* --- sizes ------------------------------------------------------------------------------------ */

static size_t size_of_number(const struct header_type *type)
{
	static const struct {
		const char *name;
		size_t size;
	} sized[] = { { "bool", 1 },     { "char", 1 },     { "int8_t", 1 }, { "uint8_t", 1 },
		      { "int16_t", 2 },  { "uint16_t", 2 }, { "int", 4 },    { "int32_t", 4 },
		      { "uint32_t", 4 }, { "float", 4 } };

	for (size_t i = 0; i < sizeof sized / sizeof *sized; i++)
		if (!strcmp(sized[i].name, type->name))
			return sized[i].size;
	return 8;
}

static struct extent extent_of(const struct api *api, const struct header_type *type)
{
	const struct decl *inner = type->stars ? NULL : api_find(api, DECL_STRUCT, type->name);
	size_t size = 8;

	if (inner)
		return declared_extent(api, inner);
	if (!type->stars && api_find(api, DECL_ENUM, type->name))
		size = 4;
	else if (!type->stars)
		size = size_of_number(type);
	return (struct extent){ size, size };
}

static size_t round_up(size_t size, size_t alignment)
{
	return (size + alignment - 1) / alignment * alignment;
}

struct extent declared_extent(const struct api *api, const struct decl *decl)
{
	struct extent all = { 0, 1 };

	for (size_t i = 0; i < decl->members.len; i++) {
		const struct extent one = extent_of(api, decl->members.at[i].type);

		all.size = round_up(all.size, one.alignment) + one.size;
		if (one.alignment > all.alignment)
			all.alignment = one.alignment;
	}
	all.size = round_up(all.size, all.alignment);
	return all;
}

/* --- types ------------------------------------------------------------------------------------ */

/* What is without stars: a name of libctorch, a number as names.tsv has it. */
static const char *plain_type(const struct language *language, const char *name, size_t length)
{
	struct arena *arena = language->arena;
	const char *own, *text = arena_strndup(arena, name, length);

	if (!strncmp(text, "struct ", strlen("struct ")))
		text = "void";
	if (!strncmp(text, "ct_", 3))
		return text;
	own = host_own_name(language, text);
	return own ? own : text;
}

/* "%s" in the setting is what the pointer points to. */
static const char *pointer_to(const struct language *language, const char *type, bool is_const)
{
	const char *form = language_setting(language, is_const ? "pointer_to_const" : "pointer");
	const char *at = strstr(form, "%s");

	return at ? arena_printf(language->arena, "%.*s%s%s", (int)(at - form), form, type, at + 2)
		  : type;
}

const char *declared_type(const struct language *language, const char *c_type)
{
	bool is_const = !strncmp(c_type, "const ", strlen("const "));
	const char *name = c_type + (is_const ? strlen("const ") : 0), *type;
	size_t length = strcspn(name, "*");

	while (length && isspace((unsigned char)name[length - 1]))
		length--;
	if (length > strlen(" const") &&
	    !strncmp(name + length - strlen(" const"), " const", strlen(" const"))) {
		is_const = true;
		length -= strlen(" const");
	}
	type = plain_type(language, name, length);
	for (const char *at = name + length; *at; at++) {
		if (*at == '*') {
			type = pointer_to(language, type, is_const);
			is_const = false;
		} else if (!strncmp(at, "const", strlen("const"))) {
			is_const = true;
		}
	}
	return type;
}
