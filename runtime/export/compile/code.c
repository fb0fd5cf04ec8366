/*
 * Making the code of a program: an archive for ctorch-compile, C for the compiler, a library.
 */
#define _GNU_SOURCE /* asprintf(), secure_getenv() */

#include "export/compile/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "export/program/instance.h"
#include "files/io/temporary.h"

/* --- Flags ------------------------------------------------------------------------------------ */

static void add_option(struct ct_words *words, const char *option, const char *value)
{
	ct_words_add(words, option);
	ct_words_add(words, value);
}

static void set_flags(struct ct_code_making *self)
{
	const ct_compile_options *options = self->options;
	char *root = ct_tools_installed(&self->tools, "share/ctorch/native_functions.yaml");

	add_option(&self->flags, "--level", options->no_loops || options->train ? "0" : "1");
	add_option(&self->flags, "--march", options->march ? options->march : "native");
	if (options->exact)
		ct_words_add(&self->flags, "--exact");
	if (options->threads)
		ct_words_add(&self->flags, "--threads");
	if (options->train)
		ct_words_add(&self->flags, "--train");
	for (int64_t i = 0; i < options->input_shapes.len; i++)
		add_option(&self->flags, "--input-shape", options->input_shapes.at[i]);
	if (root && secure_getenv("CTORCH_COMPILE") == NULL) {
		*strrchr(root, '/') = '\0';
		add_option(&self->flags, "--root", root);
	}
	free(root);
}

static void set_cflags(struct ct_code_making *self)
{
	const char *given = secure_getenv("CTORCH_CFLAGS");
	char *headers = ct_tools_installed(&self->tools, "include/ctorch");

	if (given && *given) {
		ct_words_add_all(&self->cflags, given);
	} else if (headers) {
		*strrchr(headers, '/') = '\0';
		ct_words_add_joined(&self->cflags, "-I", headers);
	}
	free(headers);
}

ct_error ct_code_making_init(struct ct_code_making *self)
{
	CT_TRY(ct_tools_find(self->function, &self->tools));
	set_flags(self);
	set_cflags(self);
	return self->flags.failed || self->cflags.failed ? ct_no_memory(self->function, "for flags")
							 : NULL;
}

void ct_code_making_free(struct ct_code_making *self)
{
	ct_tools_free(&self->tools);
	ct_words_free(&self->flags);
	ct_words_free(&self->cflags);
}

/* --- Commands --------------------------------------------------------------------------------- */

static void add_words(struct ct_words *to, const struct ct_words *from)
{
	for (size_t i = 0; i < from->len; i++)
		ct_words_add(to, from->at[i]);
}

static void show_command(const struct ct_words *command)
{
	for (size_t i = 0; i < command->len; i++)
		fprintf(stderr, "%s%s", i ? " " : "", command->at[i]);
	fputc('\n', stderr);
}

static ct_error run(const struct ct_code_making *self, struct ct_words *command)
{
	struct ct_text output = { 0 };
	ct_error error;

	if (self->options->verbose)
		show_command(command);
	error = ct_command_run(self->function, command, &output);
	ct_text_release(&output);
	ct_words_free(command);
	return error;
}

/* FOLDER/compiled.c, .h and .flags. */
static ct_error write_c(const struct ct_code_making *self, const char *folder)
{
	struct ct_words command = { 0 };
	char archive[4096];

	snprintf(archive, sizeof archive, "%s/model.pt2", folder);
	CT_TRY(ct_export_save_bare(self->program, self->function, archive));
	add_words(&command, &self->tools.writer);
	ct_words_add(&command, archive);
	add_option(&command, "--out", folder);
	add_option(&command, "--name", "compiled");
	ct_words_add(&command, "--shared");
	ct_words_add(&command, "--quiet");
	add_words(&command, &self->flags);
	return run(self, &command);
}

/* It names libctorch, which the process has loaded, for processes where its symbols are not global. */
static ct_error compile_c(const struct ct_code_making *self, const char *folder)
{
	struct ct_words command = { 0 };
	char path[4096];

	add_words(&command, &self->tools.compiler);
	ct_words_add_all(&command, "-std=c11 -O2 -w -shared -fPIC -o");
	snprintf(path, sizeof path, "%s/compiled.so", folder);
	ct_words_add(&command, path);
	snprintf(path, sizeof path, "%s/compiled.c", folder);
	ct_words_add(&command, path);
	add_words(&command, &self->cflags);
	snprintf(path, sizeof path, "@%s/compiled.flags", folder);
	ct_words_add(&command, path);
	if (self->tools.library)
		ct_words_add(&command, self->tools.library);
	return run(self, &command);
}

ct_error ct_code_make(const struct ct_code_making *self, char **folder, char **library)
{
	char *made = NULL, *path;
	ct_error error;

	CT_TRY(ct_temporary_folder_new(self->function, "compile", &made));
	error = write_c(self, made);
	if (error == NULL)
		error = compile_c(self, made);
	if (error == NULL && asprintf(&path, "%s/compiled.so", made) < 0)
		error = ct_no_memory(self->function, "for a path");
	if (error) {
		ct_temporary_folder_remove(made);
		return error;
	}
	*folder = made;
	*library = path;
	return NULL;
}
