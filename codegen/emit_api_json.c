#include "emit.h"

#include <stdio.h>

#include "schema.h"
#include "type_table.h"

/* --- JSON ------------------------------------------------------------------------------------- */

void emit_json_string(struct strbuf *out, const char *text)
{
	strbuf_add_char(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			strbuf_add_char(out, '\\');
		if ((unsigned char)*text < ' ')
			strbuf_printf(out, "\\u%04x", (unsigned)*text);
		else
			strbuf_add_char(out, *text);
	}
	strbuf_add_char(out, '"');
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
		if (api->decls.at[i].kind == DECL_FUNCTION &&
		    !strcmp(api->decls.at[i].name, name))
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

static bool add_runtime(struct emitter *e, struct strbuf *out)
{
	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];
		struct strbuf params = { 0 };
		bool fine;

		if (decl->kind != DECL_FUNCTION)
			continue;
		for (size_t j = 0; j < decl->members.len; j++) {
			begin_line(&params);
			strbuf_printf(&params, "{ \"name\": \"%s\", \"c_type\": \"%s\" }",
				      decl->members.at[j].name, decl->members.at[j].type);
		}
		if (decl->is_variadic) {
			begin_line(&params);
			strbuf_add(&params, "{ \"name\": \"...\", \"c_type\": \"...\" }");
		}
		begin_line(out);
		fine = template_fill(e->templates, "api_runtime.json",
				     (struct mark[]){ { "symbol", decl->name },
						      { "header", decl->header },
						      { "returns", decl->type },
						      { "params", strbuf_str(&params) },
						      { 0 } },
				     out);
		strbuf_free(&params);
		if (!fine)
			return false;
	}
	return true;
}

/* --- operators -------------------------------------------------------------------------------- */

static void add_param(struct emitter *e, struct strbuf *out, const struct arg *arg, bool is_length)
{
	struct strbuf type = { 0 };

	type_print(&type, arg->type);
	begin_line(out);
	strbuf_printf(out,
		      "{ \"name\": \"%s\", \"c_type\": \"%s\", \"arg\": \"%s\", \"role\": \"%s\", "
		      "\"type\": \"%s\", \"default\": %s }",
		      is_length ? arg->c_length : arg->c_name,
		      is_length ? "int64_t" : trimmed(e->arena, arg_c_type(arg)), arg->name,
		      is_length ? "length" : "value", strbuf_str(&type),
		      is_length ? "null" : json_string(e->arena, arg->default_text));
	strbuf_free(&type);
}

static void add_result(struct strbuf *out, const struct ret *ret, size_t index, bool is_length)
{
	struct strbuf type = { 0 };

	type_print(&type, ret->type);
	begin_line(out);
	strbuf_printf(out,
		      "{ \"name\": \"%s\", \"c_type\": \"%s\", \"role\": \"%s\", "
		      "\"type\": \"%s\", \"index\": %zu }",
		      is_length ? ret->c_length : ret->c_name,
		      is_length ? "int64_t *" : ret->form->c_type,
		      is_length ? "length" : "value", strbuf_str(&type), index);
	strbuf_free(&type);
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
	bool fine;

	for (size_t i = 0; i < op->schema.args.len; i++) {
		add_param(e, &params, &op->schema.args.at[i], false);
		if (op->schema.args.at[i].c_length)
			add_param(e, &params, &op->schema.args.at[i], true);
	}
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		add_result(&results, &op->schema.rets.at[i], i, false);
		if (op->schema.rets.at[i].c_length)
			add_result(&results, &op->schema.rets.at[i], i, true);
	}
	add_tags(&tags, op);
	strbuf_add(&name, "aten::");
	op_base_name_print(&name, &op->schema.name);
	begin_line(out);
	fine = template_fill(
		e->templates, "api_function.json",
		(struct mark[]){ { "symbol", op->symbol },
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
