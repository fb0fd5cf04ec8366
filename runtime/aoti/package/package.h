/*
 * Inside the library: packages of AOTInductor as files, read without trusting them. `NAME/` is the
 * folder that all entries are in, if there is one.
 *
 *     NAME/data/aotinductor/MODEL/HASH.wrapper.so               the code
 *     NAME/data/aotinductor/MODEL/HASH.wrapper_metadata.json    what it is compiled for
 *     NAME/data/aotinductor/MODEL/HASH.wrapper_weights.blob     the weights, if the code lacks them
 *     NAME/data/aotinductor/MODEL/HASH.wrapper.cpp, ...         its source, kernels of a GPU
 */
#ifndef CT_AOTI_PACKAGE_PACKAGE_H
#define CT_AOTI_PACKAGE_PACKAGE_H

#include <ctorch/operators/value.h>

#include "files/zip/zip.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_aoti_package {
	const char *function, *path; /* for messages; borrowed */
	int fd;
	struct ct_zip zip;
};

ct_error ct_aoti_package_open(const char *function, const char *path,
			      struct ct_aoti_package *result) CT_WARN_UNUSED;
void ct_aoti_package_close(struct ct_aoti_package *package);

/* "PATH: TEXT" */
ct_error ct_aoti_wrong(const struct ct_aoti_package *package, ct_error_class kind,
		       const char *format, ...) CT_PRINTF(3, 4) CT_NEVER_NULL CT_WARN_UNUSED;

/* The file of a model that an entry is, "HASH.wrapper.so"; `*n` is the length of the model's name,
 * which is before it and a slash. NULL: the entry is of no model. */
const char *ct_aoti_file_of(const struct ct_zip_entry *entry, const char **model, size_t *n);

/* Whether an entry is a file of a model. */
bool ct_aoti_is_of(const struct ct_zip_entry *entry, const char *model);

/* The name of the wanted model; NULL is the only one, or "model". The result is new: free(). */
ct_error ct_aoti_choose(const struct ct_aoti_package *package, const char *wanted,
			char **result) CT_WARN_UNUSED;

/* What the compiler noted of a model: a dict of texts, new (describe.c). */
ct_error ct_aoti_metadata(const struct ct_aoti_package *package, const char *model,
			  ct_value *result) CT_WARN_UNUSED;
/* One of them, borrowed; "" if it is missing. */
const char *ct_aoti_note(const ct_value *metadata, const char *key);

/* An error unless the code can run on this machine (machine.c). */
ct_error ct_aoti_check_machine(const struct ct_aoti_package *package,
			       const ct_value *metadata) CT_WARN_UNUSED;

/* --- The folder of the code (folder.c) -------------------------------------------------------- */

struct ct_aoti_folder {
	char *path;    /* "/tmp/ctorch-aoti-AbCdEf"; NULL: there is none */
	char *library; /* the path of the code in it */
	char *weights; /* that of the weights, which are not in the code; NULL: they are */
	uint64_t weights_size;
};

/* Clears the mark of an executable stack in the bytes of a library (stack.c). */
void ct_aoti_clear_stack_mark(unsigned char *library, size_t n);
/* Unpacks the files of a model into a new folder, which only this user can enter. */
ct_error ct_aoti_unpack(const struct ct_aoti_package *package, const char *model,
			struct ct_aoti_folder *result) CT_WARN_UNUSED;
/* Removes the folder with all files in it. */
void ct_aoti_folder_remove(struct ct_aoti_folder *folder);

/* --- libtorch.so (stub.c) --------------------------------------------------------------------- */

/* Loads a library of this name, which all packages need: ours, unless one is loaded already. */
ct_error ct_aoti_load_stub(const char *function) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
