/*
 * Finding the programs that compile.
 */
#define _GNU_SOURCE /* asprintf(), dladdr(), secure_getenv() */

#include "export/compile/tools.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"

/* From lib/x86_64-linux-gnu/ctorch/checked to the prefix there are 4 folders. */
enum { LEVELS = 6 };

static const char *variable(const char *name)
{
	const char *value = secure_getenv(name);

	return value && *value ? value : NULL;
}

/* --- ctorch-compile --------------------------------------------------------------------------- */

static char *find_library(void)
{
	static const char inside; /* an address of this library */
	Dl_info info;

	return dladdr(&inside, &info) && info.dli_fname ? realpath(info.dli_fname, NULL) : NULL;
}

static char *join(const char *folder, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* The folder above the library that has the programs. */
static char *find_prefix(const char *library)
{
	char *folder = library ? strdup(library) : NULL, *slash;

	for (int i = 0; folder && i < LEVELS && (slash = strrchr(folder, '/')); i++) {
		char *program;
		bool is_there;

		*slash = '\0';
		program = join(folder, "bin/ctorch-compile");
		is_there = program && access(program, X_OK) == 0;
		free(program);
		if (is_there)
			return folder;
	}
	free(folder);
	return NULL;
}

char *ct_tools_installed(const struct ct_tools *self, const char *name)
{
	char *path = self->prefix ? join(self->prefix, name) : NULL;

	if (path && access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static ct_error find_writer(const char *function, struct ct_tools *self)
{
	const char *given = variable("CTORCH_COMPILE");
	char *installed;

	self->library = find_library();
	self->prefix = find_prefix(self->library);
	installed = ct_tools_installed(self, "bin/ctorch-compile");
	if (given)
		ct_words_add_all(&self->writer, given);
	else if (installed)
		ct_words_add(&self->writer, installed);
	free(installed);
	if (self->writer.len > 0)
		return NULL;
	return ct_error_new(
		CT_ERROR_RUNTIME, function,
		"the program ctorch-compile is not installed with %s; install it there, "
		"or name it in $CTORCH_COMPILE",
		self->library ? self->library : "libctorch");
}

/* --- The C compiler --------------------------------------------------------------------------- */

static ct_error ask_version(const char *function, struct ct_tools *self)
{
	struct ct_words command = { 0 };
	ct_error error;

	for (size_t i = 0; i < self->compiler.len; i++)
		ct_words_add(&command, self->compiler.at[i]);
	ct_words_add(&command, "--version");
	error = ct_command_run(function, &command, &self->version);
	ct_words_free(&command);
	return error;
}

static ct_error try_compiler(const char *function, struct ct_tools *self, const char *words)
{
	ct_words_add_all(&self->compiler, words);
	return ask_version(function, self);
}

static ct_error find_compiler(const char *function, struct ct_tools *self)
{
	static const char *const usual[] = { "cc", "gcc", "clang" };
	const char *given = variable("CTORCH_CC") ? variable("CTORCH_CC") : variable("CC");

	if (given)
		return try_compiler(function, self, given);
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		ct_error error = try_compiler(function, self, usual[i]);

		if (error == NULL)
			return NULL;
		ct_error_free(error);
		ct_words_free(&self->compiler);
	}
	return ct_error_new(
		CT_ERROR_RUNTIME, function,
		"there is no C compiler; install gcc or clang, or name one in $CTORCH_CC");
}

ct_error ct_tools_find(const char *function, struct ct_tools *result)
{
	*result = (struct ct_tools){ 0 };
	CT_TRY(find_writer(function, result));
	return find_compiler(function, result);
}

void ct_tools_free(struct ct_tools *self)
{
	free(self->library);
	free(self->prefix);
	ct_words_free(&self->writer);
	ct_words_free(&self->compiler);
	ct_text_release(&self->version);
}
