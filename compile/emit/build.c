#include "compile/emit/emit.h"

#include <stdlib.h>
#include <string.h>

#include "compile/options.h"

static const char *absolute(struct program *program, const char *path)
{
	char *real = realpath(path, NULL);
	const char *result = arena_strdup(program->arena, real ? real : path);

	free(real);
	return result;
}

/* The Makefile, CMakeLists.txt, the file that embeds the weights. Each uses some of the marks. */
bool emit_build(struct emitter *e, const char *template_, struct strbuf *out)
{
	struct program *program = e->program;
	const struct mark all[] = {
		{ "name", program->name },
		{ "archive", absolute(program, program->options->archive) },
		{ "cflags", strbuf_str(&program->parts.cflags) },
		{ "libraries", strbuf_str(&program->parts.libraries) },
		{ "embedded_object",
		  program->options->embed
			  ? arena_printf(program->arena, " %s_weights.o", program->name)
			  : "" },
		{ "embedded_source",
		  program->options->embed
			  ? arena_printf(program->arena, " %s_weights.S", program->name)
			  : "" },
	};
	struct mark marks[sizeof all / sizeof *all + 1];
	size_t used = 0;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (template_has(&e->templates, template_, all[i].name))
			marks[used++] = all[i];
	marks[used] = (struct mark){ 0 };
	return template_fill(&e->templates, template_, marks, out);
}
