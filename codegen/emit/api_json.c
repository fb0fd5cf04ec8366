/* ctorch_api.json: generators for other languages read this instead of the headers. This file
 * writes the operators, api_runtime.c what is in the handwritten headers. */
#include <stdio.h>

#include "emit/api_facts.h"
#include "emit/api_parts.h"
#include "emit/api_runtime.h"
#include "facts/bindings.h"
#include "facts/pages.h"
#include "types/type_table.h"
#include "read/schema.h"
#include "util/json.h"

/* --- operators -------------------------------------------------------------------------------- */

static void add_default(const struct emitter *e, struct json *json, const struct arg *arg)
{
	struct default_value value;

	json_text(json, "default", arg->default_text);
	if (!default_value_of(e->arena, arg, &value))
		diag_error(e->diag, (struct loc){ 0 },
			   "add it to words[] in codegen/types/default_value.c",
			   "the value of the default '%s' of '%s' is unknown", arg->default_text,
			   arg->name);
	api_add_default(json, &value);
}

static void add_param(const struct emitter *e, struct json *json, const struct arg *arg,
		      bool is_length)
{
	struct arena *arena = e->arena;
	const struct arg length = { .default_text = NULL };
	struct facts facts = facts_of_arg(arena, arg, is_length);

	json_object(json, NULL);
	json_text(json, "name", is_length ? arg->c_length : arg->c_name);
	api_add_safe(e, json, is_length ? arg->c_length : arg->c_name);
	json_text(json, "c_type", is_length ? "int64_t" : c_type_alone(arena, arg->form->c_type));
	json_text(json, "arg", arg->name);
	json_text(json, "role", is_length ? "length" : "value");
	json_text(json, "type", type_text(arena, arg->type));
	json_text(json, "alias", alias_text(arena, arg->alias));
	json_bool(json, "keyword_only", arg->is_keyword_only);
	add_default(e, json, is_length ? &length : arg);
	api_add_facts(arena, json, &facts);
	json_end(json);
}

static void add_params(const struct emitter *e, struct json *json, const struct schema *schema)
{
	json_line(json);
	json_tall_array(json, "params");
	for (size_t i = 0; i < schema->args.len; i++) {
		add_param(e, json, &schema->args.at[i], false);
		if (schema->args.at[i].c_length)
			add_param(e, json, &schema->args.at[i], true);
	}
	json_end(json);
}

static void add_result(const struct emitter *e, struct json *json, const struct op *op,
		       size_t index, bool is_length)
{
	struct arena *arena = e->arena;
	const struct ret *ret = &op->schema.rets.at[index];
	struct facts facts = facts_of_ret(op, ret, is_length);

	json_object(json, NULL);
	json_text(json, "name", is_length ? ret->c_length : ret->c_name);
	api_add_safe(e, json, is_length ? ret->c_length : ret->c_name);
	json_text(json, "c_type", is_length ? "int64_t *" : ret->form->c_type->text);
	json_text(json, "ret", ret->name);
	json_text(json, "role", is_length ? "length" : "value");
	json_text(json, "type", type_text(arena, ret->type));
	json_text(json, "alias", alias_text(arena, ret->alias));
	json_count(json, "index", index);
	api_add_facts(arena, json, &facts);
	json_end(json);
}

static void add_results(const struct emitter *e, struct json *json, const struct op *op)
{
	json_line(json);
	json_tall_array(json, "results");
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		add_result(e, json, op, i, false);
		if (op->schema.rets.at[i].c_length)
			add_result(e, json, op, i, true);
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

static void add_schema(struct json *json, const struct op *op)
{
	json_line(json);
	json_text(json, "schema", op->func);
	json_line(json);
	json_text(json, "kind", schema_kind_name(op->kind));
}

static void add_declaration(const struct emitter *e, const struct op *op, struct json *json)
{
	json_text(json, "header", op->header);
	api_add_call_facts(json, &(const struct call_facts){ .thread = "any",
							     .may_block = true,
							     .may_call_back = op_calls_back(op) });
	add_params(e, json, &op->schema);
	add_results(e, json, op);
}

/* Its page in PyTorch's documentation, or a sentence that says what it is. */
static void add_page(const struct emitter *e, const struct op *op, struct json *json)
{
	const char *python = page_python(e->model, op);

	if (python) {
		json_text(json, "python", python);
		json_text(json, "page", page_address(e->arena, e->model, python));
	} else {
		json_text(json, "doc", page_instead(e->arena, e->model, op));
	}
}

static void add_function(const struct emitter *e, const struct op *op, struct json *json)
{
	json_object(json, NULL);
	json_text(json, "symbol", op->symbol);
	api_add_names(e, json, op->symbol);
	json_text(json, "method", op->method);
	add_name(json, &op->schema.name);
	add_schema(json, op);
	add_page(e, op, json);
	json_text(json, "origin", op->is_derived ? "autogen" : "yaml");
	add_variants(json, op);
	add_declaration(e, op, json);
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

/* --- functions of torch.nn, classes ---------------------------------------------------------- */

static void add_nn_function(const struct emitter *e, const struct nn_function *function,
			    struct json *json)
{
	json_object(json, NULL);
	json_text(json, "symbol", function->op->symbol);
	api_add_names(e, json, function->op->symbol);
	json_text(json, "python", function->python);
	json_text(json, "doc", function->doc);
	add_schema(json, function->op);
	add_declaration(e, function->op, json);
	json_end(json);
}

static void add_nn_functions(const struct emitter *e, const struct nn *nn, struct json *json)
{
	json_line(json);
	json_tall_array(json, "nn_functions");
	for (size_t i = 0; i < nn->functions.len; i++)
		add_nn_function(e, nn->functions.at[i], json);
	json_end(json);
}

static void add_class_argument(const struct emitter *e, const struct class_argument *argument,
			       const struct arg *arg, struct json *json)
{
	json_object(json, NULL);
	json_text(json, "name", arg->name);
	api_add_safe(e, json, arg->name);
	json_text(json, "type", argument->type);
	add_default(e, json, arg);
	json_text(json, "kind", argument->kind);
	json_integer(json, "size", argument->size);
	json_bool(json, "nullable", argument->is_optional);
	json_bool(json, "keyword_only", arg->is_keyword_only);
	json_end(json);
}

static void add_class(const struct emitter *e, const struct class_def *class, struct json *json)
{
	const struct class_key *keys = class->family->keys;

	json_object(json, NULL);
	json_text(json, "name", class->op->name);
	json_text(json, "doc", class->doc);
	json_line(json);
	json_text(json, "schema", class->schema);
	json_line(json);
	for (size_t i = 0; keys[i].name; i++)
		if (!keys[i].is_of_all && !keys[i].is_for_bindings && class->texts[i].text)
			json_text(json, keys[i].name, class->texts[i].text);
	json_line(json);
	json_tall_array(json, "arguments");
	for (size_t i = 0; i < class->arguments.len; i++)
		add_class_argument(e, &class->arguments.at[i], &class->op->schema.args.at[i], json);
	json_end(json);
	for (size_t i = 0; keys[i].name; i++)
		if (keys[i].is_for_bindings)
			api_add_parts(e->arena, json, keys[i].name, class->texts[i].text);
	json_end(json);
}

static void add_classes(const struct emitter *e, const struct class_list *list, struct json *json)
{
	json_line(json);
	json_tall_array(json, list->family->json);
	for (size_t i = 0; i < list->len; i++)
		add_class(e, list->at[i], json);
	json_end(json);
}

static void add_nn(const struct emitter *e, struct json *json)
{
	const struct nn *nn = e->model->nn;

	if (!nn)
		return;
	add_nn_functions(e, nn, json);
	for (size_t i = 0; i < nn->families.len; i++)
		add_classes(e, &nn->families.at[i], json);
}

bool emit_api_json(struct emitter *e)
{
	struct api release = { 0 };
	struct json json = { 0 };
	const size_t before = e->diag->errors;

	if (!api_scan_release(e, &release))
		return false;
	json.out = output_add(e->output, "ctorch_api.json");
	json_object(&json, NULL);
	json_integer(&json, "format", 2);
	json_text(&json, "pytorch", e->model->spec->release);
	api_add_runtime(e, &release, &json);
	json_line(&json);
	add_functions(e, &json);
	add_nn(e, &json);
	json_line(&json);
	json_end(&json);
	return e->diag->errors == before &&
	       template_fill(e->templates, "ctorch_api.schema.json", (struct mark[]){ { 0 } },
			     output_add(e->output, "ctorch_api.schema.json"));
}
