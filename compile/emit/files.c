#include "compile/emit/emit.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "compile/options.h"
#include "emit/output.h"
#include "util/text.h"

/* A file of the result, in memory. */
struct written {
	const char *name;
	struct strbuf text;
};

/* The folder, and those that it is in. */
static bool make_folder(struct program *program, const char *folder)
{
	char *path = arena_strdup(program->arena, folder);

	for (char *at = path + 1;; at++) {
		const char was = *at;

		if (was != '/' && was != '\0')
			continue;
		*at = '\0';
		if (mkdir(path, 0777) && errno != EEXIST) {
			diag_error(program->diag, (struct loc){ 0 }, NULL,
				   "cannot make the folder %s: %s", path, strerror(errno));
			return false;
		}
		if (was == '\0')
			return true;
		*at = was;
	}
}

static bool fill(struct emitter *e, struct written *files, size_t *len)
{
	struct program *program = e->program;
	const char *name = program->name;
	struct written *next = files;

#define FILE_OF(...) (next->name = arena_printf(program->arena, __VA_ARGS__), &(next++)->text)
	const bool fine = emit_source(e, FILE_OF("%s.c", name)) &&
			  emit_header(e, FILE_OF("%s.h", name)) &&
			  emit_weights(program, FILE_OF("%s.safetensors", name)) &&
			  emit_test(e, FILE_OF("%s_test.c", name)) &&
			  emit_build(e, "compile/Makefile", FILE_OF("Makefile")) &&
			  emit_build(e, "compile/CMakeLists.txt", FILE_OF("CMakeLists.txt")) &&
			  emit_readme(e, FILE_OF("README.md")) &&
			  (!program->options->embed ||
			   emit_build(e, "compile/weights.S", FILE_OF("%s_weights.S", name)));
#undef FILE_OF
	*len = (size_t)(next - files);
	return fine;
}

bool emit_all_files(struct program *program)
{
	struct emitter e = { .program = program,
			     .templates = { .arena = program->arena,
					    .diag = program->diag,
					    .folder = arena_printf(program->arena, "%s/templates",
								   program->options->root) } };
	struct written files[8] = { 0 };
	size_t len;
	bool fine, changed;

	name_payloads(program);
	fine = fill(&e, files, &len);
	for (size_t i = 0; i < len; i++)
		if (text_ends_with(files[i].name, ".c") || text_ends_with(files[i].name, ".h"))
			wrap_lines(&files[i].text);
	fine = fine && make_folder(program, program->options->out);
	for (size_t i = 0; i < len && fine; i++)
		fine = output_write_file(
			program->arena, program->diag,
			arena_printf(program->arena, "%s/%s", program->options->out, files[i].name),
			&files[i].text, &changed);
	for (size_t i = 0; i < len; i++)
		strbuf_free(&files[i].text);
	return fine;
}
