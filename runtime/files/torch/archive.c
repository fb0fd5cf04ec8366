/*
 * The zip archives that PyTorch's writer makes.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/literals.h>
#include <ctorch/tensor/storage.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "files/torch/archive.h"
#include "files/torch/saver.h"

typedef struct ct_torch_archive archive;

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

static ct_error archive_no_memory(const archive *self)
{
	return ct_no_memory(self->zip.output->function, "to write %s", self->zip.output->path);
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* Keeps a name for the id, and makes room for its checksum. */
static ct_error keep_name(archive *self, const char *name)
{
	const int64_t len = (int64_t)self->len + 1;
	char **names = ct_array_grow(self->names, &self->names_room, len, sizeof *names);
	uint32_t *checksums;

	if (names == NULL)
		return archive_no_memory(self);
	self->names = names;
	checksums = ct_array_grow(self->checksums, &self->checksums_room, len, sizeof *checksums);
	if (checksums == NULL)
		return archive_no_memory(self);
	self->checksums = checksums;
	names[self->len] = strdup(name);
	return names[self->len] ? NULL : archive_no_memory(self);
}

ct_error ct_torch_archive_add(archive *self, const char *name, const void *bytes, size_t n)
{
	const struct ct_file_piece piece = { bytes, n };
	const size_t root_len = self->root.length;

	CT_TRY(keep_name(self, name));
	self->len++;
	ct_text_add(&self->root, name);
	if (self->root.failed)
		return archive_no_memory(self);
	CT_TRY(ct_zip_put(&self->zip, self->root.data, &piece, 1, CT_ZIP_STORED,
			  &self->checksums[self->len - 1]));
	self->root.data[root_len] = '\0';
	self->root.length = root_len;
	return NULL;
}

ct_error ct_torch_archive_add_text(archive *self, const char *name, const char *text)
{
	return ct_torch_archive_add(self, name, text, strlen(text));
}

ct_error ct_torch_archive_add_storage(archive *self, const char *name, const ct_storage *storage)
{
	const int64_t nbytes = ct_storage_nbytes(storage);
	ct_storage *copy;

	CT_OWN_SCOPE(self->zip.output->function);
	if (ct_storage_device(storage).type != CT_DEVICE_TYPE_CPU) {
		CT_TRY(ct_storage_new(nbytes, CT_DEVICE_CPU, &copy));
		CT_TRY(ct_storage_copy(copy, storage));
		storage = copy;
	}
	return ct_torch_archive_add(self, name, ct_storage_data(storage), (size_t)nbytes);
}

ct_error ct_torch_archive_add_byte_order(archive *self)
{
	return ct_torch_archive_add_text(
		self, "byteorder", __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big");
}

ct_error ct_torch_archive_add_id(archive *self)
{
	char id[41];

	ct_serialization_id((const char *const *)self->names, self->checksums, self->len, id);
	return ct_torch_archive_add_text(self, ".data/serialization_id", id);
}

/* --- Writing ---------------------------------------------------------------------------------- */

struct filling {
	archive *archive;
	ct_torch_archive_filler fill;
	void *context;
};

static ct_error put_archive(struct ct_file_output *output, void *context)
{
	struct filling *filling = context;
	struct ct_zip_writer *zip = &filling->archive->zip;
	ct_error error;

	ct_zip_writer_init(zip, &ct_zip_pytorch, output);
	error = filling->fill(filling->archive, filling->context);
	if (error == NULL)
		error = ct_zip_finish(zip);
	ct_zip_writer_free(zip);
	return error;
}

static void archive_release(archive *self)
{
	ct_text_release(&self->root);
	for (size_t i = 0; i < self->len; i++)
		free(self->names[i]);
	free(self->names);
	free(self->checksums);
}

ct_error ct_torch_archive_write(const char *function, const char *path, int64_t total,
				ct_torch_archive_filler fill, void *context)
{
	archive self = { .len = 0 };
	struct filling filling = { &self, fill, context };
	ct_error error;

	add_root(&self.root, path);
	error = self.root.failed ? ct_no_memory(function, "to write %s", path)
				 : ct_file_write_by(function, path, total, put_archive, &filling);
	archive_release(&self);
	return error;
}

ct_error ct_torch_archive_encode(const char *function, const char *name,
				 ct_torch_archive_filler fill, void *context, char **result,
				 size_t *nbytes)
{
	archive self = { .len = 0 };
	struct filling filling = { &self, fill, context };
	ct_error error;

	add_root(&self.root, name);
	error = self.root.failed ? ct_no_memory(function, "to write %s", name)
				 : ct_file_write_memory(function, name, put_archive, &filling,
							result, nbytes);
	archive_release(&self);
	return error;
}
