#include "tools/diff/emit.h"
#include "emit/emit.h"
#include "tools/program/program.h"

static void add_uses(struct json *json, const struct program_name *name)
{
	json_line(json);
	json_array(json, "uses");
	for (size_t i = 0; i < name->uses.len; i++) {
		const struct use *use = &name->uses.at[i];

		json_object(json, NULL);
		json_text(json, "file", use->file);
		if (use->line) {
			json_count(json, "line", use->line);
			json_count(json, "count", use->count);
		}
		json_end(json);
	}
	json_end(json);
}

static void add_operator(struct json *json, const struct program *program,
			 const struct program_name *name)
{
	const struct op *op = name->op;

	json_object(json, NULL);
	json_text(json, "symbol", name->name);
	json_text(json, "name", op->name);
	json_bool(json, "is_method", name->is_method);
	json_text(json, "header", op->header);
	json_line(json);
	json_text(json, "schema", op->func);
	if (program->after) {
		json_line(json);
		json_text(json, "change",
			  name->change == CHANGE_COUNT ? NULL : change_kind_name(name->change));
	}
	add_uses(json, name);
	json_end(json);
}

static void add_unknown(struct json *json, const struct program *program,
			const struct program_name *name)
{
	json_object(json, NULL);
	json_text(json, "symbol", name->name);
	json_text(json, "past", name->past);
	json_names(json, "nearest", &name->nearest);
	if (program->after)
		json_bool(json, "in_against", name->comes);
	add_uses(json, name);
	json_end(json);
}

static void add_files(struct json *json, const struct program *program)
{
	json_line(json);
	json_array(json, "files");
	for (size_t i = 0; i < program->parts.len; i++)
		json_text(json, NULL, program->parts.at[i].path);
	json_end(json);
}

static void add_names(struct json *json, const struct program *program)
{
	json_line(json);
	json_tall_array(json, "operators");
	for (size_t i = 0; i < program->operators.len; i++)
		add_operator(json, program, program->operators.at[i]);
	json_end(json);
	json_line(json);
	json_tall_array(json, "unknown");
	for (size_t i = 0; i < program->unknown.len; i++)
		add_unknown(json, program, program->unknown.at[i]);
	json_end(json);
}

bool emit_program_json(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct program *program = found;
	struct json json = { .out = out };

	(void)templates;
	json_object(&json, NULL);
	json_text(&json, "pytorch", program->model->spec->release);
	json_line(&json);
	if (program->after) {
		json_text(&json, "against", program->after->spec->release);
		json_line(&json);
	}
	json_bool(&json, "compiles", program_compiles(program));
	json_line(&json);
	json_count(&json, "functions", program->functions);
	json_line(&json);
	json_count(&json, "methods", program->methods);
	add_files(&json, program);
	add_names(&json, program);
	if (program->after)
		emit_diff_json_changes(&program->diff, &json);
	json_end(&json);
	return true;
}
