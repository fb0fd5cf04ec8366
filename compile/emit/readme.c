#include "compile/emit/emit.h"

#include <string.h>

#include "compile/call/call.h"
#include "compile/options.h"

/* --- A caller --------------------------------------------------------------------------------- */

static const char *declarations(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (variable && held_c(variable->held))
			strbuf_printf(out, "\t%s%s = ...; /* %s */\n", held_c(variable->held),
				      variable->c, shape_text(program, variable));
	}
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c)
			strbuf_printf(out, "\t%s%s;\n", returned_type(program, i),
				      program->returned.at[i].c);
	return strbuf_str(out);
}

static const char *arguments(struct program *program, struct strbuf *out)
{
	add_input_parameters(program, true, out);
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c)
			strbuf_printf(out, ", &%s", program->returned.at[i].c);
	return strbuf_str(out);
}

bool emit_readme(struct emitter *e, struct strbuf *out)
{
	struct program *program = e->program;
	struct strbuf texts[2] = { 0 };
	const bool fine = template_fill(
		&e->templates, "compile/README.md",
		(struct mark[]){
			{ "name", program->name },
			{ "archive", archive_name(program) },
			{ "declarations", declarations(program, &texts[0]) },
			{ "arguments", arguments(program, &texts[1]) },
			{ "load", program->options->embed
					  ? ""
					  : arena_printf(program->arena, "\"%s.safetensors\", ",
							 program->name) },
			{ "weights",
			  program->options->embed ? " and its weights, in the object file" : "" },
			{ "exactly", program->bound ? ", within a bound" : ", bit for bit" },
			{ "more", strbuf_str(&program->parts.readme) },
			{ 0 } },
		out);

	strbuf_free(&texts[0]);
	strbuf_free(&texts[1]);
	return fine;
}
