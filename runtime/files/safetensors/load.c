/*
 * Loading safetensors.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/safetensors.h>
#include <ctorch/macros/try.h>

#include "core/memory/expression.h"
#include "files/io/signature.h"
#include "files/safetensors/index.h"
#include "files/safetensors/open.h"
#include "files/safetensors/read.h"

static ct_error read_tensors(struct ct_st_reading *reading, const struct ct_st_source *source)
{
	struct ct_st_header header;
	ct_error error = ct_st_header_read(source, &header);

	if (error == NULL)
		error = ct_st_read_tensors(reading, source, &header);
	ct_st_header_release(&header);
	return error;
}

static ct_error read_by_index(struct ct_st_reading *reading, const struct ct_st_source *source)
{
	struct ct_st_index index;
	ct_error error = ct_st_index_read(source, CT_ST_END, &index);

	if (error == NULL)
		error = ct_st_read_shards(reading, source->name, &index);
	ct_st_index_release(&index);
	return error;
}

/* Reads header and data through one descriptor, so that both are of the same file even if another
 * one takes its name in between. */
static ct_error read_path(struct ct_st_reading *reading, const char *path, bool is_index)
{
	struct ct_st_source source;
	ct_error error;

	CT_TRY(ct_st_open(reading->function, path, &source));
	error = (is_index ? read_by_index : read_tensors)(reading, &source);
	if (!is_index)
		error = ct_signature_explain(reading->function, path, source.fd,
					     "a safetensors file", CT_OWN_NONE, error);
	close(source.fd);
	return error;
}

static ct_error check_arguments(const char *function, const char *path, const ct_value *result,
				int position)
{
	if (path == NULL)
		return ct_missing_argument(function, 1, "path");
	if (result == NULL)
		return ct_missing_argument(function, position, "result");
	return ct_st_check_machine(function);
}

ct_error ct_safetensors_load(const char *path, const ct_load_options *options, ct_value *result)
{
	struct ct_st_reading reading;
	ct_error error;
	bool is_index;
	char *found;

	CT_TRY(check_arguments(__func__, path, result, 3));
	CT_TRY(ct_st_find(__func__, path, &found, &is_index));
	error = ct_st_reading_open(__func__, 2, options, &reading);
	if (error == NULL)
		error = read_path(&reading, found, is_index);
	error = ct_st_reading_close(&reading, error, found, result);
	free(found);
	return error;
}

ct_error ct_safetensors_decode(const void *bytes, int64_t nbytes, const ct_load_options *options,
			       ct_value *result)
{
	const struct ct_st_source source = { __func__, "argument 1 (bytes)", -1, bytes, nbytes };
	struct ct_st_reading reading;
	ct_error error;

	if (nbytes < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (nbytes) must not be negative");
	if (bytes == NULL && nbytes)
		return ct_missing_argument(__func__, 1, "bytes");
	CT_TRY(check_arguments(__func__, "", result, 4));
	error = ct_st_reading_open(__func__, 3, options, &reading);
	if (error == NULL)
		error = read_tensors(&reading, &source);
	return ct_st_reading_close(&reading, error, source.name, result);
}

/* --- Metadata -------------------------------------------------------------------------------- */

static ct_error metadata_of_file(const struct ct_st_source *source, ct_value *result)
{
	struct ct_st_header header;
	ct_error error = ct_st_header_read(source, &header);

	if (error == NULL) {
		*result = ct_value_is_none(&header.metadata) ? ct_value_dict_new()
							     : header.metadata;
		header.metadata = ct_value_none();
	}
	ct_st_header_release(&header);
	return error;
}

static ct_error metadata_of_index(const struct ct_st_source *source, ct_value *result)
{
	struct ct_st_index index;
	ct_error error = ct_st_index_read(source, CT_ST_END, &index);

	if (error == NULL) {
		*result = index.metadata;
		index.metadata = ct_value_none();
	}
	ct_st_index_release(&index);
	return error;
}

ct_error ct_safetensors_metadata(const char *path, ct_value *result)
{
	struct ct_st_source source;
	ct_error error;
	bool is_index;
	char *found;

	CT_TRY(check_arguments(__func__, path, result, 2));
	CT_TRY(ct_st_find(__func__, path, &found, &is_index));
	error = ct_st_open(__func__, found, &source);
	if (error == NULL) {
		error = (is_index ? metadata_of_index : metadata_of_file)(&source, result);
		close(source.fd);
	}
	free(found);
	return error;
}
