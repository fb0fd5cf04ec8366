/*
 * Reading items of a distributed checkpoint: archives of torch.save() in parts of its files.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/shown.h"
#include "core/base/text.h"
#include "core/memory/own_scope.h"
#include "files/dcp/folder.h"
#include "files/io/map.h"
#include "files/safetensors/open.h"
#include "files/torch/loader.h"

/* --- Any item ---------------------------------------------------------------------------------- */

static ct_error open_item(const struct ct_dcp_folder *self, const struct ct_dcp_chunk *chunk,
			  struct ct_load_source *source)
{
	char *path = NULL;
	ct_error error;
	int64_t size;

	CT_TRY(ct_st_join(self->function, self->path, chunk->file, &path));
	error = ct_file_open(self->function, path, O_RDONLY, &source->fd, &size);
	free(path);
	source->begin = chunk->begin;
	source->size = chunk->length;
	return error;
}

static ct_error read_item(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			  const struct ct_dcp_chunk *chunk, const ct_load_options *options,
			  ct_value *result)
{
	struct ct_load_source source = { .fd = -1 };
	struct ct_text name = { 0 };
	char shown[CT_SHOWN];
	ct_error error;

	ct_text_addf(&name, "%s/%s: '%s'", self->path, chunk->file, ct_shown(entry->key, shown));
	source.name = name.data ? name.data : self->path;
	error = open_item(self, chunk, &source);
	if (error == NULL)
		error = ct_load_opened(self->function, &source, options, result);
	ct_text_release(&name);
	return error;
}

ct_error ct_dcp_read_value(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			   const ct_load_options *options, ct_value *result)
{
	ct_load_options of_item = *options;

	of_item.keys = NULL;
	of_item.keys_len = 0;
	of_item.mmap = false; /* items are not aligned */
	return read_item(self, entry, entry->chunks, &of_item, result);
}

/* --- Tensors ----------------------------------------------------------------------------------- */

static bool is_as_described(const struct ct_dcp_entry *entry, const struct ct_dcp_chunk *chunk,
			    const ct_tensor *tensor)
{
	return ct_tensor_dtype(tensor) == entry->dtype && ct_tensor_dim(tensor) == entry->dim &&
	       ct_tensor_layout(tensor) == CT_STRIDED && !ct_tensor_is_nested(tensor) &&
	       memcmp(ct_tensor_shape(tensor), chunk->size,
		      (size_t)entry->dim * sizeof *chunk->size) == 0;
}

/* A chunk, in the innermost scope. */
static ct_error load_chunk(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			   const struct ct_dcp_chunk *chunk, ct_tensor **result)
{
	const ct_load_options options = { .map_location = CT_DEVICE_CPU };
	ct_value value;

	CT_TRY(read_item(self, entry, chunk, &options, &value));
	if (value.kind != CT_VALUE_TENSOR || !is_as_described(entry, chunk, value.object)) {
		ct_value_free(&value);
		return ct_unpickle_wrong(&self->reader,
					 "an item of '%s' in %s is not a tensor of the dtype and "
					 "size that the metadata describes",
					 entry->key, chunk->file);
	}
	return ct_value_take_tensor(&value, result);
}

/* Where a chunk and a box overlap in one dimension. */
struct common {
	int64_t in_chunk, in_box, length;
};

static struct common common_part(int64_t chunk, int64_t chunk_len, int64_t box, int64_t box_len)
{
	const int64_t begin = chunk > box ? chunk : box, chunk_end = chunk + chunk_len,
		      box_end = box + box_len, end = chunk_end < box_end ? chunk_end : box_end;

	return (struct common){ begin - chunk, begin - box, end - begin };
}

/* Whether they have common elements. */
static bool meets(const struct ct_dcp_entry *entry, const struct ct_dcp_chunk *chunk,
		  const int64_t *offsets, const int64_t *size)
{
	for (int64_t i = 0; i < entry->dim; i++)
		if (common_part(chunk->offsets[i], chunk->size[i], offsets[i], size[i]).length <= 0)
			return false;
	return true;
}

static ct_error copy_common(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			    const struct ct_dcp_chunk *chunk, const int64_t *offsets,
			    ct_tensor *into)
{
	ct_tensor *from, *to = into;

	CT_OWN_SCOPE(self->function);
	CT_TRY(load_chunk(self, entry, chunk, &from));
	for (int64_t i = 0; i < entry->dim; i++) {
		const struct common common = common_part(chunk->offsets[i], chunk->size[i],
							 offsets[i], ct_tensor_size(into, i));

		CT_TRY(ct_narrow(from, i, common.in_chunk, common.length, &from));
		CT_TRY(ct_narrow(to, i, common.in_box, common.length, &to));
	}
	return ct_copy_(to, from, false, NULL);
}

ct_error ct_dcp_read_box(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			 const int64_t *offsets, ct_tensor *into)
{
	ct_tensor *plain;

	CT_OWN_SCOPE(self->function);
	CT_TRY(ct_detach(into, &plain)); /* a parameter may be written to here */
	for (int64_t i = 0; i < entry->chunks_len; i++)
		if (meets(entry, &entry->chunks[i], offsets, ct_tensor_shape(into)))
			CT_TRY(copy_common(self, entry, &entry->chunks[i], offsets, plain));
	return NULL;
}

ct_error ct_dcp_read_tensor(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			    ct_tensor **result)
{
	const int64_t zeros[64] = { 0 };
	ct_tensor *made;

	if (entry->chunks_len == 1)
		return load_chunk(self, entry, entry->chunks, result);
	CT_TRY(ct_empty_memory_format(entry->size, entry->dim, entry->dtype, CT_LAYOUT_NONE,
				      CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE, &made));
	CT_TRY(ct_dcp_read_box(self, entry, zeros, made));
	*result = made;
	return NULL;
}
