#include "compile/emit/emit.h"

#include "compile/options.h"
#include "emit/output.h"
#include "util/text.h"

#define FILE_OF(...) output_add(output, arena_printf(program->arena, __VA_ARGS__))

/* What ct_export_compile() compiles: the file of flags is for the compiler's command line. */
static bool fill_shared(struct emitter *e, struct output *output)
{
	struct program *program = e->program;
	const char *name = program->name;
	struct strbuf *source = FILE_OF("%s.c", name);

	return emit_source(e, source) && emit_entries(e, source) &&
	       emit_header(e, FILE_OF("%s.h", name)) &&
	       emit_build(e, "compile/flags", FILE_OF("%s.flags", name));
}

static bool fill(struct emitter *e, struct output *output)
{
	struct program *program = e->program;
	const char *name = program->name;

	return emit_source(e, FILE_OF("%s.c", name)) && emit_header(e, FILE_OF("%s.h", name)) &&
	       emit_weights(program, FILE_OF("%s.safetensors", name)) &&
	       emit_test(e, FILE_OF("%s_test.c", name)) &&
	       emit_build(e, "compile/Makefile", FILE_OF("Makefile")) &&
	       emit_build(e, "compile/CMakeLists.txt", FILE_OF("CMakeLists.txt")) &&
	       emit_readme(e, FILE_OF("README.md")) &&
	       (!program->options->embed ||
		emit_build(e, "compile/weights.S", FILE_OF("%s_weights.S", name)));
}

#undef FILE_OF

static void wrap_sources(struct output *output)
{
	for (size_t i = 0; i < output->files.len; i++) {
		struct output_file *file = &output->files.at[i];

		if (text_ends_with(file->name, ".c") || text_ends_with(file->name, ".h"))
			wrap_lines(&file->text);
	}
}

bool emit_all_files(struct program *program)
{
	struct output output = { .arena = program->arena,
				 .diag = program->diag,
				 .folder = program->options->out };
	struct emitter e = { .program = program,
			     .templates = { .arena = program->arena,
					    .diag = program->diag,
					    .folder = arena_printf(program->arena, "%s/templates",
								   program->options->root) } };
	bool fine;

	name_payloads(program);
	fine = program->options->shared ? fill_shared(&e, &output) : fill(&e, &output);
	if (fine) {
		wrap_sources(&output);
		output_compare(&output);
		fine = output_write(&output);
	}
	output_free(&output);
	return fine;
}
