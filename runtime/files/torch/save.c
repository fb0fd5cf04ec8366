/*
 * torch.save().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/files/save.h>
#include <ctorch/tensor/storage.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "files/torch/saver.h"
#include "files/zip/zip.h"

/* data.pkl, .format_version, .storage_alignment, byteorder, version and the id. */
enum { OTHER_ENTRIES = 6 };

/* A zip archive that is being made, and what its id is computed from. */
struct archive {
	const struct ct_saver *saver;
	struct ct_zip_writer zip;
	struct ct_text root; /* "model/" */
	const char **names;  /* of entries, without the root */
	uint32_t *checksums;
	size_t len;
};

/* The file's name without its ending, as PyTorch's. */
static void add_root(struct ct_text *root, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path,
		   *dot = strrchr(name, '.');

	ct_text_add_bytes(root, name, dot ? (size_t)(dot - name) : strlen(name));
	if (root->length == 0)
		ct_text_add(root, "archive");
	ct_text_add(root, "/");
}

static ct_error open_archive(struct archive *archive, const char *function, const char *path,
			     size_t storages)
{
	const int64_t most = ct_size_plus((int64_t)storages, OTHER_ENTRIES);

	add_root(&archive->root, path);
	archive->names = ct_array_new(most, sizeof *archive->names);
	archive->checksums = ct_array_new(most, sizeof *archive->checksums);
	if (archive->names == NULL || archive->checksums == NULL || archive->root.failed)
		return ct_no_memory(function, "to write %s", path);
	return NULL;
}

static void close_archive(struct archive *archive)
{
	ct_text_release(&archive->root);
	free(archive->names);
	free(archive->checksums);
}

static ct_error add_entry(struct archive *archive, const char *name, const void *bytes, size_t n)
{
	const struct ct_file_piece piece = { bytes, n };
	const size_t root_len = archive->root.length;

	ct_text_add(&archive->root, name);
	if (archive->root.failed)
		return ct_no_memory(archive->zip.output->function, "to write %s",
				    archive->zip.output->path);
	CT_TRY(ct_zip_put(&archive->zip, archive->root.data, &piece, 1, CT_ZIP_STORED,
			  &archive->checksums[archive->len]));
	archive->names[archive->len++] = name;
	archive->root.data[root_len] = '\0';
	archive->root.length = root_len;
	return NULL;
}

static ct_error save_add_text(struct archive *archive, const char *name, const char *text)
{
	return add_entry(archive, name, text, strlen(text));
}

/* Bytes of another device are copied first, for as long as they are needed. */
static ct_error save_storage(struct archive *archive, const struct ct_written_storage *written)
{
	const ct_storage *storage = written->storage;
	const int64_t nbytes = ct_storage_nbytes(storage);
	ct_storage *copy;

	CT_OWN_SCOPE(archive->saver->function);
	if (ct_storage_device(storage).type != CT_DEVICE_TYPE_CPU) {
		CT_TRY(ct_storage_new(nbytes, CT_DEVICE_CPU, &copy));
		CT_TRY(ct_storage_copy(copy, storage));
		storage = copy;
	}
	return add_entry(archive, written->name, ct_storage_data(storage), (size_t)nbytes);
}

static ct_error add_entries(struct archive *archive, const struct ct_saver *saver)
{
	const struct ct_written_storage *storage;
	char id[41];

	CT_TRY(add_entry(archive, "data.pkl", saver->pickler.bytes.data,
			 saver->pickler.bytes.length));
	CT_TRY(save_add_text(archive, ".format_version", "1"));
	CT_TRY(save_add_text(archive, ".storage_alignment", "64"));
	CT_TRY(save_add_text(archive, "byteorder",
			     __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big"));
	for (storage = saver->storages; storage; storage = storage->hh.next)
		CT_TRY(save_storage(archive, storage));
	CT_TRY(save_add_text(archive, "version", "3\n"));
	ct_serialization_id(archive->names, archive->checksums, archive->len, id);
	return save_add_text(archive, ".data/serialization_id", id);
}

static ct_error put_archive(struct ct_file_output *output, void *context)
{
	struct archive *archive = context;
	ct_error error;

	ct_zip_writer_init(&archive->zip, &ct_zip_pytorch, output);
	error = add_entries(archive, archive->saver);
	if (error == NULL)
		error = ct_zip_finish(&archive->zip);
	ct_zip_writer_free(&archive->zip);
	return error;
}

static ct_error write_archive(const struct ct_saver *saver, const char *path)
{
	struct archive archive = { .saver = saver };
	int64_t total = (int64_t)saver->pickler.bytes.length;
	const struct ct_written_storage *storage;
	ct_error error;

	for (storage = saver->storages; storage; storage = storage->hh.next)
		total += ct_storage_nbytes(storage->storage);
	error = open_archive(&archive, saver->function, path, HASH_COUNT(saver->storages));
	if (error == NULL)
		error = ct_file_write_by(saver->function, path, total, put_archive, &archive);
	close_archive(&archive);
	return error;
}

static ct_error save(struct ct_saver *saver, const ct_value *value, const char *path)
{
	CT_OWN_SCOPE(saver->function);
	ct_pickle_begin(&saver->pickler);
	CT_TRY(ct_save_value(saver, value));
	ct_pickle_op(&saver->pickler, CT_PICKLE_STOP);
	if (saver->pickler.failed || saver->pickler.bytes.failed)
		return ct_no_memory(saver->function, "to write %s", path);
	return write_archive(saver, path);
}

static void save_release(struct ct_saver *saver)
{
	struct ct_written_storage *storage, *next;

	HASH_ITER (hh, saver->storages, storage, next) {
		HASH_DEL(saver->storages, storage);
		free(storage);
	}
	ct_pickler_free(&saver->pickler);
	ct_text_release(&saver->key);
}

ct_error ct_save(const ct_value *value, const char *path)
{
	struct ct_saver saver = { .function = __func__ };
	const ct_value none = ct_value_none();
	ct_error error;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	error = save(&saver, value ? value : &none, path);
	save_release(&saver);
	return error;
}
