/*
 * Saving safetensors.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/files/safetensors.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "files/io/plain.h"
#include "files/safetensors/header.h"
#include "files/safetensors/metadata.h"
#include "files/safetensors/open.h"
#include "files/safetensors/write.h"

/* --- Data ------------------------------------------------------------------------------------ */

/* The elements on the CPU, adjacent; new. */
static ct_error make_plain(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *here;
	ct_error error;

	if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU)
		return ct_make_plain_contiguous(tensor, result);
	CT_TRY(ct_to_device(tensor, CT_DEVICE_CPU, ct_tensor_dtype(tensor), false, false,
			    CT_MEMORY_FORMAT_NONE, &here));
	error = ct_make_plain_contiguous(here, result);
	ct_tensor_free(here);
	return error;
}

/* A file to be written. */
struct file {
	const struct ct_text *header;
	const struct ct_st_items *items;
};

/* Only one tensor at a time is copied, if at all. */
static ct_error put_data(struct ct_file_output *output, const struct ct_st_item *item)
{
	ct_tensor *plain;
	ct_error error;

	if (item->nbytes == 0)
		return NULL;
	CT_TRY(make_plain(item->tensor, &plain));
	error = ct_file_put(output, ct_tensor_data(plain), (size_t)item->nbytes);
	ct_tensor_free(plain);
	return error;
}

static ct_error put_file(struct ct_file_output *output, void *context)
{
	const struct file *file = context;

	CT_TRY(ct_file_put(output, file->header->data, file->header->length));
	for (int64_t i = 0; i < file->items->len; i++)
		CT_TRY(put_data(output, &file->items->items[i]));
	return NULL;
}

ct_error ct_st_write_file(const char *function, const char *path, struct ct_st_items *items,
			  const ct_value *metadata)
{
	struct ct_text header = { 0 };
	ct_error error = ct_st_header_write(function, items, metadata, &header);
	int64_t total = (int64_t)header.length;

	for (int64_t i = 0; i < items->len; i++)
		total += items->items[i].nbytes;
	if (error == NULL)
		error = ct_file_write_by(function, path, total, put_file,
					 &(struct file){ &header, items });
	ct_text_release(&header);
	return error;
}

/* --- The calls ------------------------------------------------------------------------------- */

/* What a call was given, checked; to be released, also after an error. */
struct given {
	struct ct_st_items items;
	ct_value metadata;
};

static ct_error read_given(const char *function, const ct_value *tensors, const ct_value *metadata,
			   int position, struct given *given)
{
	*given = (struct given){ 0 };
	CT_TRY(ct_st_check_machine(function));
	CT_TRY(ct_st_metadata_read(function, position, metadata, &given->metadata));
	return ct_st_items_read(function, tensors, &given->items);
}

static void release_given(struct given *given)
{
	ct_st_items_release(&given->items);
	ct_value_free(&given->metadata);
}

ct_error ct_safetensors_save(const ct_value *tensors, const char *path, const ct_value *metadata)
{
	struct given given;
	ct_error error;

	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	error = read_given(__func__, tensors, metadata, 3, &given);
	if (error == NULL)
		error = ct_st_write_file(__func__, path, &given.items, &given.metadata);
	release_given(&given);
	return error;
}

static ct_error copy_data(const struct ct_st_item *item, char *bytes)
{
	ct_tensor *plain;

	if (item->nbytes == 0)
		return NULL;
	CT_TRY(make_plain(item->tensor, &plain));
	memcpy(bytes, ct_tensor_data(plain), (size_t)item->nbytes);
	ct_tensor_free(plain);
	return NULL;
}

static ct_error format(const char *function, const struct file *file, char **bytes, int64_t *nbytes)
{
	size_t n = file->header->length;
	ct_error error = NULL;
	char *memory;

	for (int64_t i = 0; i < file->items->len; i++)
		n += (size_t)file->items->items[i].nbytes;
	memory = ct_given_new(n);
	if (memory == NULL)
		return ct_no_memory(function, "for %zu bytes", n);
	memcpy(memory, file->header->data, file->header->length);
	n = file->header->length;
	for (int64_t i = 0; i < file->items->len && error == NULL; i++) {
		error = copy_data(&file->items->items[i], memory + n);
		n += (size_t)file->items->items[i].nbytes;
	}
	if (error) {
		ct_free(memory);
		return error;
	}
	*bytes = memory;
	*nbytes = (int64_t)n;
	return NULL;
}

ct_error ct_safetensors_encode(const ct_value *tensors, const ct_value *metadata, char **bytes,
			       int64_t *nbytes)
{
	struct ct_text header = { 0 };
	struct given given;
	ct_error error;

	if (bytes == NULL || nbytes == NULL)
		return ct_missing_argument(__func__, bytes ? 4 : 3, bytes ? "nbytes" : "bytes");
	error = read_given(__func__, tensors, metadata, 2, &given);
	if (error == NULL)
		error = ct_st_header_write(__func__, &given.items, &given.metadata, &header);
	if (error == NULL)
		error = format(__func__, &(struct file){ &header, &given.items }, bytes, nbytes);
	ct_text_release(&header);
	release_given(&given);
	return error;
}
