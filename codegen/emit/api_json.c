#include "emit/emit.h"

#include <stdio.h>

#include "name/type_table.h"
#include "read/schema.h"
#include "util/text.h"

/* --- JSON ------------------------------------------------------------------------------------- */

void emit_json_string(struct strbuf *out, const char *text)
{
	size_t length;

	strbuf_add_char(out, '"');
	for (; *text; text += length ? length : 1) {
		length = text_utf8_length(text);
		if (*text == '"' || *text == '\\')
			strbuf_add_char(out, '\\');
		if (!length)
			strbuf_add(out, "\\ufffd"); /* what stands for a byte that is none */
		else if ((unsigned char)*text < ' ')
			strbuf_printf(out, "\\u%04x", (unsigned)*text);
		else
			strbuf_add_bytes(out, text, length);
	}
	strbuf_add_char(out, '"');
}

void emit_json_member(struct strbuf *out, const char *before, const char *key, const char *text)
{
	strbuf_printf(out, "%s\"%s\": ", before, key);
	if (text)
		emit_json_string(out, text);
	else
		strbuf_add(out, "null");
}

static const char *json_string(struct arena *arena, const char *text)
{
	struct strbuf out = { 0 };
	const char *result;

	if (!text)
		return "null";
	emit_json_string(&out, text);
	result = arena_strdup(arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

/* Between two elements, which stand on lines of their own. */
static void begin_line(struct strbuf *out)
{
	if (!out->length)
		return;
	if (out->text[out->length - 1] == '\n')
		out->length--;
	strbuf_add(out, ",\n");
}

/* "int64_t " -> "int64_t"; "const ct_tensor *" stays. */
static const char *trimmed(struct arena *arena, const char *type)
{
	size_t length = strlen(type);

	return arena_strndup(arena, type, length - (type[length - 1] == ' '));
}

/* --- the runtime's part ----------------------------------------------------------------------- */

static void add_enums(const struct emitter *e, struct strbuf *out)
{
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_ENUM)
			continue;
		begin_line(out);
		strbuf_printf(out, "\"%s\": {", decl->name);
		for (size_t j = 0; j < decl->members.len; j++)
			strbuf_printf(out, "%s\n  \"%s\": %lld", j ? "," : "",
				      decl->members.at[j].name, decl->members.at[j].value);
		strbuf_add(out, "\n}");
	}
}

static void add_structs(const struct emitter *e, struct strbuf *out)
{
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_STRUCT)
			continue;
		begin_line(out);
		strbuf_printf(out, "\"%s\": [", decl->name);
		for (size_t j = 0; j < decl->members.len; j++)
			strbuf_printf(out, "%s[\"%s\", \"%s\"]", j ? ", " : "",
				      decl->members.at[j].type, decl->members.at[j].name);
		strbuf_add(out, "]");
	}
}

static const struct decl *find_function(const struct api *api, const char *name)
{
	for (size_t i = 0; i < api->decls.len; i++)
		if (api->decls.at[i].kind == DECL_FUNCTION && !strcmp(api->decls.at[i].name, name))
			return &api->decls.at[i];
	return NULL;
}

/* A handle is a `typedef struct ct_x ct_x` that has a ct_x_free. */
static void add_handles(const struct emitter *e, struct strbuf *out)
{
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];
		const char *free_name = arena_printf(e->arena, "%s_free", decl->name);

		if (decl->kind != DECL_TYPE || strncmp(decl->type, "struct ", 7) ||
		    !find_function(e->api, free_name))
			continue;
		begin_line(out);
		strbuf_printf(out, "\"%s\": { \"free\": \"%s\" }", decl->name, free_name);
	}
}

static bool add_runtime_param(struct emitter *e, struct strbuf *out, const char *name,
			      const char *type)
{
	begin_line(out);
	return template_fill(e->templates, "api_runtime_param.json",
			     (struct mark[]){ { "name", name }, { "c_type", type }, { 0 } }, out);
}

/* A variadic function ends with a parameter called "...". */
static bool add_runtime_params(struct emitter *e, const struct decl *decl, struct strbuf *out)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (!add_runtime_param(e, out, decl->members.at[i].name, decl->members.at[i].type))
			return false;
	return !decl->is_variadic || add_runtime_param(e, out, "...", "...");
}

/* The key of a function that is not libctorch's. */
static const char *library_of(struct emitter *e, const struct decl *decl)
{
	return decl->library ? arena_printf(e->arena, "\"library\": \"%s\", ", decl->library) : "";
}

static bool add_runtime_function(struct emitter *e, const struct decl *decl, struct strbuf *out)
{
	struct strbuf params = { 0 };
	bool fine = add_runtime_params(e, decl, &params);

	begin_line(out);
	fine = fine && template_fill(e->templates, "api_runtime.json",
				     (struct mark[]){ { "symbol", decl->name },
						      { "header", decl->header },
						      { "library", library_of(e, decl) },
						      { "returns", decl->type },
						      { "params", strbuf_str(&params) },
						      { 0 } },
				     out);
	strbuf_free(&params);
	return fine;
}

static bool add_runtime(struct emitter *e, struct strbuf *out)
{
	for (size_t i = 0; i < e->api->decls.len; i++)
		if (e->api->decls.at[i].kind == DECL_FUNCTION &&
		    !add_runtime_function(e, &e->api->decls.at[i], out))
			return false;
	return true;
}

/* --- operators -------------------------------------------------------------------------------- */

static bool add_param(struct emitter *e, struct strbuf *out, const struct arg *arg, bool is_length)
{
	begin_line(out);
	return template_fill(
		e->templates, "api_param.json",
		(struct mark[]){
			{ "name", is_length ? arg->c_length : arg->c_name },
			{ "c_type", is_length ? "int64_t" : trimmed(e->arena, arg_c_type(arg)) },
			{ "arg", arg->name },
			{ "role", is_length ? "length" : "value" },
			{ "type", type_text(e->arena, arg->type) },
			{ "alias", json_string(e->arena, alias_text(e->arena, arg->alias)) },
			{ "keyword_only", arg->is_keyword_only ? "true" : "false" },
			{ "default", json_string(e->arena, is_length ? NULL : arg->default_text) },
			{ 0 } },
		out);
}

static bool add_result(struct emitter *e, struct strbuf *out, const struct ret *ret, size_t index,
		       bool is_length)
{
	begin_line(out);
	return template_fill(
		e->templates, "api_result.json",
		(struct mark[]){
			{ "name", is_length ? ret->c_length : ret->c_name },
			{ "c_type", is_length ? "int64_t *" : ret->form->c_type },
			{ "role", is_length ? "length" : "value" },
			{ "type", type_text(e->arena, ret->type) },
			{ "alias", json_string(e->arena, alias_text(e->arena, ret->alias)) },
			{ "ret", json_string(e->arena, ret->name) },
			{ "index", arena_printf(e->arena, "%zu", index) },
			{ 0 } },
		out);
}

static bool add_params(struct emitter *e, struct strbuf *out, const struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		const struct arg *arg = &schema->args.at[i];

		if (!add_param(e, out, arg, false) ||
		    (arg->c_length && !add_param(e, out, arg, true)))
			return false;
	}
	return true;
}

static bool add_results(struct emitter *e, struct strbuf *out, const struct schema *schema)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		if (!add_result(e, out, ret, i, false) ||
		    (ret->c_length && !add_result(e, out, ret, i, true)))
			return false;
	}
	return true;
}

static const char *variants(const struct op *op)
{
	if (op->is_derived || !op->is_method)
		return "\"function\"";
	return op->entry->is_function ? "\"function\", \"method\"" : "\"method\"";
}

static void add_tags(struct strbuf *out, const struct op *op)
{
	for (size_t i = 0; i < op->tags.len; i++)
		strbuf_printf(out, "%s\"%s\"", i ? ", " : "", op->tags.at[i]);
}

static bool add_function(struct emitter *e, const struct op *op, struct strbuf *out)
{
	struct strbuf params = { 0 }, results = { 0 }, tags = { 0 }, name = { 0 };
	bool fine = add_params(e, &params, &op->schema) && add_results(e, &results, &op->schema);

	add_tags(&tags, op);
	strbuf_add(&name, "aten::");
	op_base_name_print(&name, &op->schema.name);
	begin_line(out);
	fine = fine &&
	       template_fill(e->templates, "api_function.json",
			     (struct mark[]){
				     { "symbol", op->symbol },
				     { "method", json_string(e->arena, op->method) },
				     { "op", strbuf_str(&name) },
				     { "overload", op->schema.name.overload },
				     { "schema", json_string(e->arena, op->func) },
				     { "kind", schema_kind_name(op->kind) },
				     { "origin", op->is_derived ? "autogen" : "yaml" },
				     { "variants", variants(op) },
				     { "header", arena_printf(e->arena, "ctorch/%s.h", op->group) },
				     { "params", strbuf_str(&params) },
				     { "results", strbuf_str(&results) },
				     { "tags", strbuf_str(&tags) },
				     { 0 } },
			     out);
	strbuf_free(&params);
	strbuf_free(&results);
	strbuf_free(&tags);
	strbuf_free(&name);
	return fine;
}

bool emit_api_json(struct emitter *e)
{
	struct strbuf enums = { 0 }, structs = { 0 }, handles = { 0 }, runtime = { 0 };
	struct strbuf functions = { 0 };
	bool fine;

	add_enums(e, &enums);
	add_structs(e, &structs);
	add_handles(e, &handles);
	fine = add_runtime(e, &runtime);
	for (size_t i = 0; fine && i < e->model->ops.len; i++)
		fine = add_function(e, e->model->by_symbol[i], &functions);
	fine = fine &&
	       template_fill(e->templates, "ctorch_api.json",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "enums", strbuf_str(&enums) },
					      { "structs", strbuf_str(&structs) },
					      { "handles", strbuf_str(&handles) },
					      { "runtime", strbuf_str(&runtime) },
					      { "functions", strbuf_str(&functions) },
					      { 0 } },
			     output_add(e->output, "ctorch_api.json")) &&
	       template_fill(e->templates, "ctorch_api.schema.json", (struct mark[]){ { 0 } },
			     output_add(e->output, "ctorch_api.schema.json"));
	strbuf_free(&enums);
	strbuf_free(&structs);
	strbuf_free(&handles);
	strbuf_free(&runtime);
	strbuf_free(&functions);
	return fine;
}
