/*
 * Inside the library: the index of a model in several files, {"metadata": {"total_size": 8},
 * "weight_map": {"a": "model-00001-of-00002.safetensors", ...}}.
 */
#ifndef CT_FILES_SAFETENSORS_INDEX_H
#define CT_FILES_SAFETENSORS_INDEX_H

#include "files/safetensors/read.h"

struct ct_st_place {
	char *name; /* of a tensor */
	char *file; /* in the index's folder */
};

struct ct_st_index {
	struct ct_st_place *places; /* by file, then by name */
	int64_t len, room;
	const char *ending; /* of the files' names */
	ct_value metadata;  /* a dict */
};

#define CT_ST_END ".safetensors"

/* Reads and checks an index of files whose names have an ending, which is borrowed. It must be
 * released, also after an error. */
ct_error ct_st_index_read(const struct ct_st_source *source, const char *ending,
			  struct ct_st_index *index) CT_WARN_UNUSED;
void ct_st_index_release(struct ct_st_index *index);

/* Adds the selected tensors of all files of the index at `path`. */
ct_error ct_st_read_shards(struct ct_st_reading *reading, const char *path,
			   const struct ct_st_index *index) CT_WARN_UNUSED;

#endif
