/*
 * ct_load(): a file of any kind, which its first bytes tell.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/npy.h>
#include <ctorch/npz.h>
#include <ctorch/safetensors.h>
#include <ctorch/tensor.h>

#include "files/keys.h"
#include "files/map.h"
#include "files/npy_header.h"
#include "files/place.h"
#include "memory/expression.h"
#include "memory/own_scope.h"
#include "save/loader.h"
#include "zip/bytes.h"
#include "zip/format.h"

/* --- Kinds ------------------------------------------------------------------------------------- */

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

/* False if it is none of them. */
static bool find_kind(const struct beginning *begin, enum ct_file_kind *kind)
{
	if (begin->n >= 4 && ct_read_u32(begin->bytes) == CT_ZIP_LOCAL)
		*kind = is_npz(begin) ? CT_FILE_NPZ : CT_FILE_ZIP;
	else if (begin->n >= 4 && ct_read_u32(begin->bytes) == CT_ZIP_END)
		*kind = CT_FILE_NPZ; /* without entries */
	else if (is_legacy(begin))
		*kind = CT_FILE_LEGACY;
	else if (ct_npy_has_magic(begin->bytes, begin->n))
		*kind = CT_FILE_NPY;
	else if (is_safetensors(begin))
		*kind = CT_FILE_SAFETENSORS;
	else
		return false;
	return true;
}

/* A folder of safetensors, or the index of one. */
static bool is_sharded(const char *path)
{
	static const char ending[] = ".index.json";
	const size_t n = strlen(path);
	struct stat about;

	return (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) ||
	       (n >= sizeof ending && strcmp(path + n - (sizeof ending - 1), ending) == 0);
}

static ct_error read_kind(const char *function, const char *path, enum ct_file_kind *kind)
{
	struct beginning begin = { .n = 0 };
	int64_t size;
	ssize_t n;
	int fd;

	*kind = CT_FILE_SAFETENSORS;
	if (is_sharded(path))
		return NULL;
	CT_TRY(ct_file_open(function, path, O_RDONLY, &fd, &size));
	n = pread(fd, begin.bytes, sizeof begin.bytes, 0);
	close(fd);
	begin.n = n > 0 ? (size_t)n : 0;
	if (find_kind(&begin, kind))
		return NULL;
	return ct_error_new(
		CT_ERROR_VALUE, function,
		"%s: it is of no kind that can be loaded: neither a file of torch.save() "
		"nor safetensors, .npz or .npy",
		path);
}

/* --- Loading ----------------------------------------------------------------------------------- */

/* The tensor has no name, so that a key selects nothing, unless it is "". */
static ct_error check_nameless(const char *path, const ct_load_options *options, bool *wanted)
{
	struct ct_keys keys;
	ct_error error;

	CT_TRY(ct_keys_read("ct_load", 2, options, &keys));
	*wanted = ct_keys_has(&keys, "", 0);
	error = ct_keys_check(&keys, "ct_load", path);
	ct_keys_release(&keys);
	if (error == NULL && !*wanted && options->skipped)
		*options->skipped = ct_value_list_new();
	return error;
}

/* A tensor, as numpy.load() gives an array. */
static ct_error load_npy(const char *path, const ct_load_options *options, ct_value *result)
{
	ct_tensor *tensor;
	ct_value value;
	bool wanted;

	CT_OWN_SCOPE("ct_load");
	CT_TRY(check_nameless(path, options, &wanted));
	if (!wanted) {
		*result = ct_value_none();
		return NULL;
	}
	if (options->mmap)
		CT_TRY(ct_npy_map(path, false, &tensor));
	else
		CT_TRY(ct_npy_load(path, &tensor));
	CT_TRY(ct_place_move(ct_tensor_keep(tensor), ct_place_next(options), &tensor));
	value = ct_value_tensor(tensor);
	if (options->skipped)
		*options->skipped = ct_value_list_new();
	return ct_value_copy(&value, result);
}

static ct_error check_options(const char *function, const ct_load_options *options)
{
	CT_TRY(ct_keys_check_options(function, 2, options));
	return ct_place_check(function, 2, options);
}

ct_error ct_load(const char *path, const ct_load_options *options, ct_value *result)
{
	const ct_load_options none = { 0 };
	enum ct_file_kind kind;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	if (options == NULL)
		options = &none;
	CT_TRY(check_options(__func__, options));
	CT_TRY(read_kind(__func__, path, &kind));
	switch (kind) {
	case CT_FILE_SAFETENSORS:
		return ct_safetensors_load(path, options, result);
	case CT_FILE_NPZ:
		return ct_npz_load(path, options, result);
	case CT_FILE_NPY:
		return load_npy(path, options, result);
	default:
		return ct_load_checkpoint(__func__, path, kind, options, result);
	}
}
