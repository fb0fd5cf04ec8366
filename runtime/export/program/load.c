/*
 * Loading a program: an archive's parts, one by one.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "export/archive/archive.h"
#include "export/program/instance.h"
#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/memory.h"

/* --- Parts ------------------------------------------------------------------------------------ */

static ct_error load_shared(const struct ct_archive *archive, const char *model,
			    struct ct_export_shared **result)
{
	struct ct_program *program;
	struct ct_text what = { 0 };
	ct_error error;

	CT_TRY(ct_archive_program(archive, model, &program));
	ct_text_addf(&what, "%s: model '%s'", archive->path, model);
	if (what.failed) {
		ct_program_free(program);
		return ct_no_memory(archive->function, "for a name");
	}
	error = ct_export_shared_new(archive->function, archive->path, what.data, program,
				     archive->device, result);
	ct_text_release(&what);
	return error;
}

static ct_error load_instance(const struct ct_archive *archive, const char *model,
			      struct ct_export_shared *shared, ct_export **result)
{
	ct_value state, constants;
	ct_error error;

	CT_TRY(ct_archive_sample_inputs(archive, model, &shared->sample_inputs,
					&shared->sample_inputs_nbytes));
	CT_TRY(ct_archive_extra_files(archive, &shared->extra_files));
	CT_TRY(ct_archive_weights(archive, model, &state, &constants));
	error = ct_export_new(archive->function, &ct_export_module_class, shared, &state,
			      &constants, result);
	ct_value_free(&state);
	ct_value_free(&constants);
	return error;
}

static ct_error load_model(const struct ct_archive *archive, const char *wanted, ct_export **result)
{
	struct ct_export_shared *shared;
	ct_error error;
	char *model;

	CT_TRY(ct_archive_choose(archive, wanted, &model));
	error = load_shared(archive, model, &shared);
	if (error == NULL) {
		error = load_instance(archive, model, shared, result);
		ct_export_shared_free(shared);
	}
	free(model);
	return error;
}

/* Takes the open file. */
static ct_error load_file(const char *function, const char *path, int fd, int64_t size,
			  const ct_export_load_options *options, ct_export **result)
{
	static const ct_export_load_options none = { 0 };
	struct ct_archive archive;
	ct_error error;

	if (options == NULL)
		options = &none;
	CT_TRY(ct_archive_open(function, path, fd, size, !options->no_mmap, options->device,
			       &archive));
	error = load_model(&archive, options->model, result);
	ct_archive_close(&archive);
	return error;
}

/* --- Public ----------------------------------------------------------------------------------- */

ct_error ct_export_load(const char *path, const ct_export_load_options *options, ct_export **result)
{
	int64_t size;
	int fd;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	CT_TRY(ct_file_open(__func__, path, O_RDONLY, &fd, &size));
	return load_file(__func__, path, fd, size, options, result);
}

ct_error ct_export_decode(const void *bytes, int64_t nbytes, const ct_export_load_options *options,
			  ct_export **result)
{
	static const char path[] = "the bytes";
	int fd;

	if (bytes == NULL || result == NULL)
		return ct_missing_argument(__func__, bytes ? 4 : 1, bytes ? "result" : "bytes");
	if (nbytes < 0 || nbytes > CT_LENGTH_MAX)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (nbytes): %lld is not a size", (long long)nbytes);
	CT_TRY(ct_file_of_bytes(__func__, path, bytes, (size_t)nbytes, &fd));
	return load_file(__func__, path, fd, nbytes, options, result);
}

ct_error ct_export_load_descriptor(int32_t descriptor, const ct_export_load_options *options,
				   ct_export **result)
{
	char path[64];
	struct stat about;
	int fd;

	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	snprintf(path, sizeof path, "descriptor %d", (int)descriptor);
	fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return ct_file_error(__func__, path, "opening it");
	if (fstat(fd, &about) || !S_ISREG(about.st_mode)) {
		close(fd);
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (descriptor): it is not a regular file");
	}
	return load_file(__func__, path, fd, about.st_size, options, result);
}

/* Adds what only the second dict has. */
static ct_error join_weights(ct_value *state, const ct_value *constants)
{
	for (int64_t i = 0; i < ct_value_count(constants); i++) {
		ct_value key, value;

		CT_TRY(ct_value_dict_item(constants, i, &key, &value));
		if (!ct_value_dict_has(state, key))
			CT_TRY(ct_value_dict_set(state, key, value));
	}
	return NULL;
}

static ct_error load_weights(const struct ct_archive *archive, const char *wanted, ct_value *result)
{
	ct_value state, constants;
	ct_error error;
	char *model;

	CT_TRY(ct_archive_choose(archive, wanted, &model));
	error = ct_archive_weights(archive, model, &state, &constants);
	free(model);
	if (error)
		return error;
	error = join_weights(&state, &constants);
	ct_value_free(&constants);
	if (error)
		ct_value_free(&state);
	else
		*result = state;
	return error;
}

ct_error ct_export_load_weights(const char *path, const ct_export_load_options *options,
				ct_value *result)
{
	static const ct_export_load_options none = { 0 };
	struct ct_archive archive;
	ct_error error;
	int64_t size;
	int fd;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	if (options == NULL)
		options = &none;
	CT_TRY(ct_file_open(__func__, path, O_RDONLY, &fd, &size));
	CT_TRY(ct_archive_open(__func__, path, fd, size, !options->no_mmap, options->device,
			       &archive));
	error = load_weights(&archive, options->model, result);
	ct_archive_close(&archive);
	return error;
}

ct_error ct_export_list_models(const char *path, const char *const **result, int64_t *result_len)
{
	struct ct_archive archive;
	const char *const *names = NULL;
	int64_t size, names_len = 0;
	ct_error error;
	int fd;

	if (path == NULL || result == NULL || result_len == NULL)
		return ct_missing_argument(__func__, path ? result ? 3 : 2 : 1,
					   path ? result ? "result_len" : "result" : "path");
	CT_TRY(ct_file_open(__func__, path, O_RDONLY, &fd, &size));
	CT_TRY(ct_archive_open(__func__, path, fd, size, false, CT_DEVICE_NONE, &archive));
	error = ct_archive_models(&archive, &names, &names_len);
	ct_archive_close(&archive);
	if (error == NULL)
		error = ct_scope_adopt_memory((void *)names);
	if (error)
		return error;
	*result = names;
	*result_len = names_len;
	return NULL;
}
