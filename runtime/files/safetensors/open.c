/*
 * What a path of safetensors leads to.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/io/map.h"
#include "files/io/signature.h"
#include "files/safetensors/open.h"

ct_error ct_st_join(const char *function, const char *folder, const char *name, char **result)
{
	const size_t n = strlen(folder);
	const char *slash = n && folder[n - 1] != '/' ? "/" : "";

	if (asprintf(result, "%s%s%s", folder, slash, name) >= 0)
		return NULL;
	*result = NULL;
	return ct_no_memory(function, "for a path");
}

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}

ct_error ct_st_find(const char *function, const char *path, char **result, bool *is_index)
{
	if (!is_folder(path)) {
		*is_index = ends_with(path, ".index.json");
		return ct_st_join(function, "", path, result);
	}
	*is_index = true;
	CT_TRY(ct_st_join(function, path, CT_ST_INDEX, result));
	if (access(*result, F_OK) == 0)
		return NULL;
	free(*result);
	*is_index = false;
	CT_TRY(ct_st_join(function, path, CT_ST_FILE, result));
	if (access(*result, F_OK) == 0)
		return NULL;
	free(*result);
	CT_TRY(ct_signature_of_folder(function, path));
	return ct_error_new(CT_ERROR_VALUE, function,
			    "%s: the folder has neither " CT_ST_INDEX " nor " CT_ST_FILE
			    "; pass the path of the file",
			    path);
}

ct_error ct_st_open(const char *function, const char *path, struct ct_st_source *source)
{
	*source = (struct ct_st_source){ .function = function, .name = path };
	return ct_file_open(function, path, O_RDONLY, &source->fd, &source->size);
}

ct_error ct_st_check_machine(const char *function)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	(void)function;
	return NULL;
#else
	return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, function,
			    "safetensors files are little-endian, but this machine is not");
#endif
}
