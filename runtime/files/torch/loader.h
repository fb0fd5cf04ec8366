/*
 * Inside the library: from the nodes of a pickle to values, tensors and storages.
 */
#ifndef CT_FILES_TORCH_LOADER_H
#define CT_FILES_TORCH_LOADER_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/files/file.h>
#include <ctorch/files/save.h>

#include "core/base/text.h"
#include "files/io/keys.h"
#include "files/io/shared_map.h"
#include "files/pickle/skipped.h"
#include "files/zip/zip.h"

/* The limit of values of a pickle, which can repeat a list without end: its bytes times the first,
 * plus the second. */
#define CT_VALUES_PER_BYTE 16
#define CT_VALUES_AT_LEAST 4096

/* A storage that tensors are on. */
struct ct_saved_storage {
	const char *key; /* the name of its record */
	size_t key_len;
	ct_dtype dtype;
	int64_t numel, nbytes;
	ct_device device;              /* where it was saved */
	struct ct_saved_storage *base; /* legacy files: the storage that this one is a part of */
	int64_t offset;                /* in it, in elements */
	int64_t position;              /* legacy files: of the bytes in the file */
	ct_storage *made;              /* once it is read; the scope's */
	UT_hash_handle hh;
};

/* A file that is being loaded. Tensors and storages belong to the scope around the loading. */
struct ct_loader {
	struct ct_unpickler reader; /* first, since its functions get it */
	const ct_load_options *options;
	int fd;
	int64_t begin, file_size;          /* of the archive in the file */
	struct ct_saved_storage *storages; /* by key */
	struct ct_zip zip;                 /* legacy files have none */
	const char *root;                  /* of the names in the archive: "archive/" */
	size_t root_len;
	struct ct_shared_map *map;   /* of the whole file, or NULL */
	const unsigned char *pickle; /* nodes point into it */
	unsigned char *own_pickle;   /* the same if it is to be freed */
	bool swap;                   /* its numbers have the other byte order */
	struct ct_script_code *code; /* what was read of TorchScript's code (script.h) */
	const char *object_class;    /* of the source */

	struct ct_text key;   /* of the value that is being converted: "model.fc.weight" */
	struct ct_keys keys;  /* that the options select */
	uint64_t values_left; /* of CT_VALUES_PER_BYTE */
	int depth;            /* of lists and dicts */
	int tensors_depth;    /* of tensors that are made of others */

	/* Where the bytes of a storage are in the file; -1 if they are compressed, or not aligned as
	 * PyTorch aligns them. */
	ct_error (*find)(struct ct_loader *self, const struct ct_saved_storage *storage,
			 int64_t *position);
	ct_error (*read)(struct ct_loader *self, const struct ct_saved_storage *storage,
			 void *bytes);
};

/* --- Errors and limits (loader.c) ------------------------------------------------------------- */

/* "PATH: 'model.fc.weight': ..." */
ct_error ct_loader_wrong(const struct ct_loader *self, const char *format, ...)
	CT_PRINTF(2, 3) CT_NEVER_NULL CT_WARN_UNUSED;
/* The same, around an error that another function found in the file, which it takes. */
ct_error ct_loader_around(const struct ct_loader *self,
			  ct_error error) CT_NEVER_NULL CT_WARN_UNUSED;

/* Around what is in a node: an error if it is too deep or contains itself. */
ct_error ct_loader_open(struct ct_loader *self, struct ct_node *node) CT_WARN_UNUSED;
void ct_loader_close(struct ct_loader *self, struct ct_node *node);

/* For a value that copies `n` bytes of the pickle: an error if there were too many of them. */
ct_error ct_loader_spend(struct ct_loader *self, size_t n) CT_WARN_UNUSED;

/* --- Files (kind.c, load.c) -------------------------------------------------------------------- */

/* As ct_file_find_kind(), but files of torch.jit.save() and torch.export.save() are as one of
 * torch.save(): CT_FILE_TORCH. */
ct_error ct_file_begins_as(const char *function, const char *path,
			   ct_file_kind *result) CT_WARN_UNUSED;

/* The kind of a zip archive by its entries; CT_FILE_UNKNOWN for one of PyTorch 2 without a program. */
ct_file_kind ct_file_kind_by_entries(const struct ct_zip *zip);

/* An error for an archive of a known kind, to which a reader of `expected` was pointed: what it is,
 * and which function reads it. NULL for another one. */
ct_error ct_file_kind_explain(const char *function, const char *path, const char *expected,
			      const struct ct_zip *zip) CT_WARN_UNUSED;

#define CT_TORCH_FILE "pytorch_model.bin"
#define CT_TORCH_INDEX_END ".bin.index.json"

/* What a folder has: CT_FILE_TORCH_INDEX if there are such files and none of safetensors,
 * CT_FILE_DISTRIBUTED for parts of a distributed checkpoint, otherwise CT_FILE_SAFETENSORS_INDEX. `*file`,
 * unless NULL, is then the path of the index or the only file, new (free()). */
ct_error ct_find_shards(const char *function, const char *folder, char **file,
			ct_file_kind *kind) CT_WARN_UNUSED;

/* Makes the error for a file whose format cannot be loaded. */
ct_error ct_load_unknown(const char *function, const char *path) CT_NEVER_NULL CT_WARN_UNUSED;

/* A file of torch.save(): CT_FILE_TORCH or CT_FILE_TORCH_LEGACY. */
ct_error ct_load_checkpoint(const char *function, const char *path, ct_file_kind kind,
			    const ct_load_options *options, ct_value *result) CT_WARN_UNUSED;

/* An archive of torch.save() in an open file, or in a part of one. */
struct ct_load_source {
	const char *name; /* in messages */
	int fd;           /* taken */
	int64_t begin, size;
	struct ct_shared_map *map; /* of the whole file, borrowed; NULL: there is none yet */
	/* The file has an object of this class, which is registered with libtorch
	 * ("__torch__.torch.classes.NAMESPACE.NAME"), and the result is what its __setstate__() would
	 * get. An error if the object is of another class, or contains others. NULL: any value. */
	const char *object_class;
};
ct_error ct_load_opened(const char *function, const struct ct_load_source *source,
			const ct_load_options *options, ct_value *result) CT_WARN_UNUSED;

/* --- Several files (load_shards.c) ------------------------------------------------------------- */

/* The tensors of all files of an index, or of a folder. */
ct_error ct_load_shards(const char *function, const char *path, const ct_load_options *options,
			ct_value *result) CT_WARN_UNUSED;

/* --- Their two forms (zip_file.c, legacy_file.c) ----------------------------------------------- */

/* The entry of torch.save() and torch.jit.save(), one of torch.jit.save() alone, and the folder of
 * compiled code. */
#define CT_PICKLE_NAME "data.pkl"
#define CT_CONSTANTS_NAME "constants.pkl"
#define CT_AOTI_FOLDER "data/aotinductor/"

/* The archive's entry root + folder + name; NULL if there is none. */
const struct ct_zip_entry *ct_loader_entry(const struct ct_loader *self, const char *folder,
					   const char *name, size_t name_len);
/* Reads a pickle or code, which PyTorch writes, into new memory with a NUL after it: free(). An error
 * for a bomb. */
ct_error ct_loader_read_entry(struct ct_loader *self, const struct ct_zip_entry *entry,
			      unsigned char **result) CT_WARN_UNUSED;

/* Both read the pickle and prepare what its storages need. */
ct_error ct_load_zip_file(struct ct_loader *self, struct ct_node **result) CT_WARN_UNUSED;
ct_error ct_load_legacy_file(struct ct_loader *self, struct ct_node **result) CT_WARN_UNUSED;

/* --- Values (convert.c, convert_leaf.c) ------------------------------------------------------- */

ct_error ct_loader_convert(struct ct_loader *self, struct ct_node *node,
			   ct_value *result) CT_WARN_UNUSED;

/* The same for a node that contains no other values. */
ct_error ct_loader_leaf(struct ct_loader *self, struct ct_node *node,
			ct_value *result) CT_WARN_UNUSED;

/* None for an object of a class that is unknown, which it lists if the options say so. */
ct_error ct_loader_skip_object(struct ct_loader *self, const struct ct_node *node,
			       ct_value *result) CT_WARN_UNUSED;

/* Whether the options leave out the node, which has the present key. */
ct_error ct_loader_find_unwanted(struct ct_loader *self, const struct ct_node *node,
				 bool *result) CT_WARN_UNUSED;

/* --- Storages (storage.c) --------------------------------------------------------------------- */

/* A storage from the elements of its persistent id, or the one that has the same key. */
ct_error ct_loader_storage(struct ct_unpickler *self, const struct ct_node *id,
			   struct ct_node **result) CT_WARN_UNUSED;

/* Reads or maps it, if that was not done yet; borrowed. */
ct_error ct_loader_make_storage(struct ct_loader *self, struct ct_saved_storage *storage,
				ct_storage **result) CT_WARN_UNUSED;

/* The device of what was saved on another one; an error if it does not exist here. */
ct_error ct_loader_place(const struct ct_loader *self, ct_device saved,
			 ct_device *result) CT_WARN_UNUSED;

/* An error if one of the bytes is not a bool, of which libtorch's behavior is undefined; other dtypes
 * have any bytes. */
ct_error ct_loader_check_bools(const struct ct_loader *self, ct_dtype dtype,
			       const unsigned char *bytes, int64_t n) CT_WARN_UNUSED;

/* --- Tensors (rebuild.c, rebuild_array.c) ------------------------------------------------------ */

/* The tensor of a node, borrowed from it. */
ct_error ct_loader_tensor(struct ct_loader *self, struct ct_node *node,
			  ct_tensor **result) CT_WARN_UNUSED;

/* NumPy's: an array as a tensor, a scalar, a dtype. */
ct_error ct_loader_array(struct ct_loader *self, struct ct_node *node,
			 ct_value *result) CT_WARN_UNUSED;

#endif
