/*
 * Inside the library: NumPy's arrays, in files of their own and in archives.
 */
#ifndef CT_FILES_NPY_ARRAY_H
#define CT_FILES_NPY_ARRAY_H

#include <ctorch/core/types.h>

#include "files/npy/header.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Reading; `file` is for messages --------------------------------------------------------- */

void ct_npy_strides(const struct ct_npy_header *header, int64_t strides[CT_NPY_MAX_DIM]);

/* A new tensor for the array, without elements yet. */
ct_error ct_npy_empty(const struct ct_npy_header *header, ct_device device,
		      ct_tensor **result) CT_WARN_UNUSED;

/* An error if `length` bytes, of header and elements, are too few. */
ct_error ct_npy_check_length(const char *function, const char *file,
			     const struct ct_npy_header *header, int64_t length) CT_WARN_UNUSED;

/* An error if one of the bytes is not a bool. */
ct_error ct_npy_check_bools(const char *function, const char *file, const unsigned char *bytes,
			    int64_t n) CT_WARN_UNUSED;

/* Converts the array's bytes to the tensor's. */
ct_error ct_npy_convert(const char *function, const char *file, const struct ct_npy_header *header,
			void *bytes) CT_WARN_UNUSED;

/* Whether elements at this position of a file are aligned for their type. */
bool ct_npy_is_aligned(const struct ct_npy_header *header, int64_t position);

/* --- Writing; `which` is "" or the beginning of messages, "array 'x': " ----------------------- */

/* A file in two pieces. */
struct ct_npy_array {
	struct ct_npy_header header;
	char text[CT_NPY_ROOM]; /* the header */
	size_t text_size;
	ct_tensor *plain; /* the elements, adjacent */
};

/* A TypeError if NumPy has no such array. */
ct_error ct_npy_check(const char *function, const char *which,
		      const ct_tensor *self) CT_WARN_UNUSED;

/* Checks the tensor and fills `array`, whose `plain` must be freed. */
ct_error ct_npy_describe(const char *function, const char *which, const ct_tensor *self,
			 struct ct_npy_array *array) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
