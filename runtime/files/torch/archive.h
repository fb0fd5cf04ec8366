/*
 * Inside the library: the zip archives that PyTorch's writer makes, for torch.save() and for
 * torch.export.save(): in a folder with the file's name, with an id of all entries at the end.
 */
#ifndef CT_FILES_TORCH_ARCHIVE_H
#define CT_FILES_TORCH_ARCHIVE_H

#include <ctorch/core/types.h>

#include "core/base/text.h"
#include "files/zip/zip.h"

struct ct_torch_archive {
	struct ct_zip_writer zip;
	struct ct_text root; /* "model/" */
	char **names;        /* of entries, without the root */
	uint32_t *checksums;
	size_t len;
	int64_t names_room, checksums_room;
};

/* Writes the entries, by the functions below. */
typedef ct_error (*ct_torch_archive_filler)(struct ct_torch_archive *archive, void *context);

/* Writes an archive completely or not at all. `total`: about as many bytes, for reports. */
ct_error ct_torch_archive_write(const char *function, const char *path, int64_t total,
				ct_torch_archive_filler fill, void *context) CT_WARN_UNUSED;

/* The archive in memory: free(). Its folder is called `name`. */
ct_error ct_torch_archive_encode(const char *function, const char *name,
				 ct_torch_archive_filler fill, void *context, char **result,
				 size_t *nbytes) CT_WARN_UNUSED;

ct_error ct_torch_archive_add(struct ct_torch_archive *archive, const char *name, const void *bytes,
			      size_t n) CT_WARN_UNUSED;
ct_error ct_torch_archive_add_text(struct ct_torch_archive *archive, const char *name,
				   const char *text) CT_WARN_UNUSED;
/* Bytes of another device are copied first, for as long as they are needed. */
ct_error ct_torch_archive_add_storage(struct ct_torch_archive *archive, const char *name,
				      const ct_storage *storage) CT_WARN_UNUSED;
/* "byteorder" */
ct_error ct_torch_archive_add_byte_order(struct ct_torch_archive *archive) CT_WARN_UNUSED;
/* The last entry. */
ct_error ct_torch_archive_add_id(struct ct_torch_archive *archive) CT_WARN_UNUSED;

#endif
