#include "emit/api_runtime.h"

#include "emit/api_facts.h"
#include "emit/soname.h"
#include "name/reserved.h"

/* --- functions and callbacks ------------------------------------------------------------------ */

static void add_returns(const struct emitter *e, const struct decl *decl, struct json *json)
{
	struct facts facts = facts_of_return(e->arena, e->api, decl);

	json_text(json, "returns", decl->type->text);
	if (!facts.ownership || !facts_exist(decl))
		return;
	json_object(json, "returned");
	api_add_facts(e->arena, json, &facts);
	json_end(json);
}

static void add_param(const struct emitter *e, const struct decl *decl, size_t i, struct json *json)
{
	struct facts facts = facts_of_param(e->arena, e->api, decl, i);

	json_object(json, NULL);
	json_text(json, "name", decl->members.at[i].name);
	api_add_safe(e, json, decl->members.at[i].name);
	json_text(json, "c_type", decl->members.at[i].type->text);
	if (facts_exist(decl))
		api_add_facts(e->arena, json, &facts);
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

static void add_head(const struct emitter *e, const struct decl *decl, const char *name_key,
		     struct json *json)
{
	json_text(json, name_key, decl->name);
	api_add_names(e, json, decl->name);
	json_text(json, "header", decl->header);
	json_text_if(json, "library", decl->library);
	if (!decl_is_public(decl))
		json_bool(json, "internal", true);
	add_doc(json, decl);
	if (decl->notes)
		json_text_if(json, "text", decl->notes->text);
}

static void add_callback(const struct emitter *e, const struct decl *decl, struct json *json)
{
	json_object(json, NULL);
	add_head(e, decl, "name", json);
	json_text(json, "thread", thread_of_callback(e->arena, e->api, decl));
	add_returns(e, decl, json);
	add_params(e, decl, json);
	json_end(json);
}

static void add_callbacks(const struct emitter *e, struct json *json)
{
	json_tall_array(json, "callbacks");
	for (size_t i = 0; i < e->api->decls.len; i++)
		if (e->api->decls.at[i].kind == DECL_CALLBACK)
			add_callback(e, &e->api->decls.at[i], json);
	json_end(json);
}

static void add_functions(const struct emitter *e, enum decl_kind kind, const char *name_key,
			  struct json *json)
{
	const struct names holders = handles_with_callbacks(e->arena, e->api);

	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];
		struct call_facts facts;

		if (decl->kind != kind)
			continue;
		facts = call_facts_of(e->api, &holders, decl);
		json_object(json, NULL);
		add_head(e, decl, name_key, json);
		api_add_call_facts(json, &facts);
		add_returns(e, decl, json);
		add_params(e, decl, json);
		json_end(json);
	}
	json_end(json);
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

/* --- the library ------------------------------------------------------------------------------ */

static const struct decl *constant(const struct api *api, const char *name)
{
	return api_find(api, DECL_MACRO, name);
}

static void add_libctorch(const struct emitter *e, struct json *json)
{
	const char *release = e->model->spec->release;
	const struct decl *version = constant(e->api, "CT_VERSION");
	const struct decl *abi = constant(e->api, "CT_ABI_VERSION");

	json_object(json, "libctorch");
	json_text(json, "version", version ? version->value : NULL);
	json_integer(json, "abi", abi ? abi->number : GENERATED_ABI);
	json_text(json, "soname", soname_of(e->arena, e->api, release));
	json_text(json, "libtorch", release);
	json_end(json);
}

/* What other languages cannot use as a name. */
static void add_reserved(struct json *json)
{
	json_tall_object(json, "reserved_words");
	for (size_t i = 0; i < reserved_languages_len; i++)
		json_text(json, reserved_languages[i].name, reserved_languages[i].words);
	json_end(json);
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
		api_add_types,   api_add_enums, api_add_structs, api_add_type_docs,
		api_add_handles, add_callbacks, add_runtime,     add_inline
	};

	add_libctorch(e, json);
	json_line(json);
	add_reserved(json);
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
