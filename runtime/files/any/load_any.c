/*
 * ct_load(): a file of any kind.
 */
#include <ctorch/files/dcp.h>
#include <ctorch/files/npy.h>
#include <ctorch/files/npz.h>
#include <ctorch/files/safetensors.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "files/io/keys.h"
#include "files/io/place.h"
#include "files/torch/loader.h"

/* The tensor has no name, so that a key selects nothing, unless it is "". */
static ct_error check_nameless(const char *path, const ct_load_options *options, bool *wanted)
{
	struct ct_keys keys;
	ct_error error;

	CT_TRY(ct_keys_read(CT_NAME_OF(ct_load), 2, options, &keys));
	*wanted = ct_keys_has(&keys, "", 0);
	error = ct_keys_check(&keys, CT_NAME_OF(ct_load), path);
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

	CT_OWN_SCOPE(CT_NAME_OF(ct_load));
	CT_TRY(check_nameless(path, options, &wanted));
	if (!wanted) {
		*result = ct_value_none();
		return NULL;
	}
	if (options->mmap)
		CT_TRY(ct_npy_map(path, false, &tensor));
	else
		CT_TRY(ct_npy_load(path, &tensor));
	CT_TRY(ct_place_move(ct_tensor_retain(tensor), ct_place_next(options), &tensor));
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
	ct_file_kind kind;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	if (options == NULL)
		options = &none;
	CT_TRY(check_options(__func__, options));
	CT_TRY(ct_file_begins_as(__func__, path, &kind));
	switch (kind) {
	case CT_FILE_SAFETENSORS:
	case CT_FILE_SAFETENSORS_INDEX:
		return ct_safetensors_load(path, options, result);
	case CT_FILE_NPZ:
		return ct_npz_load(path, options, result);
	case CT_FILE_NPY:
		return load_npy(path, options, result);
	case CT_FILE_DISTRIBUTED:
		return ct_dcp_load(path, options, result);
	case CT_FILE_TORCH_INDEX:
		return ct_load_shards(__func__, path, options, result);
	case CT_FILE_UNKNOWN:
		return ct_load_unknown(__func__, path);
	default:
		return ct_load_checkpoint(__func__, path, kind, options, result);
	}
}
