/*
 * IDX files, in which MNIST and its family are published.
 *
 * Two zero bytes, one for the dtype, the number of dimensions; then the size of each dimension in
 * four bytes, and the elements: all of them with the highest byte first.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/data/datasets.h>

#include "core/base/name_of.h"
#include "core/base/swap.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/gz.h"

enum { MAX_DIMS = 255 };

static const struct {
	unsigned char code;
	ct_dtype dtype;
} dtypes[] = {
	{ 0x08, CT_UINT8 }, { 0x09, CT_INT8 },    { 0x0b, CT_INT16 },
	{ 0x0c, CT_INT32 }, { 0x0d, CT_FLOAT32 }, { 0x0e, CT_FLOAT64 },
};

static ct_error read_magic(struct ct_gz *file, ct_dtype *dtype, int64_t *dims)
{
	unsigned char magic[4];

	CT_TRY(ct_gz_read(file, magic, sizeof magic, "header"));
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
		if (magic[0] || magic[1] || magic[2] != dtypes[i].code)
			continue;
		*dtype = dtypes[i].dtype;
		*dims = magic[3];
		return NULL;
	}
	return ct_gz_wrong(
		file,
		"not an IDX file: it begins with %02x%02x%02x%02x (expected 0000 and a type of "
		"08, 09 or 0b to 0e)",
		magic[0], magic[1], magic[2], magic[3]);
}

/* The sizes, whose product a file of this size can have. */
static ct_error read_shape(struct ct_gz *file, int64_t element_size, int64_t dims, int64_t *shape)
{
	unsigned char size[4];
	int64_t nbytes = element_size;

	for (int64_t i = 0; i < dims; i++) {
		CT_TRY(ct_gz_read(file, size, sizeof size, "header"));
		shape[i] = (int64_t)size[0] << 24 | size[1] << 16 | size[2] << 8 | size[3];
		if (__builtin_mul_overflow(nbytes, shape[i], &nbytes) || nbytes > file->max_bytes)
			return ct_gz_wrong(file,
					   "too short for the sizes in its header: dimension %lld "
					   "has %lld",
					   (long long)i, (long long)shape[i]);
	}
	return NULL;
}

static ct_error read_elements(struct ct_gz *file, ct_dtype dtype, const int64_t *shape,
			      int64_t dims, ct_tensor **result)
{
	const int64_t size = ct_dtype_size(dtype);
	ct_tensor *made;
	int64_t nbytes;

	CT_TRY(ct_data_empty(shape, dims, dtype, &made));
	nbytes = ct_tensor_numel(made) * size;
	CT_TRY(ct_gz_read(file, ct_tensor_mutable_data(made), nbytes, "elements"));
	CT_TRY(ct_gz_expect_end(file));
	if (size > 1)
		ct_swap_bytes(ct_tensor_mutable_data(made), nbytes, size);
	*result = made;
	return NULL;
}

static ct_error idx_load(struct ct_gz *file, ct_tensor **result)
{
	int64_t shape[MAX_DIMS], dims = 0;
	ct_dtype dtype = CT_UINT8;

	CT_TRY(read_magic(file, &dtype, &dims));
	CT_TRY(read_shape(file, ct_dtype_size(dtype), dims, shape));
	return read_elements(file, dtype, shape, dims, result);
}

/* In a scope, so that nothing is left on an error. */
static ct_error load_file(const char *path, const char *function, ct_tensor **result)
{
	ct_scope *scope = ct_scope_open_named(function);
	struct ct_gz file = { 0 };
	ct_tensor *made = NULL;
	ct_error error = ct_gz_open(&file, path, function);

	if (error == NULL)
		error = idx_load(&file, &made);
	ct_gz_close(&file);
	if (error == NULL) {
		ct_scope_move_up(made);
		*result = made;
	}
	ct_scope_leave(scope);
	return error;
}

ct_error ct_idx_load(const char *path, ct_tensor **result)
{
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	return load_file(path, __func__, result);
}

/* --- MNIST --------------------------------------------------------------------------------------- */

static bool can_read(const char *path)
{
	FILE *file = fopen(path, "rb");

	if (file)
		fclose(file);
	return file != NULL;
}

static ct_error load_part(const char *folder, const char *name, int64_t dims, ct_tensor **result)
{
	char path[4096];
	const int n = snprintf(path, sizeof path, "%s/%s.gz", folder, name);

	if (n < 0 || (size_t)n >= sizeof path)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_mnist_load),
				    "the folder name is too long");
	if (!can_read(path)) /* then errors are about the file that is not compressed */
		path[(size_t)n - strlen(".gz")] = '\0';
	CT_TRY(load_file(path, CT_NAME_OF(ct_mnist_load), result));
	if (ct_tensor_dim(*result) == dims && ct_tensor_dtype(*result) == CT_UINT8)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_mnist_load),
			    "%s: %lld dimensions of %s, not %lld of uint8", path,
			    (long long)ct_tensor_dim(*result),
			    ct_dtype_name(ct_tensor_dtype(*result)), (long long)dims);
}

static ct_error load_both(const char *folder, bool train, ct_tensor **images, ct_tensor **labels)
{
	ct_tensor *pixels, *bytes;

	CT_TRY(load_part(folder, train ? "train-images-idx3-ubyte" : "t10k-images-idx3-ubyte", 3,
			 &pixels));
	CT_TRY(load_part(folder, train ? "train-labels-idx1-ubyte" : "t10k-labels-idx1-ubyte", 1,
			 &bytes));
	if (ct_tensor_size(bytes, 0) != ct_tensor_size(pixels, 0))
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_mnist_load),
				    "%s: %lld labels for %lld images", folder,
				    (long long)ct_tensor_size(bytes, 0),
				    (long long)ct_tensor_size(pixels, 0));
	CT_TRY(CT(unsqueeze, images, pixels, 1));
	return CT(to_dtype, labels, bytes, CT_INT64, .copy = true);
}

ct_error ct_mnist_load(const char *folder, bool train, ct_tensor **images, ct_tensor **labels)
{
	ct_scope *scope;
	ct_tensor *x = NULL, *y = NULL;
	ct_error error;

	if (folder == NULL)
		return ct_missing_argument(__func__, 1, "folder");
	if (images == NULL || labels == NULL)
		return ct_missing_argument(__func__, images ? 4 : 3, images ? "labels" : "images");
	scope = ct_scope_open_named(__func__);
	error = load_both(folder, train, &x, &y);
	if (error == NULL) {
		ct_scope_move_up(x);
		ct_scope_move_up(y);
		*images = x;
		*labels = y;
	}
	ct_scope_leave(scope);
	return error;
}
