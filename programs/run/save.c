/*
 * Outputs as files.
 */
#include <string.h>

#include <ctorch/files/npy.h>
#include <ctorch/files/npz.h>
#include <ctorch/files/safetensors.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"

static bool ends_with(const char *path, const char *ending)
{
	const size_t n = strlen(path), m = strlen(ending);

	return n > m && strcmp(path + n - m, ending) == 0;
}

/* --- Tensors by names ------------------------------------------------------------------------- */

static ct_error add_tensor(const struct leaf *leaf, ct_value *dict)
{
	const ct_value key = ct_value_string(leaf->name);
	ct_tensor *copy;
	ct_error error;

	if (tensor_of(leaf) == NULL)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "the output '%s' is not a tensor but of type %s; only .pt can "
				    "have it",
				    leaf->name, ct_value_type_name(&leaf->value));
	CT_TRY(plain_copy(tensor_of(leaf), &copy));
	error = ct_value_dict_set(dict, key, ct_value_tensor(copy));
	ct_tensor_free(copy);
	return error;
}

static ct_error save_dict(const char *path, const struct leaf *leaves, int64_t len)
{
	ct_value dict = ct_value_dict_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < len && error == NULL; i++)
		error = add_tensor(&leaves[i], &dict);
	if (error == NULL)
		error = ends_with(path, ".npz") ? ct_npz_save(&dict, path, false)
						: ct_safetensors_save(&dict, path, NULL);
	ct_value_free(&dict);
	return error;
}

static ct_error save_array(const char *path, const struct leaf *leaf)
{
	ct_tensor *copy;
	ct_error error;

	if (tensor_of(leaf) == NULL)
		return ct_error_new(CT_ERROR_VALUE, __func__, "%s: the output '%s' is not a tensor",
				    path, leaf->name);
	CT_TRY(plain_copy(tensor_of(leaf), &copy));
	error = ct_npy_save(copy, path);
	ct_tensor_free(copy);
	return error;
}

/* --- Files ------------------------------------------------------------------------------------ */

/* `whole` is what a .pt file gets. */
static ct_error save_to(const char *path, const ct_value *whole, const struct leaf *leaves,
			int64_t len)
{
	if (ends_with(path, ".pt") || ends_with(path, ".pth"))
		return ct_save(whole, path);
	if (ends_with(path, ".npz") || ends_with(path, ".safetensors"))
		return save_dict(path, leaves, len);
	if (!ends_with(path, ".npy"))
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: the ending is not one of .pt, .npy, .npz and .safetensors",
				    path);
	if (len == 1)
		return save_array(path, leaves);
	return ct_error_new(CT_ERROR_VALUE, __func__,
			    "%s: there are %lld outputs, and an .npy file has one; repeat --output "
			    "for each, or choose .npz",
			    path, (long long)len);
}

ct_error save_outputs(const struct options *options, const ct_value *output,
		      const struct leaves *leaves)
{
	const struct texts *paths = &options->outputs;

	if (paths->len == 1)
		return save_to(paths->at[0], output, leaves->items, leaves->len);
	if (paths->len != leaves->len)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "--output: %lld files, but the number of outputs is %lld; give "
				    "one for all, or one for each",
				    (long long)paths->len, (long long)leaves->len);
	for (int64_t i = 0; i < paths->len; i++)
		CT_TRY(save_to(paths->at[i], &leaves->items[i].value, &leaves->items[i], 1));
	return NULL;
}
