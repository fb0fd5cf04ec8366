/*
 * Inside the library: folders of torch.distributed.checkpoint (DCP), which several processes write:
 *
 *     .metadata       a pickle, written last: which tensors and values there are, and where
 *     __0_0.distcp    items of rank 0, one after the other, each as torch.save() writes it
 *     __1_0.distcp    those of rank 1
 *
 * A tensor consists of chunks, boxes that cover it exactly. Nested dicts and lists are flattened: the
 * key "model.fc.weight" has the path ("model", "fc", "weight").
 */
#ifndef CT_FILES_DCP_FOLDER_H
#define CT_FILES_DCP_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/files/dcp.h>

#include "files/pickle/skipped.h"

#define CT_DCP_METADATA ".metadata"

/* A step of a path: a key of a dict, or an index of a list. */
struct ct_dcp_step {
	const char *key; /* NULL: `index` */
	int64_t index;
};

/* A box of a tensor, or the only part of another value, and the item that has it. */
struct ct_dcp_chunk {
	const int64_t *offsets, *size; /* as many numbers as the tensor has dimensions */
	const char *file;              /* "__0_0.distcp"; NULL: not known yet */
	int64_t begin, length;         /* in the file, in bytes */
	int64_t writer;                /* saving: the rank that writes it */
};

struct ct_dcp_planned; /* saving: a chunk and its owners (plan.c) */

struct ct_dcp_entry {
	const char *key; /* "model.fc.weight" */
	const struct ct_dcp_step *path;
	int64_t path_len;
	bool is_tensor;
	ct_dtype dtype;
	int64_t dim;
	const int64_t *size; /* of the whole tensor */
	struct ct_dcp_chunk *chunks;
	int64_t chunks_len, chunks_room;
	struct ct_dcp_planned *planned; /* saving: its chunks, the newest first */
	UT_hash_handle hh;
};

/* All memory is the arena's. */
struct ct_dcp_folder {
	const char *function, *path;
	struct ct_unpickler reader;
	struct ct_dcp_entry *entries; /* by key, in the order of the metadata */
	int64_t work_left;            /* comparisons that a hostile file may cost */
};

/* --- Entries (entry.c) ------------------------------------------------------------------------- */

ct_error ct_dcp_no_memory(const struct ct_dcp_folder *self) CT_NEVER_NULL CT_WARN_UNUSED;

/* A copy in the arena, with a NUL; NULL without memory. */
const char *ct_dcp_text(struct ct_dcp_folder *self, const char *text, size_t n);

/* Adds an entry; the key and the path are the arena's. */
ct_error ct_dcp_add_entry(struct ct_dcp_folder *self, const char *key,
			  struct ct_dcp_entry **result) CT_WARN_UNUSED;
struct ct_dcp_entry *ct_dcp_find_entry(const struct ct_dcp_folder *self, const char *key);

/* Adds a chunk; NULL without memory. */
struct ct_dcp_chunk *ct_dcp_add_chunk(struct ct_dcp_folder *self, struct ct_dcp_entry *entry);

/* The number of the chunk with these offsets, which is probably `hint`; -1 if there is none. */
int64_t ct_dcp_find_chunk(struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			  const int64_t *offsets, int64_t hint);

/* The product of `dim` sizes; INT64_MAX if it is larger. */
int64_t ct_dcp_numel(const int64_t *size, int64_t dim);

void ct_dcp_folder_release(struct ct_dcp_folder *self);

/* --- Checks (check.c) -------------------------------------------------------------------------- */

/* An error unless the chunks of each tensor cover it exactly. */
ct_error ct_dcp_check_chunks(struct ct_dcp_folder *self) CT_WARN_UNUSED;

/* An error unless each item is in a file, and in no other item. */
ct_error ct_dcp_check_files(struct ct_dcp_folder *self) CT_WARN_UNUSED;

/* --- Metadata (metadata.c, metadata_write.c) --------------------------------------------------- */

/* Reads and checks the metadata of self->path. */
ct_error ct_dcp_read_metadata(struct ct_dcp_folder *self) CT_WARN_UNUSED;

ct_error ct_dcp_write_metadata(const struct ct_dcp_folder *self) CT_WARN_UNUSED;

/* --- Items (item.c) ---------------------------------------------------------------------------- */

/* The value of an entry that is not a tensor. */
ct_error ct_dcp_read_value(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			   const ct_load_options *options, ct_value *result) CT_WARN_UNUSED;

/* The whole tensor, in the innermost scope, on the CPU. */
ct_error ct_dcp_read_tensor(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			    ct_tensor **result) CT_WARN_UNUSED;

/* The box of the tensor's size at `offsets`, into the tensor. Only items that have a part of it are
 * read. */
ct_error ct_dcp_read_box(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			 const int64_t *offsets, ct_tensor *into) CT_WARN_UNUSED;

/* --- Nested values (flatten.c, nest.c) --------------------------------------------------------- */

/* A tensor or another value in nested dicts and lists. */
struct ct_dcp_leaf {
	const char *key;
	const struct ct_dcp_step *path;
	int64_t path_len;
	ct_value value;            /* borrowed */
	const ct_dcp_shard *shard; /* NULL: a whole tensor */
	ct_value loaded;           /* what replaces the value */
	UT_hash_handle hh;
};

/* The leaves of a state dict by key, in Python's order. */
struct ct_dcp_leaves {
	const char *function;
	struct ct_arena arena;
	struct ct_dcp_leaf *leaves;
};

ct_error ct_dcp_flatten(const char *function, const ct_value *state,
			struct ct_dcp_leaves *result) CT_WARN_UNUSED;
void ct_dcp_leaves_release(struct ct_dcp_leaves *self);

/* The state dict with what was loaded in place of its values that are not tensors. */
ct_error ct_dcp_replace(struct ct_dcp_leaves *self, const ct_value *state,
			ct_value *result) CT_WARN_UNUSED;

struct ct_dcp_nest; /* of values that are added by their paths */

ct_error ct_dcp_nest_new(const char *function, const char *path, int64_t padding,
			 struct ct_dcp_nest **result) CT_WARN_UNUSED;
/* Takes the value. */
ct_error ct_dcp_nest_add(struct ct_dcp_nest *self, const struct ct_dcp_step *path, int64_t path_len,
			 ct_value *value) CT_WARN_UNUSED;
/* Nested dicts and lists of all values, which are moved there. */
ct_error ct_dcp_nest_finish(struct ct_dcp_nest *self, ct_value *result) CT_WARN_UNUSED;
void ct_dcp_nest_free(struct ct_dcp_nest *self);

#endif
