/*
 * Which kind a file is, or the files of a folder.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/memory/expression.h"
#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/signature.h"
#include "files/npy/header.h"
#include "files/safetensors/index.h"
#include "files/safetensors/open.h"
#include "files/torch/loader.h"
#include "files/zip/bytes.h"
#include "files/zip/format.h"

/* --- By the first bytes ----------------------------------------------------------------------- */

/* The magic number of the legacy form, which is the first object of a pickle. */
static const unsigned char legacy_begin[] = { 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9 };

enum { HEADER_LENGTH = 8 }; /* of safetensors: a number before the JSON text */

/* Enough for the name of an archive's first entry. */
struct beginning {
	unsigned char bytes[CT_ZIP_LOCAL_SIZE + 1024];
	size_t n;
};

/* The entries of an .npz archive are .npy files. */
static bool is_npz(const struct beginning *begin)
{
	const size_t name = ct_read_u16(begin->bytes + 26);

	return begin->n >= CT_ZIP_LOCAL_SIZE && name >= 4 && name <= begin->n - CT_ZIP_LOCAL_SIZE &&
	       memcmp(begin->bytes + CT_ZIP_LOCAL_SIZE + name - 4, ".npy", 4) == 0;
}

/* Of any protocol: since 4 a frame with its length may be before the number. */
static bool is_legacy(const struct beginning *begin)
{
	enum { PROTO = 0x80, FRAME = 0x95, FRAME_SIZE = 9 };
	const size_t at = begin->n > 2 && begin->bytes[2] == FRAME ? 2 + FRAME_SIZE : 2;

	return begin->n >= at + sizeof legacy_begin && begin->bytes[0] == PROTO &&
	       memcmp(begin->bytes + at, legacy_begin, sizeof legacy_begin) == 0;
}

static bool is_safetensors(const struct beginning *begin)
{
	return begin->n > HEADER_LENGTH && begin->bytes[HEADER_LENGTH] == '{' &&
	       ct_read_u64(begin->bytes) < UINT32_MAX;
}

static ct_file_kind kind_of(const struct beginning *begin)
{
	const uint32_t magic = begin->n >= 4 ? ct_read_u32(begin->bytes) : 0;

	if (magic == CT_ZIP_LOCAL)
		return is_npz(begin) ? CT_FILE_NPZ : CT_FILE_TORCH;
	if (magic == CT_ZIP_END)
		return CT_FILE_NPZ; /* without entries */
	if (is_legacy(begin))
		return CT_FILE_TORCH_LEGACY;
	if (ct_npy_has_magic(begin->bytes, begin->n))
		return CT_FILE_NPY;
	return is_safetensors(begin) ? CT_FILE_SAFETENSORS : CT_FILE_UNKNOWN;
}

static ct_error read_kind(const char *function, const char *path, int fd, ct_file_kind *result)
{
	struct beginning begin = { .n = 0 };
	const ssize_t n = pread(fd, begin.bytes, sizeof begin.bytes, 0);

	if (n < 0)
		return ct_file_error(function, path, "reading it");
	begin.n = (size_t)n;
	*result = kind_of(&begin);
	return NULL;
}

/* --- By what a folder has --------------------------------------------------------------------- */

static bool ends_with(const char *path, const char *ending)
{
	const size_t n = strlen(path), m = strlen(ending);

	return n >= m && strcmp(path + n - m, ending) == 0;
}

/* `*result` stays NULL if the folder has no such file. */
static ct_error kind_find_file(const char *function, const char *folder, const char *name,
			       char **result)
{
	CT_TRY(ct_st_join(function, folder, name, result));
	if (access(*result, F_OK) == 0)
		return NULL;
	free(*result);
	*result = NULL;
	return NULL;
}

/* Also one without its metadata, which was not finished. */
static bool is_distributed(const char *folder)
{
	DIR *entries = opendir(folder);
	const struct dirent *entry;
	bool found = false;

	while (entries && !found && (entry = readdir(entries)) != NULL)
		found = strcmp(entry->d_name, ".metadata") == 0 ||
			ends_with(entry->d_name, ".distcp");
	if (entries)
		closedir(entries);
	return found;
}

ct_error ct_find_shards(const char *function, const char *folder, char **file, ct_file_kind *kind)
{
	static const char *const names[] = { CT_ST_INDEX, CT_ST_FILE, CT_TORCH_FILE ".index.json",
					     CT_TORCH_FILE };
	char *found = NULL;
	int i;

	for (i = 0; i < 4 && found == NULL; i++)
		CT_TRY(kind_find_file(function, folder, names[i], &found));
	*kind = found && i > 2 ? CT_FILE_TORCH_INDEX : CT_FILE_SAFETENSORS_INDEX;
	if (found == NULL && is_distributed(folder))
		*kind = CT_FILE_DISTRIBUTED;
	if (file && *kind == CT_FILE_TORCH_INDEX)
		*file = found;
	else
		free(found);
	return NULL;
}

/* --- By the first bytes, or the name ---------------------------------------------------------- */

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

ct_error ct_file_begins_as(const char *function, const char *path, ct_file_kind *result)
{
	ct_error error = NULL;
	int64_t size;
	int fd;

	if (is_folder(path))
		return ct_find_shards(function, path, NULL, result);
	*result = ends_with(path, CT_TORCH_INDEX_END) ? CT_FILE_TORCH_INDEX
						      : CT_FILE_SAFETENSORS_INDEX;
	CT_TRY(ct_file_open(function, path, O_RDONLY, &fd, &size));
	if (!ends_with(path, ".index.json"))
		error = read_kind(function, path, fd, result);
	close(fd);
	return error;
}

ct_error ct_load_unknown(const char *function, const char *path)
{
	ct_error error;
	int64_t size;
	int fd;

	CT_TRY(ct_file_open(function, path, O_RDONLY, &fd, &size));
	error = ct_signature_refuse(function, path, fd,
				    "a file of torch.save(), safetensors, .npz or .npy");
	close(fd);
	return error;
}

/* --- Inside an archive ------------------------------------------------------------------- */

/* A damaged archive is as it begins. */
static ct_error kind_look_inside(const char *function, const char *path, ct_file_kind *result)
{
	struct ct_zip zip = { 0 };
	ct_error error;
	int64_t size;
	int fd;

	CT_TRY(ct_file_open(function, path, O_RDONLY, &fd, &size));
	error = ct_zip_open(function, path, fd, size, &zip);
	if (error == NULL)
		*result = ct_file_kind_by_entries(&zip);
	ct_zip_close(&zip);
	close(fd);
	if (error && ct_error_class_of(error) == CT_ERROR_VALUE) {
		ct_error_free(error);
		return NULL;
	}
	return error;
}

/* --- Public ----------------------------------------------------------------------------------- */

ct_error ct_file_find_kind(const char *path, ct_file_kind *result)
{
	ct_file_kind kind;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 2 : 1, path ? "result" : "path");
	CT_TRY(ct_file_begins_as(__func__, path, &kind));
	if (kind == CT_FILE_TORCH)
		CT_TRY(kind_look_inside(__func__, path, &kind));
	*result = kind;
	return NULL;
}

const char *ct_file_kind_name(ct_file_kind kind)
{
	switch (kind) {
	case CT_FILE_TORCH:
		return "torch.save";
	case CT_FILE_TORCH_LEGACY:
		return "torch.save legacy";
	case CT_FILE_TORCHSCRIPT:
		return "torch.jit.save";
	case CT_FILE_SAFETENSORS:
		return "safetensors";
	case CT_FILE_SAFETENSORS_INDEX:
		return "safetensors index";
	case CT_FILE_NPZ:
		return "npz";
	case CT_FILE_NPY:
		return "npy";
	case CT_FILE_TORCH_INDEX:
		return "torch.save index";
	case CT_FILE_EXPORT:
		return "torch.export";
	case CT_FILE_AOTI:
		return "AOTInductor";
	case CT_FILE_DISTRIBUTED:
		return "torch.distributed.checkpoint";
	default:
		return "unknown";
	}
}
