/* ctorch_api.json: generators for other languages read this instead of the headers. */
#include <stdio.h>

#include "emit/emit.h"
#include "name/type_table.h"
#include "read/schema.h"
#include "util/json.h"

/* "int64_t " -> "int64_t"; "const ct_tensor *" is unchanged. */
static const char *trimmed(struct arena *arena, const char *type)
{
	size_t length = strlen(type);

	return arena_strndup(arena, type, length - (type[length - 1] == ' '));
}

/* --- the runtime ------------------------------------------------------------------------------ */

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
	json_text(json, NULL, field->type);
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

static const struct decl *find_function(const struct api *api, const char *name)
{
	for (size_t i = 0; i < api->decls.len; i++)
		if (api->decls.at[i].kind == DECL_FUNCTION && !strcmp(api->decls.at[i].name, name))
			return &api->decls.at[i];
	return NULL;
}

/* A handle is a `typedef struct ct_x ct_x` with a function ct_x_free. */
static void add_handles(const struct emitter *e, struct json *json)
{
	json_tall_object(json, "handles");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];
		const char *free_name = arena_printf(e->arena, "%s_free", decl->name);

		if (decl->kind != DECL_TYPE || strncmp(decl->type, "struct ", 7) ||
		    !find_function(e->api, free_name))
			continue;
		json_object(json, decl->name);
		json_text(json, "free", free_name);
		json_end(json);
	}
	json_end(json);
}

static void add_runtime_param(struct json *json, const char *name, const char *type)
{
	json_object(json, NULL);
	json_text(json, "name", name);
	json_text(json, "c_type", type);
	json_end(json);
}

/* A variadic function gets a last parameter named "...". */
static void add_runtime_params(const struct decl *decl, struct json *json)
{
	json_line(json);
	json_tall_array(json, "params");
	for (size_t i = 0; i < decl->members.len; i++)
		add_runtime_param(json, decl->members.at[i].name, decl->members.at[i].type);
	if (decl->is_variadic)
		add_runtime_param(json, "...", "...");
	json_end(json);
}

static void add_runtime(const struct emitter *e, struct json *json)
{
	json_tall_array(json, "runtime");
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_FUNCTION)
			continue;
		json_object(json, NULL);
		json_text(json, "symbol", decl->name);
		json_text(json, "header", decl->header);
		json_text_if(json, "library", decl->library);
		json_text(json, "returns", decl->type);
		add_runtime_params(decl, json);
		json_end(json);
	}
	json_end(json);
}

/* --- operators -------------------------------------------------------------------------------- */

static void add_param(struct arena *arena, struct json *json, const struct arg *arg, bool is_length)
{
	json_object(json, NULL);
	json_text(json, "name", is_length ? arg->c_length : arg->c_name);
	json_text(json, "c_type", is_length ? "int64_t" : trimmed(arena, arg->form->c_type->text));
	json_text(json, "arg", arg->name);
	json_text(json, "role", is_length ? "length" : "value");
	json_text(json, "type", type_text(arena, arg->type));
	json_text(json, "alias", alias_text(arena, arg->alias));
	json_bool(json, "keyword_only", arg->is_keyword_only);
	json_text(json, "default", is_length ? NULL : arg->default_text);
	json_end(json);
}

static void add_params(struct arena *arena, struct json *json, const struct schema *schema)
{
	json_line(json);
	json_tall_array(json, "params");
	for (size_t i = 0; i < schema->args.len; i++) {
		add_param(arena, json, &schema->args.at[i], false);
		if (schema->args.at[i].c_length)
			add_param(arena, json, &schema->args.at[i], true);
	}
	json_end(json);
}

static void add_result(struct arena *arena, struct json *json, const struct ret *ret, size_t index,
		       bool is_length)
{
	json_object(json, NULL);
	json_text(json, "name", is_length ? ret->c_length : ret->c_name);
	json_text(json, "c_type", is_length ? "int64_t *" : ret->form->c_type->text);
	json_text(json, "ret", ret->name);
	json_text(json, "role", is_length ? "length" : "value");
	json_text(json, "type", type_text(arena, ret->type));
	json_text(json, "alias", alias_text(arena, ret->alias));
	json_count(json, "index", index);
	json_end(json);
}

static void add_results(struct arena *arena, struct json *json, const struct schema *schema)
{
	json_line(json);
	json_tall_array(json, "results");
	for (size_t i = 0; i < schema->rets.len; i++) {
		add_result(arena, json, &schema->rets.at[i], i, false);
		if (schema->rets.at[i].c_length)
			add_result(arena, json, &schema->rets.at[i], i, true);
	}
	json_end(json);
}

static void add_variants(struct json *json, const struct op *op)
{
	bool is_plain = op->is_derived || !op->is_method;

	json_array(json, "variants");
	if (is_plain || op->entry->is_function)
		json_text(json, NULL, "function");
	if (!is_plain)
		json_text(json, NULL, "method");
	json_end(json);
}

static void add_name(struct json *json, const struct op_name *name)
{
	struct strbuf text = { 0 };

	strbuf_add(&text, "aten::");
	op_base_name_print(&text, name);
	json_text(json, "op", strbuf_str(&text));
	json_text(json, "overload", name->overload);
	strbuf_free(&text);
}

static void add_function(const struct emitter *e, const struct op *op, struct json *json)
{
	json_object(json, NULL);
	json_text(json, "symbol", op->symbol);
	json_text(json, "method", op->method);
	add_name(json, &op->schema.name);
	json_line(json);
	json_text(json, "schema", op->func);
	json_line(json);
	json_text(json, "kind", schema_kind_name(op->kind));
	json_text(json, "origin", op->is_derived ? "autogen" : "yaml");
	add_variants(json, op);
	json_text(json, "header", arena_printf(e->arena, "ctorch/%s.h", op->group));
	add_params(e->arena, json, &op->schema);
	add_results(e->arena, json, &op->schema);
	json_line(json);
	json_names(json, "tags", &op->tags);
	json_end(json);
}

static void add_functions(const struct emitter *e, struct json *json)
{
	json_tall_array(json, "functions");
	for (size_t i = 0; i < e->model->ops.len; i++)
		add_function(e, e->model->by_symbol[i], json);
	json_end(json);
}

typedef void section_writer(const struct emitter *e, struct json *json);

bool emit_api_json(struct emitter *e)
{
	static section_writer *const sections[] = { add_enums, add_structs, add_handles,
						    add_runtime, add_functions };
	struct json json = { .out = output_add(e->output, "ctorch_api.json") };

	json_object(&json, NULL);
	json_integer(&json, "format", 1);
	json_text(&json, "pytorch", e->model->spec->release);
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		json_line(&json);
		sections[i](e, &json);
	}
	json_line(&json);
	json_end(&json);
	return template_fill(e->templates, "ctorch_api.schema.json", (struct mark[]){ { 0 } },
			     output_add(e->output, "ctorch_api.schema.json"));
}
