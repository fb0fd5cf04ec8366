/*
 * Inside the library: what a path of safetensors leads to.
 */
#ifndef CT_FILES_SAFETENSORS_OPEN_H
#define CT_FILES_SAFETENSORS_OPEN_H

#include "files/safetensors/header.h"

#define CT_ST_FILE "model.safetensors"
#define CT_ST_INDEX CT_ST_FILE ".index.json"

/* The file or index that `path` means, new (free()): a folder has one. */
ct_error ct_st_find(const char *function, const char *path, char **result,
		    bool *is_index) CT_WARN_UNUSED;

/* "FOLDER/NAME", new (free()). */
ct_error ct_st_join(const char *function, const char *folder, const char *name,
		    char **result) CT_WARN_UNUSED;

/* Opens a file; close(source->fd). */
ct_error ct_st_open(const char *function, const char *path,
		    struct ct_st_source *source) CT_WARN_UNUSED;

/* An error if this machine's bytes are in the other order than those of files. */
ct_error ct_st_check_machine(const char *function) CT_WARN_UNUSED;

#endif
