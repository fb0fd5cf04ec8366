#include "diff/emit.h"
#include "emit/emit.h"
#include "program/program.h"

static void add_uses(struct strbuf *out, const struct program_name *name)
{
	strbuf_add(out, ",\n      \"uses\": [");
	for (size_t i = 0; i < name->uses.len; i++) {
		const struct use *use = &name->uses.at[i];

		emit_json_member(out, i ? ", { " : "{ ", "file", use->file);
		if (use->line)
			strbuf_printf(out, ", \"line\": %zu, \"count\": %zu", use->line,
				      use->count);
		strbuf_add(out, " }");
	}
	strbuf_add(out, "]");
}

static void add_operator(struct strbuf *out, const struct program *program,
			 const struct program_name *name)
{
	const struct op *op = name->op;

	emit_json_member(out, "\n    { ", "symbol", name->name);
	emit_json_member(out, ", ", "name", op->name);
	strbuf_printf(out, ", \"is_method\": %s", name->is_method ? "true" : "false");
	strbuf_printf(out, ", \"header\": \"ctorch/%s.h\"", op->group);
	emit_json_member(out, ",\n      ", "schema", op->func);
	if (program->after)
		emit_json_member(out, ",\n      ", "change",
				 name->change == CHANGE_COUNT ? NULL
							      : change_kind_name(name->change));
	add_uses(out, name);
	strbuf_add(out, " }");
}

static void add_unknown(struct strbuf *out, const struct program *program,
			const struct program_name *name)
{
	emit_json_member(out, "\n    { ", "symbol", name->name);
	emit_json_member(out, ", ", "past", name->past);
	strbuf_add(out, ", \"nearest\": [");
	for (size_t i = 0; i < name->nearest.len; i++) {
		strbuf_add(out, i ? ", " : "");
		emit_json_string(out, name->nearest.at[i]);
	}
	strbuf_add(out, "]");
	if (program->after)
		strbuf_printf(out, ", \"in_against\": %s", name->comes ? "true" : "false");
	add_uses(out, name);
	strbuf_add(out, " }");
}

static void add_files(struct strbuf *out, const struct program *program)
{
	strbuf_add(out, ",\n  \"files\": [");
	for (size_t i = 0; i < program->parts.len; i++) {
		strbuf_add(out, i ? ", " : "");
		emit_json_string(out, program->parts.at[i].path);
	}
	strbuf_add(out, "]");
}

static void add_names(struct strbuf *out, const struct program *program)
{
	strbuf_add(out, ",\n  \"operators\": [");
	for (size_t i = 0; i < program->operators.len; i++) {
		strbuf_add(out, i ? "," : "");
		add_operator(out, program, program->operators.at[i]);
	}
	strbuf_add(out, program->operators.len ? "\n  ]" : "]");
	strbuf_add(out, ",\n  \"unknown\": [");
	for (size_t i = 0; i < program->unknown.len; i++) {
		strbuf_add(out, i ? "," : "");
		add_unknown(out, program, program->unknown.at[i]);
	}
	strbuf_add(out, program->unknown.len ? "\n  ]" : "]");
}

bool emit_program_json(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct program *program = found;

	(void)templates;
	emit_json_member(out, "{ ", "pytorch", program->model->spec->release);
	if (program->after)
		emit_json_member(out, ",\n  ", "against", program->after->spec->release);
	strbuf_printf(out, ",\n  \"compiles\": %s", program_compiles(program) ? "true" : "false");
	strbuf_printf(out, ",\n  \"functions\": %zu,\n  \"methods\": %zu", program->functions,
		      program->methods);
	add_files(out, program);
	add_names(out, program);
	if (program->after)
		emit_diff_json_changes(&program->diff, out);
	strbuf_add(out, " }\n");
	return true;
}
