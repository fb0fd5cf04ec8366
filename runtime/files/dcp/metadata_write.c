/*
 * Writing the metadata of a distributed checkpoint, as Python's pickler writes the class Metadata.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "files/dcp/folder.h"
#include "files/io/write.h"
#include "files/safetensors/open.h"
#include "files/torch/saver.h"

/* The form that FileSystemWriter gives its metadata. */
static const char version[] = "1.0.0";

static const char module[] = "torch.distributed.checkpoint.metadata";

/* --- Objects ----------------------------------------------------------------------------------- */

static void op(struct ct_saver *saver, int opcode)
{
	ct_pickle_op(&saver->pickler, opcode);
}

static void text(struct ct_saver *saver, const char *string)
{
	ct_pickle_text(&saver->pickler, string, strlen(string));
}

/* A new object of a class; its attributes must follow, or nothing. */
static void new_object(struct ct_saver *saver, const char *of_module, const char *class_name)
{
	ct_pickle_named(&saver->pickler, of_module, class_name);
	op(saver, CT_PICKLE_EMPTY_TUPLE);
	op(saver, CT_PICKLE_NEW_OBJECT);
	ct_pickle_memoize(&saver->pickler);
}

static void begin_dict(struct ct_saver *saver)
{
	op(saver, CT_PICKLE_EMPTY_DICT);
	ct_pickle_memoize(&saver->pickler);
	op(saver, CT_PICKLE_MARK);
}

static void end_object(struct ct_saver *saver)
{
	op(saver, CT_PICKLE_SETITEMS);
	op(saver, CT_PICKLE_BUILD);
}

/* torch.Size((2, 3)). */
static void size_of(struct ct_saver *saver, const int64_t *size, int64_t dim)
{
	ct_pickle_named(&saver->pickler, "torch", "Size");
	ct_pickle_ints(&saver->pickler, size, dim);
	ct_pickle_tuple(&saver->pickler, 1);
	op(saver, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&saver->pickler);
}

/* --- state_dict_metadata ----------------------------------------------------------------------- */

static void put_memory_format(struct ct_saver *saver)
{
	ct_pickle_named(&saver->pickler, module, "_MEM_FORMAT_ENCODING");
	ct_pickle_int(&saver->pickler, 0); /* contiguous: only the dtype is used */
	ct_pickle_tuple(&saver->pickler, 1);
	op(saver, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&saver->pickler);
}

/* The state of (dtype, layout, requires_grad, memory format, pin_memory), which all releases read. */
static void put_properties(struct ct_saver *saver, const struct ct_dcp_entry *entry)
{
	new_object(saver, module, "TensorProperties");
	op(saver, CT_PICKLE_MARK);
	ct_save_dtype(saver, entry->dtype);
	ct_save_layout(saver, CT_STRIDED);
	ct_pickle_bool(&saver->pickler, false);
	put_memory_format(saver);
	ct_pickle_bool(&saver->pickler, false);
	ct_pickle_tuple(&saver->pickler, 5);
	op(saver, CT_PICKLE_BUILD);
}

static void put_chunks(struct ct_saver *saver, const struct ct_dcp_entry *entry)
{
	op(saver, CT_PICKLE_EMPTY_LIST);
	ct_pickle_memoize(&saver->pickler);
	op(saver, CT_PICKLE_MARK);
	for (int64_t i = 0; i < entry->chunks_len; i++) {
		new_object(saver, module, "ChunkStorageMetadata");
		begin_dict(saver);
		text(saver, "offsets");
		size_of(saver, entry->chunks[i].offsets, entry->dim);
		text(saver, "sizes");
		size_of(saver, entry->chunks[i].size, entry->dim);
		end_object(saver);
	}
	op(saver, CT_PICKLE_APPENDS);
}

static void put_entry(struct ct_saver *saver, const struct ct_dcp_entry *entry)
{
	text(saver, entry->key);
	if (!entry->is_tensor) {
		new_object(saver, module, "BytesStorageMetadata");
		return;
	}
	new_object(saver, module, "TensorStorageMetadata");
	begin_dict(saver);
	text(saver, "properties");
	put_properties(saver, entry);
	text(saver, "size");
	size_of(saver, entry->size, entry->dim);
	text(saver, "chunks");
	put_chunks(saver, entry);
	end_object(saver);
}

static void put_entries(struct ct_saver *saver, const struct ct_dcp_folder *self)
{
	text(saver, "state_dict_metadata");
	begin_dict(saver);
	for (const struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		put_entry(saver, entry);
	op(saver, CT_PICKLE_SETITEMS);
}

/* --- planner_data ------------------------------------------------------------------------------ */

static void put_path(struct ct_saver *saver, const struct ct_dcp_entry *entry)
{
	text(saver, entry->key);
	if (entry->path_len > 3)
		op(saver, CT_PICKLE_MARK);
	for (int64_t i = 0; i < entry->path_len; i++)
		if (entry->path[i].key)
			text(saver, entry->path[i].key);
		else
			ct_pickle_int(&saver->pickler, entry->path[i].index);
	ct_pickle_tuple(&saver->pickler, (size_t)entry->path_len);
}

static void put_paths(struct ct_saver *saver, const struct ct_dcp_folder *self)
{
	text(saver, "planner_data");
	begin_dict(saver);
	for (const struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		put_path(saver, entry);
	op(saver, CT_PICKLE_SETITEMS);
}

/* --- storage_data ------------------------------------------------------------------------------ */

static void put_index(struct ct_saver *saver, const struct ct_dcp_entry *entry, int64_t chunk)
{
	new_object(saver, module, "MetadataIndex");
	begin_dict(saver);
	text(saver, "fqn");
	text(saver, entry->key);
	if (entry->is_tensor) {
		text(saver, "index");
		ct_pickle_int(&saver->pickler, chunk);
		text(saver, "offset");
		size_of(saver, entry->chunks[chunk].offsets, entry->dim);
	} else {
		text(saver, "index");
		op(saver, CT_PICKLE_NONE);
	}
	end_object(saver);
}

static void put_info(struct ct_saver *saver, const struct ct_dcp_chunk *chunk)
{
	new_object(saver, "torch.distributed.checkpoint.filesystem", "_StorageInfo");
	begin_dict(saver);
	text(saver, "relative_path");
	text(saver, chunk->file);
	text(saver, "offset");
	ct_pickle_int(&saver->pickler, chunk->begin);
	text(saver, "length");
	ct_pickle_int(&saver->pickler, chunk->length);
	end_object(saver);
}

static void put_places(struct ct_saver *saver, const struct ct_dcp_folder *self)
{
	text(saver, "storage_data");
	begin_dict(saver);
	for (const struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		for (int64_t i = 0; i < entry->chunks_len; i++) {
			put_index(saver, entry, i);
			put_info(saver, &entry->chunks[i]);
		}
	op(saver, CT_PICKLE_SETITEMS);
}

/* --- The whole --------------------------------------------------------------------------------- */

static void pickle(struct ct_saver *saver, const struct ct_dcp_folder *self)
{
	ct_pickle_begin(&saver->pickler);
	new_object(saver, module, "Metadata");
	begin_dict(saver);
	put_entries(saver, self);
	put_paths(saver, self);
	put_places(saver, self);
	text(saver, "storage_meta");
	op(saver, CT_PICKLE_NONE);
	text(saver, "version");
	text(saver, version);
	end_object(saver);
	op(saver, CT_PICKLE_STOP);
}

ct_error ct_dcp_write_metadata(const struct ct_dcp_folder *self)
{
	struct ct_saver saver = { .function = self->function };
	struct ct_file_piece piece;
	char *path = NULL;
	ct_error error;

	CT_TRY(ct_st_join(self->function, self->path, CT_DCP_METADATA, &path));
	pickle(&saver, self);
	piece = (struct ct_file_piece){ saver.pickler.bytes.data, saver.pickler.bytes.length };
	error = saver.pickler.failed || saver.pickler.bytes.failed
			? ct_no_memory(self->function, "to write %s", path)
			: ct_file_write(self->function, path, &piece, 1);
	ct_pickler_free(&saver.pickler);
	ct_text_release(&saver.key);
	free(path);
	return error;
}
