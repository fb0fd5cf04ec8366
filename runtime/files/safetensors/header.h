/*
 * Inside the library: the header of a safetensors file: 8 bytes of its length, then a JSON object
 * of tensors, {"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, in which
 * "__metadata__" may be an object of texts. The data follow.
 */
#ifndef CT_FILES_SAFETENSORS_HEADER_H
#define CT_FILES_SAFETENSORS_HEADER_H

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

#include "files/safetensors/types.h"

/* The format's own limit. */
#define CT_ST_MAX_HEADER INT64_C(100000000)

/* Bytes of the header's length. */
#define CT_ST_PREFIX 8

/* The limit of libtorch's operators. */
#define CT_ST_MAX_DIM 64

#define CT_ST_METADATA "__metadata__"

/* Where the bytes of a file come from. */
struct ct_st_source {
	const char *function; /* for errors */
	const char *name;     /* for errors: a path, or "argument 1 (bytes)" */
	int fd;               /* -1: `bytes` has them */
	const char *bytes;
	int64_t size;
};

struct ct_st_tensor {
	char *name; /* UTF-8 without NULs */
	const struct ct_st_type *type;
	int64_t *shape; /* as the file has it */
	int64_t ndim;
	int64_t begin, end; /* of its bytes, in the data */
};

struct ct_st_header {
	struct ct_st_tensor *tensors; /* in the order of their data */
	int64_t len, room;
	int64_t data; /* where the data begin in the file */
	int64_t data_nbytes;
	ct_value metadata; /* a dict of texts, or None */
};

/* Reads `n` bytes at an offset that are in the file. */
ct_error ct_st_read(const struct ct_st_source *source, int64_t offset, void *bytes,
		    int64_t n) CT_WARN_UNUSED;

/* Reads and checks a header, which must be released, also after an error. */
ct_error ct_st_header_read(const struct ct_st_source *source,
			   struct ct_st_header *header) CT_WARN_UNUSED;
void ct_st_header_release(struct ct_st_header *header);

/* Sorts the tensors by name, or back by the order of their data. */
void ct_st_sort_by_name(struct ct_st_header *header);
void ct_st_sort_by_data(struct ct_st_header *header);

#endif
