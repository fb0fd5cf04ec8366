/*
 * Compiling a program while the process runs: the public functions.
 */
#define _GNU_SOURCE /* asprintf() */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/export/compile.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>

#include "core/base/error_make.h"
#include "core/base/list_check.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "core/memory/expression.h"
#include "export/compile/cache.h"
#include "export/compile/code.h"
#include "export/program/instance.h"
#include "files/io/temporary.h"
#include "module/module.h"

typedef struct ct_code_making making;

static const ct_compile_options no_options;

/* --- Options ---------------------------------------------------------------------------------- */

static ct_error check_march(const char *function, const char *march)
{
	static const char *const known[] = { "native", "x86-64", "x86-64-v3" };

	for (size_t i = 0; march && i < sizeof known / sizeof *known; i++)
		if (strcmp(march, known[i]) == 0)
			return NULL;
	return march ? ct_error_new(CT_ERROR_ARGUMENT, function,
				    "options.march is native, x86-64-v3 or x86-64, not '%s'", march)
		     : NULL;
}

static ct_error check_options(const char *function, const ct_compile_options *options)
{
	CT_TRY(check_march(function, options->march));
	return ct_list_check(function, 2, "options.input_shapes", options->input_shapes.at,
			     options->input_shapes.len);
}

/* Weights are checked when the code takes them. */
static ct_error check_devices(const char *function, const ct_export *program)
{
	const struct ct_export_shared *shared = program->shared;

	for (int64_t i = 0; i < shared->inputs_len; i++) {
		const ct_device_type type = shared->devices[i].type;

		if (type != CT_DEVICE_TYPE_CPU && type != CT_DEVICE_TYPE_NONE)
			return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, function,
					    "compiled code runs on the processor, but the program "
					    "takes tensors of the device %s",
					    ct_device_type_name(type));
	}
	return NULL;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* Opens a library, and lets it take the weights. */
static ct_error open_code(const making *self, const char *path, struct ct_compiled **result)
{
	struct ct_compiled *made;
	ct_error error;

	CT_TRY(ct_compiled_open(self->function, path, &made));
	error = ct_compiled_load(made, self->program, self->function);
	if (error)
		ct_compiled_free(made);
	else
		*result = made;
	return error;
}

static void say(const making *self, const char *what, const char *path)
{
	if (self->options->verbose)
		fprintf(stderr, "%s %s\n", what, path);
}

static bool open_cached(const making *self, const char *path, struct ct_compiled **result)
{
	ct_error error;

	if (!ct_cache_has(path))
		return false;
	error = open_code(self, path, result);
	say(self, error ? error : "loaded", path);
	ct_error_free(error);
	return error == NULL;
}

/* A full disk is no reason not to run. */
static void add_to_cache(const making *self, const char *path, const char *library)
{
	ct_error error = ct_cache_add(self->function, path, library);

	if (error)
		ct_warn_of("compiled code was not saved: %s", ct_error_without_class(error));
	else
		say(self, "saved", path);
	ct_error_free(error);
}

/* `path` is where a cache is to have it; NULL: nowhere. */
static ct_error make_and_open(const making *self, const char *path, struct ct_compiled **result)
{
	char *folder, *library;
	ct_error error;

	CT_TRY(ct_code_make(self, &folder, &library));
	error = open_code(self, library, result);
	if (error == NULL && path)
		add_to_cache(self, path, library);
	ct_temporary_folder_remove(folder);
	free(library);
	return error;
}

/* --- The cache -------------------------------------------------------------------------------- */

static ct_error open_or_make(const making *self, const char *cache, struct ct_compiled **result)
{
	char key[CT_SHA256_HEX + 1], *path;
	ct_error error = NULL;

	CT_TRY(ct_code_key(self, key));
	if (asprintf(&path, "%s/%s.so", cache, key) < 0)
		return ct_no_memory(self->function, "for a path");
	if (!open_cached(self, path, result))
		error = make_and_open(self, path, result);
	free(path);
	return error;
}

/* NULL: there is none. One of the options must be usable; otherwise it goes without. */
static ct_error find_cache(const char *function, const ct_compile_options *options, char **result)
{
	ct_error error;

	*result = NULL;
	if (options->no_cache)
		return NULL;
	error = ct_cache_open(function, options->cache, result);
	if (error == NULL || options->cache)
		return error;
	ct_warn_of("compiled code is not saved: %s", ct_error_without_class(error));
	ct_error_free(error);
	return NULL;
}

static ct_error compile(making *self, const char *cache, struct ct_compiled **result)
{
	ct_error error = check_devices(self->function, self->program);

	if (error == NULL)
		error = ct_code_making_init(self);
	if (error == NULL)
		error = cache ? open_or_make(self, cache, result)
			      : make_and_open(self, NULL, result);
	ct_code_making_free(self);
	return error;
}

/* --- Programs --------------------------------------------------------------------------------- */

static ct_error fall_back(const ct_compile_options *options, ct_error error)
{
	if (error == NULL || options->no_fallback)
		return error;
	ct_warn_of("the program runs in the interpreter, since it was not compiled: %s",
		   ct_error_without_class(error));
	ct_error_free(error);
	return NULL;
}

static ct_error compile_export(const char *function, ct_export *self,
			       const ct_compile_options *options)
{
	making work = { .function = function, .program = self, .options = options };
	struct ct_compiled *made = NULL;
	ct_error error;
	char *cache;

	CT_TRY(check_options(function, options));
	CT_TRY(find_cache(function, options, &cache));
	error = compile(&work, cache, &made);
	free(cache);
	ct_compiled_free(self->compiled);
	self->compiled = made;
	return fall_back(options, error);
}

ct_error ct_export_compile(ct_export *self, const ct_compile_options *options)
{
	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	return compile_export(__func__, self, options ? options : &no_options);
}

bool ct_export_is_compiled(const ct_export *self)
{
	return self && self->compiled;
}

ct_error ct_compile(const ct_module *module, ct_tensors inputs, const ct_compile_options *options,
		    ct_export **result)
{
	const ct_compile_options *of = options ? options : &no_options;
	ct_export *program;
	ct_error error;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	CT_TRY(ct_export_record_module(module, inputs, of->record, &program));
	error = compile_export(__func__, program, of);
	if (error)
		ct_export_free(program);
	else
		*result = program;
	return error;
}
