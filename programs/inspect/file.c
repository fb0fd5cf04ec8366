#define _GNU_SOURCE

#include "file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <ctorch/aoti/package.h>
#include <ctorch/files/npy.h>
#include <ctorch/files/safetensors.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "programs.h"
#include "report.h"
#include "shards.h"

/* --- Kinds ------------------------------------------------------------------------------------ */

const char *kind_title(ct_file_kind kind)
{
	switch (kind) {
	case CT_FILE_TORCH:
		return "PyTorch, zip archive";
	case CT_FILE_TORCHSCRIPT:
		return "TorchScript";
	case CT_FILE_TORCH_LEGACY:
		return "PyTorch, form before 1.6";
	case CT_FILE_SAFETENSORS:
		return "safetensors";
	case CT_FILE_SAFETENSORS_INDEX:
		return "safetensors in several files";
	case CT_FILE_TORCH_INDEX:
		return "PyTorch in several files";
	case CT_FILE_NPZ:
		return "NumPy archive";
	case CT_FILE_NPY:
		return "NumPy array";
	case CT_FILE_EXPORT:
		return "torch.export";
	case CT_FILE_AOTI:
		return "AOTInductor";
	case CT_FILE_DISTRIBUTED:
		return "PyTorch, distributed checkpoint";
	default:
		return "unknown";
	}
}

bool is_in_several_files(ct_file_kind kind)
{
	return kind == CT_FILE_SAFETENSORS_INDEX || kind == CT_FILE_TORCH_INDEX;
}

/* The library's errors about a path speak of its argument. */
ct_error find_kind(const char *path, ct_file_kind *result)
{
	struct stat about;

	if (stat(path, &about))
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "%s: %s", path, strerror(errno));
	if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
		return ct_error_new(CT_ERROR_VALUE, __func__, "%s: not a regular file", path);
	return ct_file_find_kind(path, result);
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
	if (file->kind == CT_FILE_EXPORT)
		return load_programs(file->path, options->map_location, result);
	if (file->kind == CT_FILE_AOTI)
		return ct_aoti_describe(file->path, result);
	return file->kind == CT_FILE_NPY ? load_npy(file->path, result)
					 : ct_load(file->path, options, result);
}

/* Some tensors cannot be made without elements, such as sparse ones, whose indices are checked. */
static ct_error load(struct file *file, bool skip_unknown, enum depth depth)
{
	ct_load_options options = { .mmap = true, .skip_unknown = skip_unknown };
	ct_error error;

	options.map_location = CT_DEVICE_META;
	/* TorchScript's attributes are listed with the same names as a state dict. */
	options.state_dicts = file->kind != CT_FILE_TORCHSCRIPT;
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
	CT_TRY(find_kind(path, &file->kind));
	error = load(file, options->skip_unknown, depth);
	if (error == NULL)
		file->nbytes = is_in_several_files(file->kind) ? shards_nbytes(path)
							       : size_of(path);
	if (error == NULL &&
	    (file->kind == CT_FILE_SAFETENSORS || file->kind == CT_FILE_SAFETENSORS_INDEX))
		error = ct_safetensors_metadata(path, &file->metadata);
	if (error == NULL && file->kind == CT_FILE_EXPORT)
		error = describe_programs(path, &file->programs);
	if (error)
		close_file(file);
	return error;
}

void close_file(struct file *file)
{
	ct_value_free(&file->value);
	ct_value_free(&file->metadata);
	ct_value_free(&file->skipped);
	ct_value_free(&file->programs);
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
	for (int64_t i = 0; i < ct_value_count(&file->skipped); i++) {
		const char *name = "";
		ct_value item;

		ct_error_free(ct_value_item(&file->skipped, i, &item));
		ct_error_free(ct_value_as_string(&item, &name, NULL));
		say("%s: skipped: %s", file->path, name);
	}
}
