#include "emit/api_runtime.h"

/* --- types ------------------------------------------------------------------------------------ */

static void add_types(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "types");
	for (size_t i = 0; i < e->api->decls.len; i++)
		if (e->api->decls.at[i].kind == DECL_TYPE)
			json_text(json, e->api->decls.at[i].name, e->api->decls.at[i].type->text);
	json_end(json);
}

static void add_enums(const struct emitter *e, struct json *json)
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

static void add_field(struct json *json, const struct member *field)
{
	json_array(json, NULL);
	json_text(json, NULL, field->type->text);
	json_text(json, NULL, field->name);
	json_end(json);
}

static void add_structs(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "structs");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_STRUCT)
			continue;
		json_array(json, decl->name);
		for (size_t j = 0; j < decl->members.len; j++)
			add_field(json, &decl->members.at[j]);
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

static void add_type_docs(const struct emitter *e, struct json *json)
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

/* A handle is a `typedef struct ct_x ct_x` with a function ct_x_free. */
static void add_handles(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "handles");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];
		const char *free_name = arena_printf(e->arena, "%s_free", decl->name);

		if (!decl_is_handle(decl) || !api_find(e->api, DECL_FUNCTION, free_name))
			continue;
		json_object(json, decl->name);
		json_text(json, "free", free_name);
		json_end(json);
	}
	json_end(json);
}

/* --- functions and callbacks ------------------------------------------------------------------ */

void api_add_facts(struct json *json, const struct facts *facts)
{
	json_text_if(json, "direction", facts->direction);
	if (facts->is_pointer && facts->direction)
		json_bool(json, "nullable", facts->is_nullable);
	json_text_if(json, "ownership", facts->ownership);
	json_text_if(json, "free", facts->free);
	json_text_if(json, "length", facts->length);
}

static void add_returns(const struct emitter *e, const struct decl *decl, struct json *json)
{
	struct facts facts = facts_of_return(e->arena, e->api, decl);

	json_text(json, "returns", decl->type->text);
	if (!facts.ownership || !facts_exist(decl))
		return;
	json_object(json, "returned");
	api_add_facts(json, &facts);
	json_end(json);
}

static void add_param(const struct emitter *e, const struct decl *decl, size_t i, struct json *json)
{
	struct facts facts = facts_of_param(e->arena, e->api, decl, i);

	json_object(json, NULL);
	json_text(json, "name", decl->members.at[i].name);
	json_text(json, "c_type", decl->members.at[i].type->text);
	if (facts_exist(decl))
		api_add_facts(json, &facts);
	json_end(json);
}

/* A variadic function gets a last parameter named "...". */
static void add_params(const struct emitter *e, const struct decl *decl, struct json *json)
{
	json_line(json);
	json_tall_array(json, "params");
	for (size_t i = 0; i < decl->members.len; i++)
		add_param(e, decl, i, json);
	if (decl->is_variadic) {
		json_object(json, NULL);
		json_text(json, "name", "...");
		json_text(json, "c_type", "...");
		json_text(json, "direction", "in");
		json_end(json);
	}
	json_end(json);
}

static void add_doc(struct json *json, const struct decl *decl)
{
	if (!decl->comment)
		return;
	json_line(json);
	json_text(json, "doc", decl->comment);
	json_line(json);
}

static void add_functions(const struct emitter *e, enum decl_kind kind, const char *name_key,
			  struct json *json)
{
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != kind)
			continue;
		json_object(json, NULL);
		json_text(json, name_key, decl->name);
		json_text(json, "header", decl->header);
		json_text_if(json, "library", decl->library);
		add_doc(json, decl);
		add_returns(e, decl, json);
		add_params(e, decl, json);
		json_end(json);
	}
	json_end(json);
}

static void add_callbacks(const struct emitter *e, struct json *json)
{
	json_tall_array(json, "callbacks");
	add_functions(e, DECL_CALLBACK, "name", json);
}

static void add_runtime(const struct emitter *e, struct json *json)
{
	json_tall_array(json, "runtime");
	add_functions(e, DECL_FUNCTION, "symbol", json);
}

static void add_inline(const struct emitter *e, struct json *json)
{
	json_tall_array(json, "inline");
	add_functions(e, DECL_INLINE, "name", json);
}

/* --- macros ----------------------------------------------------------------------------------- */

/* The first of several definitions, of which an #if chooses one. */
static bool is_first(const struct api *api, const struct decl *decl)
{
	return api_find(api, DECL_MACRO, decl->name) == decl;
}

static bool is_constant(const struct decl *decl)
{
	return decl->is_number || decl->value;
}

static void add_macro_head(const struct decl *decl, struct json *json)
{
	json_object(json, NULL);
	json_text(json, "name", decl->name);
	json_text(json, "header", decl->header);
}

static void add_constant(const struct decl *decl, struct json *json)
{
	add_macro_head(decl, json);
	if (decl->is_number)
		json_integer(json, "value", decl->number);
	else
		json_text(json, "value", decl->value);
	json_text(json, "comment", decl->comment);
	json_end(json);
}

static void add_macro(const struct decl *decl, struct json *json)
{
	add_macro_head(decl, json);
	if (decl->is_call) {
		json_array(json, "params");
		for (size_t i = 0; i < decl->members.len; i++)
			json_text(json, NULL, decl->members.at[i].name);
		if (decl->is_variadic)
			json_text(json, NULL, "...");
		json_end(json);
	} else {
		json_null(json, "params");
	}
	json_text(json, "comment", decl->comment);
	json_end(json);
}

/* The constants of `api`, or all other macros. */
static void add_macros(const struct api *api, bool of_constants, struct json *json)
{
	for (size_t i = 0; i < api->decls.len; i++) {
		const struct decl *decl = &api->decls.at[i];

		if (decl->kind != DECL_MACRO || !macro_is_public(decl) || !is_first(api, decl) ||
		    is_constant(decl) != of_constants)
			continue;
		(of_constants ? add_constant : add_macro)(decl, json);
	}
}

/* --- all of it -------------------------------------------------------------------------------- */

bool api_scan_release(struct emitter *e, struct api *release)
{
	static const char name[] = "ctorch/core/release.h";

	for (size_t i = 0; i < e->output->files.len; i++)
		if (!strcmp(e->output->files.at[i].name, name))
			return header_scan_text(e->arena, e->diag, name,
						strbuf_str(&e->output->files.at[i].text), release);
	return true;
}

void api_add_runtime(const struct emitter *e, const struct api *release, struct json *json)
{
	static void (*const sections[])(const struct emitter *e, struct json *json) = {
		add_types,   add_enums,     add_structs, add_type_docs,
		add_handles, add_callbacks, add_runtime, add_inline
	};

	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		json_line(json);
		sections[i](e, json);
	}
	json_line(json);
	json_tall_array(json, "constants");
	add_macros(e->api, true, json);
	add_macros(release, true, json);
	json_end(json);
	json_line(json);
	json_tall_array(json, "macros");
	add_macros(e->api, false, json);
	json_end(json);
}
