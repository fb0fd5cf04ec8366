/* The types of the handwritten headers in ctorch_api.json. */
#include "emit/api_facts.h"
#include "emit/api_runtime.h"
#include "headers/fields.h"

/* --- types ------------------------------------------------------------------------------------ */

void api_add_types(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "types");
	for (size_t i = 0; i < e->api->decls.len; i++)
		if (e->api->decls.at[i].kind == DECL_TYPE)
			json_text(json, e->api->decls.at[i].name, e->api->decls.at[i].type->text);
	json_end(json);
}

void api_add_enums(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "enums");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_ENUM)
			continue;
		json_tall_object(json, decl->name);
		for (size_t j = 0; j < decl->members.len; j++)
			json_integer(json, decl->members.at[j].name, decl->members.at[j].value);
		json_end(json);
	}
	json_end(json);
}

static void add_field(const struct emitter *e, const struct decl *decl, size_t i, struct json *json)
{
	const struct member *field = &decl->members.at[i];
	const struct facts facts = facts_of_field(e->arena, e->api, decl, i);

	json_object(json, NULL);
	json_text(json, "name", field->name);
	api_add_safe(e, json, field->name);
	json_text(json, "c_type", field->type->text);
	api_add_facts(e->arena, json, &facts);
	if (struct_is_options(decl))
		api_add_field_default(e, json, field);
	json_end(json);
}

void api_add_structs(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "structs");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_STRUCT)
			continue;
		json_tall_array(json, decl->name);
		for (size_t j = 0; j < decl->members.len; j++)
			add_field(e, decl, j, json);
		json_end(json);
	}
	json_end(json);
}

/* --- what documents types --------------------------------------------------------------------- */

static bool has_docs(const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (decl->members.at[i].doc)
			return true;
	return false;
}

static void add_member_docs(struct json *json, const struct decl *decl)
{
	if (!decl || !has_docs(decl))
		return;
	json_tall_object(json, "members");
	for (size_t i = 0; i < decl->members.len; i++)
		json_text_if(json, decl->members.at[i].name, decl->members.at[i].doc);
	json_end(json);
}

/* An enumeration is two declarations, of which the first one is its type. */
static bool is_type(const struct emitter *e, const struct decl *decl)
{
	return decl->kind == DECL_TYPE || decl->kind == DECL_STRUCT ||
	       (decl->kind == DECL_ENUM && !api_find(e->api, DECL_TYPE, decl->name));
}

static void add_type_doc(const struct emitter *e, struct json *json, const struct decl *decl)
{
	const struct decl *members = decl->kind == DECL_TYPE
					     ? api_find(e->api, DECL_ENUM, decl->name)
					     : decl;

	if (!decl->comment && !(members && has_docs(members)))
		return;
	json_object(json, decl->name);
	json_text_if(json, "doc", decl->comment);
	add_member_docs(json, members);
	json_end(json);
}

void api_add_type_docs(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "type_docs");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (is_type(e, decl))
			add_type_doc(e, json, decl);
	}
	json_end(json);
}

/* --- handles ---------------------------------------------------------------------------------- */

/* The function that returns another handle on the same object: ct_x_retain(). */
static const char *retain_of(const struct emitter *e, const struct decl *handle)
{
	const char *name = arena_printf(e->arena, "%s_retain", handle->name);
	const struct decl *decl = api_find(e->api, DECL_FUNCTION, name);

	return decl && decl->members.len == 1 && !strcmp(decl->type->name, handle->name) ? name
											 : NULL;
}

/* A handle is a `typedef struct ct_x ct_x` with a function ct_x_free. */
void api_add_handles(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "handles");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];
		const char *free_name = arena_printf(e->arena, "%s_free", decl->name);

		if (!decl_is_handle(decl) || !api_find(e->api, DECL_FUNCTION, free_name))
			continue;
		json_object(json, decl->name);
		json_text(json, "free", free_name);
		json_text_if(json, "retain", retain_of(e, decl));
		json_end(json);
	}
	json_end(json);
}
