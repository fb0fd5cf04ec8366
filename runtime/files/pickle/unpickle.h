/*
 * Inside the library: reading pickles without running anything.
 */
#ifndef CT_FILES_PICKLE_UNPICKLE_H
#define CT_FILES_PICKLE_UNPICKLE_H

#include <ctorch/core/error.h>

#include "core/base/error_make.h"
#include "core/base/arena.h"
#include "files/pickle/node.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_skipped_name;

/* What the pickles of one file share. */
struct ct_unpickler {
	const char *function, *path; /* for messages; borrowed */
	size_t at;                   /* the byte of the pickle with the present opcode */
	struct ct_arena arena;
	bool skip_unknown;               /* unknown names are nodes, not errors */
	bool list_later;                 /* they are skipped or refused when they become values */
	bool is_script;                  /* classes of TorchScript are data */
	bool is_distributed;             /* those of torch.distributed.checkpoint are */
	struct ct_skipped_name *skipped; /* what was skipped (skipped.h) */
	struct ct_skipped_name *unknown; /* functions and classes that are not known */
	struct ct_skipped_name *classes; /* those of TorchScript */
	/* A storage by its persistent id, which is a tuple; NULL: persistent ids are errors. */
	ct_error (*persistent)(struct ct_unpickler *self, const struct ct_node *id,
			       struct ct_node **result);
};

/* Limits the memory of all nodes. A pickle needs up to a hundred bytes for each of its own, but one
 * that copies what it has again and again would take all memory. */
void ct_unpickle_limit(struct ct_unpickler *self, size_t n);

/* Reads one pickle. `*used` is its length, and what follows it is not read. Nodes are valid until
 * the arena is freed, and those of strings as long as `bytes`, too. */
ct_error ct_unpickle(struct ct_unpickler *self, const unsigned char *bytes, size_t n, size_t *used,
		     struct ct_node **result) CT_WARN_UNUSED;

/* "PATH: not a valid checkpoint: ..." */
ct_error ct_unpickle_wrong(const struct ct_unpickler *self, const char *format, ...)
	CT_PRINTF(2, 3) CT_NEVER_NULL CT_WARN_UNUSED;
/* "PATH: not a valid checkpoint: byte 12 of its pickle: ..." */
ct_error ct_unpickle_wrong_here(const struct ct_unpickler *self, const char *format, ...)
	CT_PRINTF(2, 3) CT_NEVER_NULL CT_WARN_UNUSED;
ct_error ct_unpickle_no_memory(const struct ct_unpickler *self) CT_NEVER_NULL CT_WARN_UNUSED;

/* A new node. */
ct_error ct_node_new(struct ct_unpickler *self, enum ct_node_kind kind,
		     struct ct_node **result) CT_WARN_UNUSED;
/* Appends to a list, tuple, dict or set. */
ct_error ct_node_append(struct ct_unpickler *self, struct ct_node *node,
			struct ct_node *item) CT_WARN_UNUSED;

static inline bool ct_node_is_text(const struct ct_node *node, const char *text)
{
	return node->kind == CT_NODE_STRING && node->n == __builtin_strlen(text) &&
	       __builtin_memcmp(node->bytes, text, node->n) == 0;
}

/* --- Functions and classes (globals.c) -------------------------------------------------------- */

/* How a tensor or an array is made from the arguments of its function (rebuild.c). */
enum ct_rebuild {
	CT_REBUILD_TENSOR,
	CT_REBUILD_PARAMETER,
	CT_REBUILD_QUANTIZED,
	CT_REBUILD_SPARSE,
	CT_REBUILD_NESTED,
	CT_REBUILD_META,
	CT_REBUILD_CONVERTED,
	CT_REBUILD_ARRAY,
	CT_REBUILD_BUFFER, /* an array of protocol 5 */
	CT_REBUILD_SCALAR,
	CT_REBUILD_DTYPE
};

/* What a pickle may name. */
struct ct_pickle_global {
	const char *module, *name;
	/* What calling it gives, as a node; NULL: it is itself a value. */
	ct_error (*call)(struct ct_unpickler *self, const struct ct_pickle_global *global,
			 struct ct_node *arguments, struct ct_node **result);
	int kind;       /* for `call`: a ct_node_kind, a ct_rebuild, ... */
	ct_value value; /* itself, or the dtype of a class of storages */
};

/* The node of a global by name; an error if it is not known. */
ct_error ct_pickle_global(struct ct_unpickler *self, const char *module, size_t module_len,
			  const char *name, size_t name_len,
			  struct ct_node **result) CT_WARN_UNUSED;

/* Whether it is not in the table: then `module` is the whole name, "module.Class". */
bool ct_pickle_is_unknown(const struct ct_pickle_global *global);

/* An error about an object of a class that is not data, "module.Class". */
ct_error ct_pickle_refuse(struct ct_unpickler *self,
			  const char *class_name) CT_NEVER_NULL CT_WARN_UNUSED;

/* The class of storages of a dtype, which is its `value`; without one, that of bytes. */
const struct ct_pickle_global *ct_pickle_storage_class(ct_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
