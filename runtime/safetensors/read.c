/*
 * Tensors of one safetensors file: copied, mapped, on other devices.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/create.h>
#include <ctorch/ops.h>
#include <ctorch/tensor.h>

#include "files/map.h"
#include "safetensors/json.h"
#include "safetensors/read.h"

/* --- Mapped data ----------------------------------------------------------------------------- */

/* The data of a file, which all tensors on them share. */
struct mapping {
	struct ct_file_map *map;
	atomic_long users;
};

static void drop(void *data, void *context)
{
	struct mapping *mapping = context;

	(void)data;
	if (atomic_fetch_sub(&mapping->users, 1) > 1)
		return;
	ct_file_map_close(mapping->map);
	free(mapping);
}

static ct_error map_data(const struct ct_st_source *source, const struct ct_st_header *header,
			 struct mapping **result)
{
	const ct_map_options options = { .offset = header->data };
	struct mapping *mapping = malloc(sizeof *mapping);
	ct_error error;

	if (mapping == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, source->function,
				    "no memory for a mapping");
	atomic_init(&mapping->users, 1);
	error = ct_file_map_opened(source->function, source->name, source->fd, &options,
				   header->data_nbytes, &mapping->map);
	if (error)
		free(mapping);
	else
		*result = mapping;
	return error;
}

/* --- One tensor ------------------------------------------------------------------------------ */

struct file {
	const struct ct_st_source *source;
	const struct ct_st_header *header;
	struct mapping *mapping; /* NULL: the data are copied */
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

static ct_error use_mapping(const struct file *file, const struct ct_st_tensor *tensor,
			    ct_tensor **result)
{
	int64_t shape[CT_ST_MAX_DIM];
	ct_error error;

	shape_of(tensor, shape);
	atomic_fetch_add(&file->mapping->users, 1);
	error = ct_tensor_from_blob(file->mapping->map->data + tensor->begin, tensor->type->dtype,
				    shape, tensor->ndim, NULL, 0, drop, file->mapping, result);
	if (error)
		atomic_fetch_sub(&file->mapping->users, 1);
	return error;
}

/* The header of another program's file may end anywhere. */
static bool is_aligned(const struct file *file, const struct ct_st_tensor *tensor)
{
	return (file->header->data + tensor->begin) % ct_st_type_alignment(tensor->type) == 0;
}

/* libtorch's behaviour with other bytes is undefined. */
static ct_error check_bools(const struct file *file, const struct ct_st_tensor *tensor,
			    const ct_tensor *made)
{
	const unsigned char *bytes = ct_tensor_data(made);
	char shown[CT_JSON_SHOWN];

	for (int64_t i = 0; i < tensor->end - tensor->begin; i++)
		if (bytes[i] > 1)
			return ct_error_new(CT_ERROR_VALUE, file->source->function,
					    "%s: tensor '%s': element %lld is %d, a bool must be 0 "
					    "or 1; the file is damaged: fetch or save it again",
					    file->source->name, ct_json_shown(tensor->name, shown),
					    (long long)i, bytes[i]);
	return NULL;
}

static ct_error make_on_cpu(const struct file *file, const struct ct_st_tensor *tensor,
			    ct_tensor **result)
{
	const bool mapped = file->mapping && tensor->end > tensor->begin &&
			    is_aligned(file, tensor);
	ct_error error = NULL;

	CT_TRY((mapped ? use_mapping : copy)(file, tensor, result));
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
	ct_error error;

	if (device.type == CT_DEVICE_TYPE_META)
		return make_empty(tensor, device, result);
	CT_TRY(make_on_cpu(file, tensor, &here));
	if (device.type == CT_DEVICE_TYPE_CPU) {
		*result = here;
		return NULL;
	}
	error = ct_to_device(here, device, tensor->type->dtype, false, false, CT_MEMORY_FORMAT_NONE,
			     result);
	ct_tensor_free(here);
	return error;
}

/* --- All tensors ----------------------------------------------------------------------------- */

static ct_device place_of(const ct_load_options *options)
{
	ct_device device = options->map_location;

	if (options->map)
		device = options->map(CT_DEVICE_CPU, options->context);
	return device.type == CT_DEVICE_NONE.type ? CT_DEVICE_CPU : device;
}

static ct_error skip(struct ct_st_reading *reading, const struct ct_st_source *source,
		     const struct ct_st_tensor *tensor)
{
	const ct_value name = ct_value_string(tensor->name);
	char shown[CT_JSON_SHOWN];

	if (!reading->options.skip_unknown)
		return ct_error_new(CT_ERROR_TYPE, source->function,
				    "%s: tensor '%s' is of type %s, which libtorch does not have; "
				    "convert it with the program that wrote it, or leave it out "
				    "(keys, skip_unknown)",
				    source->name, ct_json_shown(tensor->name, shown),
				    tensor->type->name);
	CT_TRY(ct_value_list_append(&reading->skipped, name));
	return ct_value_dict_set(&reading->tensors, name, ct_value_none());
}

static ct_error add(struct ct_st_reading *reading, const struct file *file,
		    const struct ct_st_tensor *tensor)
{
	ct_tensor *made;
	ct_error error;

	if (tensor->type->dtype == CT_DTYPE_NONE)
		return skip(reading, file->source, tensor);
	CT_TRY(make_on(file, tensor, place_of(&reading->options), &made));
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
		CT_TRY(map_data(source, header, &file.mapping));
	for (int64_t i = 0; i < header->len && error == NULL; i++)
		if (ct_st_keys_has(&reading->keys, header->tensors[i].name))
			error = add(reading, &file, &header->tensors[i]);
	if (file.mapping)
		drop(NULL, file.mapping);
	return error;
}

/* --- The call -------------------------------------------------------------------------------- */

ct_error ct_st_reading_open(const char *function, int position, const ct_load_options *options,
			    struct ct_st_reading *reading)
{
	*reading = (struct ct_st_reading){ .function = function };
	if (options)
		reading->options = *options;
	if (reading->options.map && reading->options.map_location.type != CT_DEVICE_NONE.type)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (options): map and map_location are both given",
				    position);
	CT_TRY(ct_st_keys_read(function, position, &reading->options, &reading->keys));
	reading->tensors = ct_value_dict_new();
	reading->skipped = ct_value_list_new();
	return NULL;
}

ct_error ct_st_reading_close(struct ct_st_reading *reading, ct_error error, const char *file,
			     ct_value *result)
{
	if (error == NULL)
		error = ct_st_keys_check(&reading->keys, reading->function, file);
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
	free(reading->keys.keys);
	return error;
}
