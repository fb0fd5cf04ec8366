/*
 * Inside the library: from values to a pickle and the storages beside it.
 */
#ifndef CT_FILES_TORCH_SAVER_H
#define CT_FILES_TORCH_SAVER_H

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "core/base/error_make.h"
#include "core/base/text.h"
#include "files/pickle/pickle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A storage of a tensor that was pickled. */
struct ct_written_storage {
	const ct_storage *storage; /* the scope's */
	ct_dtype dtype;            /* of the elements of all tensors on it */
	char name[32];             /* "data/12" */
	UT_hash_handle hh;
};

/* A file that is being saved. Handles belong to the scope around the saving. */
struct ct_saver {
	const char *function;
	struct ct_pickler pickler;
	struct ct_written_storage *storages; /* in the order of their numbers */
	int depth;
	struct ct_text key; /* of the value that is being saved: "model.fc.weight" */
};

/* "'model.fc.weight': ..." */
ct_error ct_saver_wrong(const struct ct_saver *self, const char *format, ...)
	CT_PRINTF(2, 3) CT_NEVER_NULL CT_WARN_UNUSED;

/* The bytes of ct_save() in memory: free(). `name` is the file's, for errors and for the folder in
 * it (save.c). */
ct_error ct_torch_encode(const char *function, const char *name, const ct_value *value,
			 char **result, size_t *nbytes) CT_WARN_UNUSED;

ct_error ct_save_value(struct ct_saver *self, const ct_value *value) CT_WARN_UNUSED;
ct_error ct_save_tensor(struct ct_saver *self, const ct_tensor *tensor) CT_WARN_UNUSED;
/* CT_DTYPE_NONE: as a storage of bytes. */
ct_error ct_save_storage(struct ct_saver *self, const ct_storage *storage,
			 ct_dtype dtype) CT_WARN_UNUSED;

/* torch.float32, torch.sparse_coo, ... */
void ct_save_dtype(struct ct_saver *self, ct_dtype dtype);
void ct_save_layout(struct ct_saver *self, ct_layout layout);

/* The id in a file, from the names and checksums of its entries: 40 digits and a NUL. */
void ct_serialization_id(const char *const *names, const uint32_t *checksums, size_t len,
			 char result[41]);

#ifdef __cplusplus
}
#endif

#endif
