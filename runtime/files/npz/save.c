/*
 * Saving NumPy's archives.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/files/npz.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/memory/expression.h"
#include "files/npy/array.h"
#include "files/zip/zip.h"
#include "operators/value/copy.h"

static const char ending[] = ".npy";

/* --- Checks ---------------------------------------------------------------------------------- */

/* "array 'x': ", for messages. */
struct label {
	char text[CT_SHOWN + 20];
};

static struct label label_of(const ct_value *name)
{
	char shown[CT_SHOWN];
	struct label label;

	snprintf(label.text, sizeof label.text, "array '%s': ", ct_shown(name->object, shown));
	return label;
}

static ct_error refuse_name(const char *function, const ct_value *name, const char *why)
{
	char shown[CT_SHOWN];

	return ct_error_new(CT_ERROR_VALUE, function, "the name '%s' %s; rename the array",
			    ct_shown(name->object, shown), why);
}

static ct_error save_check_name(const char *function, const ct_value *name)
{
	const size_t n = (size_t)name->i;

	if (name->kind != CT_VALUE_STRING)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 1 (arrays): keys must be strings, not %s",
				    ct_value_type_name(name));
	if (memchr(name->object, '\0', n))
		return refuse_name(function, name, "contains a NUL");
	if (!ct_is_utf8(name->object, n))
		return refuse_name(function, name, "is not UTF-8");
	if (n + sizeof ending - 1 > CT_ZIP_MAX_NAME)
		return refuse_name(function, name, "is too long for a zip archive");
	return NULL;
}

static bool is_number(const ct_value *value)
{
	return value->kind == CT_VALUE_BOOL || value->kind == CT_VALUE_INT ||
	       value->kind == CT_VALUE_UINT || value->kind == CT_VALUE_FLOAT ||
	       value->kind == CT_VALUE_COMPLEX;
}

static ct_error check_array(const char *function, const ct_value *name, const ct_value *value)
{
	const struct label label = label_of(name);
	ct_tensor *tensor = NULL;

	if (is_number(value))
		return NULL;
	if (value->kind == CT_VALUE_TENSOR)
		CT_TRY(ct_value_as_tensor(value, &tensor));
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "%sit must be a tensor or a number, not %s", label.text,
				    ct_value_type_name(value));
	return ct_npy_check(function, label.text, tensor);
}

static ct_error check_item(const char *function, const ct_value *name, const ct_value *value)
{
	CT_TRY(save_check_name(function, name));
	return check_array(function, name, value);
}

static ct_error check_arrays(const char *function, const ct_value *arrays)
{
	ct_value name, value;

	for (int64_t i = 0; i < ct_value_count(arrays); i++) {
		CT_TRY(ct_value_dict_item(arrays, i, &name, &value));
		CT_TRY(check_item(function, &name, &value));
	}
	return NULL;
}

/* --- Entries --------------------------------------------------------------------------------- */

/* An archive to be written. */
struct archive {
	struct ct_zip_writer zip;
	const ct_value *arrays;
	int method;
	struct ct_text name; /* of the entry that is being written */
};

static ct_error put_array(struct archive *archive, const char *header, size_t header_size,
			  const void *elements, size_t n)
{
	const struct ct_file_piece pieces[] = { { header, header_size }, { elements, n } };

	return ct_zip_put(&archive->zip, archive->name.data, pieces, 2, archive->method, NULL);
}

static ct_error put_tensor(struct archive *archive, const ct_value *name, const ct_tensor *tensor)
{
	const struct label label = label_of(name);
	struct ct_npy_array array;
	ct_error error;

	CT_TRY(ct_npy_describe(archive->zip.output->function, label.text, tensor, &array));
	error = put_array(archive, array.text, array.text_size, ct_tensor_data(array.plain),
			  (size_t)array.header.nbytes);
	ct_tensor_free(array.plain);
	return error;
}

/* As numpy.asanyarray() makes it: an array without dimensions. */
static ct_error put_number(struct archive *archive, const ct_value *value)
{
	struct ct_npy_header header = { .ndim = 0 };
	const double parts[] = { value->re, value->im };
	const bool truth = value->i != 0;
	const void *bytes = parts;
	char text[CT_NPY_ROOM];
	size_t n = 8;

	switch (value->kind) {
	case CT_VALUE_BOOL:
		header.dtype = CT_BOOL;
		bytes = &truth;
		n = 1;
		break;
	case CT_VALUE_INT:
	case CT_VALUE_UINT:
		header.dtype = value->kind == CT_VALUE_INT ? CT_INT64 : CT_UINT64;
		bytes = &value->i;
		break;
	case CT_VALUE_FLOAT:
		header.dtype = CT_FLOAT64;
		break;
	default:
		header.dtype = CT_COMPLEX128;
		n = sizeof parts;
	}
	return put_array(archive, text, ct_npy_header_write(&header, text), bytes, n);
}

static ct_error put_item(struct archive *archive, const ct_value *name, const ct_value *value)
{
	const struct ct_file_output *output = archive->zip.output;
	ct_tensor *tensor;

	archive->name.length = 0;
	ct_text_add(&archive->name, name->object);
	ct_text_add(&archive->name, ending);
	if (archive->name.failed)
		return ct_no_memory(output->function, "for an entry of %s", output->path);
	if (is_number(value))
		return put_number(archive, value);
	CT_TRY(ct_value_as_tensor(value, &tensor));
	return put_tensor(archive, name, tensor);
}

static ct_error put_archive(struct ct_file_output *output, void *context)
{
	struct archive *archive = context;
	ct_error error = NULL;
	ct_value name, value;

	ct_zip_writer_init(&archive->zip, &ct_zip_numpy, output);
	for (int64_t i = 0; i < ct_value_count(archive->arrays) && error == NULL; i++) {
		error = ct_value_dict_item(archive->arrays, i, &name, &value);
		if (error == NULL)
			error = put_item(archive, &name, &value);
	}
	if (error == NULL)
		error = ct_zip_finish(&archive->zip);
	ct_zip_writer_free(&archive->zip);
	return error;
}

/* The bytes of all elements; -1 if they are to be compressed. */
static int64_t nbytes_of(const struct archive *archive)
{
	int64_t nbytes = 0;

	for (int64_t i = 0; i < ct_value_count(archive->arrays); i++) {
		ct_value name, value = { 0 };

		ct_error_free(ct_value_dict_item(archive->arrays, i, &name, &value));
		if (value.kind == CT_VALUE_TENSOR)
			nbytes += ct_tensor_numel(value.object) *
				  ct_tensor_element_size(value.object);
	}
	return archive->method == CT_ZIP_DEFLATED ? -1 : nbytes;
}

/* --- The call -------------------------------------------------------------------------------- */

ct_error ct_npz_save(const ct_value *arrays, const char *path, bool compressed)
{
	struct archive archive = { .method = compressed ? CT_ZIP_DEFLATED : CT_ZIP_STORED };
	ct_error error;
	ct_value dict; /* in which texts are complete, and no name occurs twice */

	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	if (arrays == NULL || arrays->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "argument 1 (arrays) must be a dict of tensors, not %s",
				    ct_value_type_name(arrays));
	CT_TRY(ct_value_copy_for(arrays, __func__, &dict));
	archive.arrays = &dict;
	error = check_arrays(__func__, &dict);
	if (error == NULL)
		error = ct_file_write_by(__func__, path, nbytes_of(&archive), put_archive,
					 &archive);
	ct_text_release(&archive.name);
	ct_value_free(&dict);
	return error;
}
