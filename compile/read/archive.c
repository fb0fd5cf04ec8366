#include "compile/read/read.h"

#include <fcntl.h>
#include <stdint.h>

#include <ctorch/macros/literals.h>

#include "compile/options.h"
#include "export/archive/archive.h"
#include "export/guards/guards.h"
#include "files/io/map.h"

/* No error shows this name; errors begin with the path of the archive. */
static const char function[] = "ctorch-compile";

static bool open_archive(struct program *program)
{
	struct ct_archive *archive = arena_alloc(program->arena, sizeof *archive);
	const char *path = program->options->archive;
	int64_t size;
	int fd;

	if (!report(program, ct_file_open(function, path, O_RDONLY, &fd, &size)) ||
	    !report(program,
		    ct_archive_open(function, path, fd, size, false, CT_DEVICE_NONE, archive)))
		return false;
	program->archive = archive;
	return true;
}

/* Several models, none of which is the usual one. */
static bool ask_for_model(struct program *program)
{
	const char *const *names;
	struct strbuf list = { 0 };
	int64_t len;
	bool is_clear;

	if (!report(program, ct_archive_models(program->archive, &names, &len)))
		return false;
	is_clear = program->options->model || len < 2;
	for (int64_t i = 0; i < len; i++) {
		is_clear |= !strcmp(names[i], "model");
		strbuf_printf(&list, "%s%s", i ? ", " : "", names[i]);
	}
	if (!is_clear)
		diag_error(program->diag, (struct loc){ 0 }, "choose one with --model",
			   "%s: it has %lld models: %s", program->options->archive, (long long)len,
			   strbuf_str(&list));
	strbuf_free(&list);
	free((void *)names);
	return is_clear;
}

static bool choose_model(struct program *program)
{
	char *model;

	if (!report(program, ct_archive_choose(program->archive, program->options->model, &model)))
		return false;
	program->model = arena_strdup(program->arena, model);
	free(model);
	return true;
}

static bool read_guards(struct program *program)
{
	struct ct_arena *memory = arena_alloc(program->arena, sizeof *memory);
	const struct ct_guards *guards;

	memory->left = SIZE_MAX / 2;
	if (!report(program, ct_error_prefix(ct_guards_new(program->from, memory, &guards),
					     program->options->archive)))
		return false;
	program->guards = guards;
	return true;
}

/* A program before 2.6 may lack its own call, without which the inputs have no names. */
static bool check_call(struct program *program)
{
	if (ct_program_own_call(program->from))
		return true;
	diag_error(program->diag, (struct loc){ 0 }, "export it again, with torch.export.export()",
		   "%s: the program does not say how it is called", program->options->archive);
	return false;
}

bool read_archive(struct program *program)
{
	struct ct_program *from;

	if (!open_archive(program) || !ask_for_model(program) || !choose_model(program) ||
	    !report(program, ct_archive_program(program->archive, program->model, &from)))
		return false;
	program->from = from;
	return check_call(program) && read_guards(program);
}
