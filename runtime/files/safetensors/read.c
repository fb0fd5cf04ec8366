/*
 * Tensors of one safetensors file: copied, mapped, on other devices.
 */
#include <string.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/shown.h"
#include "files/io/place.h"
#include "files/io/shared_map.h"
#include "files/safetensors/read.h"

/* --- One tensor ------------------------------------------------------------------------------ */

struct file {
	const struct ct_st_source *source;
	const struct ct_st_header *header;
	struct ct_shared_map *map; /* of the whole file; NULL: the data are copied */
};

/* As libtorch counts. */
static void shape_of(const struct ct_st_tensor *tensor, int64_t shape[CT_ST_MAX_DIM])
{
	if (tensor->ndim == 0)
		return;
	memcpy(shape, tensor->shape, (size_t)tensor->ndim * sizeof *shape);
	shape[tensor->ndim - 1] /= tensor->type->packed;
}

static ct_error make_empty(const struct ct_st_tensor *tensor, ct_device device, ct_tensor **result)
{
	int64_t shape[CT_ST_MAX_DIM];

	shape_of(tensor, shape);
	return ct_empty_memory_format(shape, tensor->ndim, tensor->type->dtype, CT_LAYOUT_NONE,
				      device, NULL, CT_MEMORY_FORMAT_NONE, result);
}

static ct_error copy(const struct file *file, const struct ct_st_tensor *tensor, ct_tensor **result)
{
	ct_error error;

	CT_TRY(make_empty(tensor, CT_DEVICE_CPU, result));
	error = ct_st_read(file->source, file->header->data + tensor->begin,
			   ct_tensor_mutable_data(*result), tensor->end - tensor->begin);
	if (error)
		ct_tensor_free(*result);
	return error;
}

static ct_error use_map(const struct file *file, const struct ct_st_tensor *tensor,
			ct_tensor **result)
{
	const int64_t position = file->header->data + tensor->begin;
	struct ct_shared_map *map = ct_shared_map_keep(file->map);
	int64_t shape[CT_ST_MAX_DIM];
	ct_error error;

	shape_of(tensor, shape);
	error = ct_tensor_from_blob(ct_shared_map_data(map) + position, tensor->type->dtype,
				    CT_INTS_OF(shape, tensor->ndim), CT_NO_INTS,
				    ct_shared_map_release, map, result);
	if (error)
		ct_shared_map_close(map);
	return error;
}

/* The header of another program's file may end anywhere. */
static bool is_aligned(const struct file *file, const struct ct_st_tensor *tensor)
{
	return (file->header->data + tensor->begin) % ct_st_type_alignment(tensor->type) == 0;
}

/* libtorch's behavior with other bytes is undefined. */
static ct_error check_bools(const struct file *file, const struct ct_st_tensor *tensor,
			    const ct_tensor *made)
{
	const unsigned char *bytes = ct_tensor_data(made);
	char shown[CT_SHOWN];

	for (int64_t i = 0; i < tensor->end - tensor->begin; i++)
		if (bytes[i] > 1)
			return ct_error_new(CT_ERROR_VALUE, file->source->function,
					    "%s: tensor '%s': element %lld is %d, a bool must be 0 "
					    "or 1; the file is damaged: fetch or save it again",
					    file->source->name, ct_shown(tensor->name, shown),
					    (long long)i, bytes[i]);
	return NULL;
}

static ct_error make_on_cpu(const struct file *file, const struct ct_st_tensor *tensor,
			    ct_tensor **result)
{
	const bool mapped = file->map && tensor->end > tensor->begin && is_aligned(file, tensor);
	ct_error error = NULL;

	CT_TRY((mapped ? use_map : copy)(file, tensor, result));
	if (tensor->type->dtype == CT_BOOL)
		error = check_bools(file, tensor, *result);
	if (error)
		ct_tensor_free(*result);
	return error;
}

static ct_error make_on(const struct file *file, const struct ct_st_tensor *tensor,
			ct_device device, ct_tensor **result)
{
	ct_tensor *here;

	if (device.type == CT_DEVICE_TYPE_META)
		return make_empty(tensor, device, result);
	CT_TRY(make_on_cpu(file, tensor, &here));
	return ct_place_move(here, device, result);
}

/* --- All tensors ----------------------------------------------------------------------------- */

static ct_error read_skip(struct ct_st_reading *reading, const struct ct_st_source *source,
			  const struct ct_st_tensor *tensor)
{
	const ct_value name = ct_value_string(tensor->name);
	char shown[CT_SHOWN];

	if (!reading->options.skip_unknown)
		return ct_error_new(CT_ERROR_TYPE, source->function,
				    "%s: tensor '%s' is of type %s, which libtorch does not "
				    "support; convert it with the program that wrote it, or leave "
				    "it out (keys, skip_unknown)",
				    source->name, ct_shown(tensor->name, shown),
				    tensor->type->name);
	CT_TRY(ct_value_list_append(&reading->skipped, name));
	return ct_value_dict_set(&reading->tensors, name, ct_value_none());
}

static ct_error read_add(struct ct_st_reading *reading, const struct file *file,
			 const struct ct_st_tensor *tensor)
{
	ct_tensor *made;
	ct_error error;

	if (tensor->type->dtype == CT_DTYPE_NONE)
		return read_skip(reading, file->source, tensor);
	CT_TRY(make_on(file, tensor, ct_place_next(&reading->options), &made));
	error = ct_value_dict_set(&reading->tensors, ct_value_string(tensor->name),
				  ct_value_tensor(made));
	ct_tensor_free(made);
	return error;
}

ct_error ct_st_read_tensors(struct ct_st_reading *reading, const struct ct_st_source *source,
			    const struct ct_st_header *header)
{
	struct file file = { source, header, NULL };
	ct_error error = NULL;

	if (reading->options.mmap && source->fd >= 0)
		CT_TRY(ct_shared_map_open(source->function, source->name, source->fd, source->size,
					  &file.map));
	for (int64_t i = 0; i < header->len && error == NULL; i++)
		if (ct_keys_has(&reading->keys, header->tensors[i].name,
				strlen(header->tensors[i].name)))
			error = read_add(reading, &file, &header->tensors[i]);
	ct_shared_map_close(file.map);
	return error;
}

/* --- The call -------------------------------------------------------------------------------- */

ct_error ct_st_reading_open(const char *function, int position, const ct_load_options *options,
			    struct ct_st_reading *reading)
{
	*reading = (struct ct_st_reading){ .function = function };
	if (options)
		reading->options = *options;
	CT_TRY(ct_place_check(function, position, &reading->options));
	CT_TRY(ct_keys_read(function, position, &reading->options, &reading->keys));
	reading->tensors = ct_value_dict_new();
	reading->skipped = ct_value_list_new();
	return NULL;
}

ct_error ct_st_reading_close(struct ct_st_reading *reading, ct_error error, const char *file,
			     ct_value *result)
{
	if (error == NULL)
		error = ct_keys_check(&reading->keys, reading->function, file);
	if (error == NULL) {
		*result = reading->tensors;
		reading->tensors = ct_value_none();
	}
	if (error == NULL && reading->options.skipped) {
		*reading->options.skipped = reading->skipped;
		reading->skipped = ct_value_none();
	}
	ct_value_free(&reading->tensors);
	ct_value_free(&reading->skipped);
	ct_keys_release(&reading->keys);
	return error;
}
