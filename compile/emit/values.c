#include "compile/emit/emit.h"

#include <string.h>

#include "compile/call/call.h"

/* --- Calls ------------------------------------------------------------------------------------ */

const char *values_passed(struct program *program, bool has_tensors, struct strbuf *out)
{
	static const char *const parts[] = { [HELD_TENSOR] = "(ct_tensor *)inputs[%zu].object",
					     [HELD_INT] = "inputs[%zu].i",
					     [HELD_FLOAT] = "inputs[%zu].re",
					     [HELD_BOOL] = "inputs[%zu].i != 0",
					     [HELD_TEXT] = "(const char *)inputs[%zu].object" };

	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (!variable || !held_c(variable->held))
			continue;
		strbuf_add(out, ", ");
		strbuf_printf(out, parts[variable->held], i);
	}
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c)
			strbuf_printf(out, ", %s%s",
				      has_tensors && returns_tensor(program, i) ? "" : "&",
				      program->returned.at[i].c);
	return strbuf_str(out);
}

const char *values_declared(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c)
			strbuf_printf(out, "%s%s;\n", returned_type(program, i),
				      program->returned.at[i].c);
	return strbuf_str(out);
}

/* The results as values, in the order of the interpreter's. */
const char *values_returned(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->returned.len; i++) {
		const struct returned *returned = &program->returned.at[i];
		const char *type = returned->c ? returned_type(program, i) : "";
		const char *maker = !returned->c                    ? NULL
				    : !strcmp(type, "ct_tensor *")  ? "tensor"
				    : !strcmp(type, "int64_t ")     ? "int"
				    : !strcmp(type, "double ")      ? "float"
				    : !strcmp(type, "const char *") ? "string"
								    : "bool";

		if (maker)
			strbuf_printf(out, "results[%zu] = ct_value_%s(%s);\n", i, maker,
				      returned->c);
		else
			strbuf_printf(out, "results[%zu] = ct_value_none();\n", i);
	}
	return strbuf_str(out);
}

/* --- The library ------------------------------------------------------------------------------ */

/* What ct_export_compile() looks up in it. */
bool emit_entries(struct emitter *e, struct strbuf *out)
{
	struct program *program = e->program;
	struct strbuf texts[3] = { 0 };
	const bool fine = template_fill(
		&e->templates, "compile/entries.c",
		(struct mark[]){ { "name", program->name },
				 { "declarations", values_declared(program, &texts[0]) },
				 { "arguments", values_passed(program, false, &texts[1]) },
				 { "results", values_returned(program, &texts[2]) },
				 { 0 } },
		out);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		strbuf_free(&texts[i]);
	return fine;
}
