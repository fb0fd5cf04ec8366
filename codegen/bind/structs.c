#include "bind/emit.h"

#include "headers/facts.h"

/* The field with the number of elements of another one; NULL: none. */
static const struct member *length_of(const struct decl *decl, const char *name)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const char *field = decl->members.at[i].name;
		size_t length = strlen(name);

		if (!strncmp(field, name, length) && !strcmp(field + length, "_len"))
			return &decl->members.at[i];
	}
	return NULL;
}

static bool is_length(const struct decl *decl, const char *name)
{
	size_t length = strlen(name);

	if (length < 5 || strcmp(name + length - 4, "_len") != 0)
		return false;
	for (size_t i = 0; i < decl->members.len; i++)
		if (!strncmp(decl->members.at[i].name, name, length - 4) &&
		    !decl->members.at[i].name[length - 4])
			return true;
	return false;
}

static bool is_text(const struct header_type *type, bool is_list)
{
	return type->known == KNOWN_CHAR && type->stars == (is_list ? 2u : 1u);
}

/* How often the C type refers to what the key names, apart from lists, handles and texts, which are
 * pointers anyway. */
static size_t stars_of(const struct header_type *type, const char *class, bool is_list)
{
	size_t stars = type->stars;

	if (is_text(type, is_list))
		return 0;
	stars -= is_list && stars;
	return stars - (!strcmp(class, "handle") && stars);
}

/* "[shared]": a list with the length of another one, which is before it. A pointer to one element is
 * no list. */
static const char *list_of(const struct member *field, const struct member *length)
{
	const char *noted = field->notes ? field->notes->length : NULL;

	if (length)
		return "[]";
	return noted && strcmp(noted, "1") != 0 ? "[shared]" : "";
}

/* "=": a value or struct of the caller's that C may change. */
static const char *change_of(const struct header_type *type, const char *class, const char *star)
{
	const bool is_struct = !strcmp(class, "struct") || !strcmp(type->name, "ct_value");

	return is_struct && *star && !type->is_const ? "=" : "";
}

/* ".int64_t", ".int64_t[]", ".bool*", ".=ct_value*", ".ct_tensor", ".text[]" */
static struct bind_value *describe(const struct binding *binding, const struct decl *decl,
				   const struct member *field)
{
	struct arena *arena = binding->language->arena;
	const struct header_type *type = field->type;
	const struct member *length = length_of(decl, field->name);
	const char *class = bind_class_of(binding->api, type), *list = list_of(field, length),
		   *star = stars_of(type, class, *list) ? "*" : "",
		   *change = change_of(type, class, star);
	const bool is_words = is_text(type, *list);
	struct bind_value *value = arena_alloc(arena, sizeof *value);

	*value = (struct bind_value){
		.name = field->name,
		.c_name = field->name,
		.c_type = type->text,
		.of = type->name,
		.length = length  ? length->name
			  : *list ? field->notes->length
				  : NULL,
		.filled = field->notes ? field->notes->filled : NULL,
		.key = arena_printf(arena, ".%s%s%s%s", change, is_words ? "text" : type->name,
				    list, star),
		.general = arena_printf(arena, ".%s%s%s%s", change, is_words ? "text" : class, list,
					star),
	};
	if (value->filled)
		value->default_value = default_value_of_field(arena, value->filled,
							      type->known == KNOWN_FLOAT);
	return value;
}

static bool is_plain_value(const struct bind_value *value)
{
	return !value->filled &&
	       (!strcmp(value->general, ".number") || !strcmp(value->general, ".enum"));
}

/* Why the field is left out; NULL: it is not. A row for structs is for those that the language has, and
 * to change one it shares the memory. */
static const char *why_not(struct binding *binding, const char *name,
			   const struct bind_value *value)
{
	const char *reason = binding_why_no_value(binding, name, value);
	const struct bind_struct *inner = binding_find_struct(binding, value->of);
	const struct type_row *row;

	if (reason)
		return reason;
	row = language_row(binding->language, value->key, value->general);
	if (!strstr(row->key, "struct") || (inner && (inner->is_plain || row->key[1] != '=')))
		return NULL;
	return arena_printf(binding->language->arena,
			    "%s is a %s, which the language does not have", value->name,
			    value->c_type);
}

static void add_struct_once(struct binding *binding, const struct decl *decl);

/* Structs of which others consist come before them, as C wants its types. */
static void add_struct_of(struct binding *binding, const struct header_type *type)
{
	const struct decl *inner = api_find(binding->api, DECL_STRUCT, type->name);

	if (inner)
		add_struct_once(binding, inner);
}

static void add_struct(struct binding *binding, const struct decl *decl)
{
	struct arena *arena = binding->language->arena;
	struct bind_struct *made = arena_alloc(arena, sizeof *made);

	made->decl = decl;
	made->is_plain = true;
	for (size_t i = 0; i < decl->members.len; i++) {
		struct bind_value *value;
		const char *name, *reason;

		/* A field that only names what to write in C is none. */
		if (is_length(decl, decl->members.at[i].name) ||
		    decl->members.at[i].type->known == KNOWN_TAG)
			continue;
		value = describe(binding, decl, &decl->members.at[i]);
		made->is_plain = made->is_plain && is_plain_value(value);
		add_struct_of(binding, decl->members.at[i].type);
		name = arena_printf(arena, "%s.%s", decl->name, value->name);
		reason = why_not(binding, name, value);
		if (reason)
			vec_push(arena, &made->skipped, (struct unbound){ name, reason });
		else
			vec_push(arena, &made->fields, value);
	}
	if (made->fields.len)
		vec_push(arena, &binding->structs, made);
}

/* A struct may refer to itself. One with its own row is written by hand. */
static void add_struct_once(struct binding *binding, const struct decl *decl)
{
	if (names_has(&binding->seen_structs, decl->name))
		return;
	vec_push(binding->language->arena, &binding->seen_structs, decl->name);
	if (binding_loads(binding, decl->library) && decl_is_public(decl) &&
	    !language_row(binding->language, decl->name, decl->name))
		add_struct(binding, decl);
}

void binding_fill_structs(struct binding *binding)
{
	for (size_t i = 0; i < binding->api->decls.len; i++)
		if (binding->api->decls.at[i].kind == DECL_STRUCT)
			add_struct_once(binding, &binding->api->decls.at[i]);
}

const struct bind_struct *binding_find_struct(const struct binding *binding, const char *name)
{
	for (size_t i = 0; i < binding->structs.len; i++)
		if (!strcmp(binding->structs.at[i]->decl->name, name))
			return binding->structs.at[i];
	return NULL;
}
