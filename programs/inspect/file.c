#define _GNU_SOURCE

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/npy.h>
#include <ctorch/npz.h>
#include <ctorch/save.h>
#include <ctorch/safetensors.h>
#include <ctorch/tensor.h>

#include "report.h"
#include "shards.h"
#include "text.h"

/* --- Formats ---------------------------------------------------------------------------------- */

/* Each file begins with one of these. */
static const char zip_begin[] = "PK\3\4", zip_empty[] = "PK\5\6",
		  legacy_begin[] = "\x80\2\x8a\n\x6c\xfc\x9c\x46\xf9", npy_begin[] = "\x93NUMPY";

/* Where the name of a zip archive's first entry is, and its length. */
enum { ZIP_NAME_LEN = 26, ZIP_NAME = 30 };

static const struct {
	const char *name, *title;
} formats[] = {
	[TORCH_ZIP] = { "torch.save", "PyTorch, zip archive" },
	[TORCH_SCRIPT] = { "torch.jit.save", "TorchScript" },
	[TORCH_LEGACY] = { "torch.save legacy", "PyTorch, form before 1.6" },
	[SAFETENSORS] = { "safetensors", "safetensors" },
	[SAFETENSORS_PARTS] = { "safetensors index", "safetensors in several files" },
	[NPZ] = { "npz", "NumPy archive" },
	[NPY] = { "npy", "NumPy array" },
};

const char *format_name(enum format format)
{
	return formats[format].name;
}

const char *format_title(enum format format)
{
	return formats[format].title;
}

static bool begins_with(const char *bytes, size_t n, const char *with, size_t len)
{
	return n >= len && memcmp(bytes, with, len) == 0;
}

/* numpy.savez() writes arrays alone. */
static bool is_array_first(const char *bytes, size_t n)
{
	size_t len;

	if (n < ZIP_NAME)
		return false;
	len = (unsigned char)bytes[ZIP_NAME_LEN] | (size_t)(unsigned char)bytes[ZIP_NAME_LEN + 1]
							   << 8;
	return len >= 4 && ZIP_NAME + len <= n &&
	       memcmp(bytes + ZIP_NAME + len - 4, ".npy", 4) == 0;
}

/* Only archives of torch.jit.save() have constants.pkl; the directory is at the end. */
static bool has_constants(int fd)
{
	enum { MOST = 1 << 20 };
	const off_t size = lseek(fd, 0, SEEK_END);
	const off_t begin = size > MOST ? size - MOST : 0;
	char *end = need_memory(NULL, MOST);
	const ssize_t n = pread(fd, end, MOST, begin);
	const bool found = n > 0 && memmem(end, (size_t)n, "/constants.pkl", 14) != NULL;

	free(end);
	return found;
}

static ct_error unknown_format(const char *path)
{
	return ct_error_new(CT_ERROR_VALUE, __func__,
			    "%s: unknown format (expected a file of torch.save(), safetensors, "
			    "NumPy's .npz or .npy)",
			    path);
}

static ct_error recognise(const char *path, int fd, enum format *result)
{
	char bytes[ZIP_NAME + 1024];
	const ssize_t got = pread(fd, bytes, sizeof bytes, 0);
	const size_t n = got < 0 ? 0 : (size_t)got;

	if (begins_with(bytes, n, zip_begin, 4))
		*result = is_array_first(bytes, n) ? NPZ
			  : has_constants(fd)      ? TORCH_SCRIPT
						   : TORCH_ZIP;
	else if (begins_with(bytes, n, zip_empty, 4))
		*result = NPZ;
	else if (begins_with(bytes, n, legacy_begin, sizeof legacy_begin - 1))
		*result = TORCH_LEGACY;
	else if (begins_with(bytes, n, npy_begin, sizeof npy_begin - 1))
		*result = NPY;
	else if (n > 8 && bytes[8] == '{')
		*result = SAFETENSORS;
	else if (n && bytes[0] == '{')
		*result = SAFETENSORS_PARTS;
	else
		return unknown_format(path);
	return NULL;
}

static ct_error system_error(const char *path)
{
	return ct_error_new(CT_ERROR_RUNTIME, __func__, "%s: %s", path, strerror(errno));
}

ct_error find_format(const char *path, enum format *result)
{
	ct_error error = NULL;
	struct stat about;
	int fd;

	/* Opening a pipe would wait. */
	if (stat(path, &about))
		return system_error(path);
	if (S_ISDIR(about.st_mode)) {
		*result = SAFETENSORS_PARTS;
		return NULL;
	}
	if (!S_ISREG(about.st_mode))
		return ct_error_new(CT_ERROR_VALUE, __func__, "%s: not a regular file", path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return system_error(path);
	error = recognise(path, fd, result);
	close(fd);
	return error;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Mapping needs the machine's byte order and an alignment; otherwise the file is copied. */
static ct_error load_npy(const char *path, ct_value *result)
{
	ct_tensor *tensor;
	ct_error error = ct_npy_map(path, false, &tensor);
	ct_value value;

	if (error) {
		ct_error_free(error);
		CT_TRY(ct_npy_load(path, &tensor));
	}
	value = ct_value_tensor(tensor);
	error = ct_value_copy(&value, result);
	ct_tensor_free(tensor);
	return error;
}

static ct_error load_with(const struct file *file, const ct_load_options *options, ct_value *result)
{
	switch (file->format) {
	case SAFETENSORS:
	case SAFETENSORS_PARTS:
		return ct_safetensors_load(file->path, options, result);
	case NPZ:
		return ct_npz_load(file->path, options, result);
	case NPY:
		return load_npy(file->path, result);
	default:
		return ct_load(file->path, options, result);
	}
}

/* Some tensors cannot be made without elements, such as sparse ones, whose indices are checked. */
static ct_error load(struct file *file, bool skip_unknown, enum depth depth)
{
	ct_load_options options = { .mmap = true, .skip_unknown = skip_unknown };
	ct_error error;

	options.map_location = CT_DEVICE_META;
	options.skipped = skip_unknown ? &file->skipped : NULL;
	if (depth == SHAPES) {
		error = load_with(file, &options, &file->value);
		if (error == NULL)
			return NULL;
		ct_error_free(error);
	}
	options.map_location = CT_DEVICE_CPU;
	return load_with(file, &options, &file->value);
}

static int64_t size_of(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (int64_t)about.st_size : -1;
}

ct_error open_file(const char *path, const struct options *options, enum depth depth,
		   struct file *file)
{
	ct_error error;

	*file = (struct file){ .path = path };
	CT_TRY(find_format(path, &file->format));
	error = load(file, options->skip_unknown, depth);
	if (error == NULL)
		file->nbytes = file->format == SAFETENSORS_PARTS ? shards_nbytes(path)
								 : size_of(path);
	if (error == NULL && (file->format == SAFETENSORS || file->format == SAFETENSORS_PARTS))
		error = ct_safetensors_metadata(path, &file->metadata);
	if (error)
		close_file(file);
	return error;
}

void close_file(struct file *file)
{
	ct_value_free(&file->value);
	ct_value_free(&file->metadata);
	ct_value_free(&file->skipped);
}

/* --- What cannot be read ---------------------------------------------------------------------- */

bool is_only_unknown(const char *path, const struct options *options)
{
	struct options others = *options;
	struct file file;
	ct_error error;

	if (options->skip_unknown)
		return false;
	others.skip_unknown = true;
	error = open_file(path, &others, SHAPES, &file);
	if (error == NULL)
		close_file(&file);
	ct_error_free(error);
	return error == NULL;
}

void list_skipped(const struct file *file)
{
	for (int64_t i = 0; i < ct_value_len(&file->skipped); i++) {
		const char *name = "";
		ct_value item;

		ct_error_free(ct_value_item(&file->skipped, i, &item));
		ct_error_free(ct_value_as_string(&item, &name, NULL));
		say("%s: skipped: %s", file->path, name);
	}
}
