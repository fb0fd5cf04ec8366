/*
 * Inside the library: a part of a file in memory, for ct_tensor_from_blob().
 */
#ifndef CT_INTEROP_FILE_MAP_H
#define CT_INTEROP_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/error.h>
#include <ctorch/mapped.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ct_file_map {
	void *base;    /* for munmap() */
	size_t length; /* likewise */
	char *data;    /* `offset` bytes into the file; NULL without any bytes */
	bool shared;   /* writes reach the file */
};

/* Maps `nbytes` of the file at `path` from options->offset on. The caller has checked that neither
 * is negative. */
ct_error ct_file_map_open(const char *function, const char *path, const ct_map_options *options,
			  int64_t nbytes, struct ct_file_map **result) CT_WARN_UNUSED;

/* Maps `nbytes` of an open file, which must be as long, and open for writing, too, if
 * options->shared. */
ct_error ct_file_map_opened(const char *function, const char *path, int fd,
			    const ct_map_options *options, int64_t nbytes,
			    struct ct_file_map **result) CT_WARN_UNUSED;

void ct_file_map_close(struct ct_file_map *map);

/* As a ct_deleter: closes the map that is the context. */
void ct_file_map_release(void *data, void *map);

/* Reads a whole file from fd, retrying after signals; an error names `path`. */
ct_error ct_file_read(const char *function, const char *path, int fd, void *bytes,
		      size_t n) CT_WARN_UNUSED;

/* An error of the system, by errno: "PATH: WHAT: No such file or directory". */
ct_error ct_file_error(const char *function, const char *path, const char *what) CT_WARN_UNUSED;

/* Opens a regular file with an access mode of open(), and returns its size. */
ct_error ct_file_open(const char *function, const char *path, int access, int *fd,
		      int64_t *size) CT_WARN_UNUSED;

/* Bytes of contiguous elements; an error if they cannot be a tensor on such memory. The positions
 * are those of dtype and shape among the caller's arguments. */
ct_error ct_file_nbytes(const char *function, ct_dtype dtype, int dtype_position,
			const int64_t *shape, int64_t shape_len, int shape_position,
			int64_t *nbytes, int64_t *alignment) CT_WARN_UNUSED;

/* Its name in libtorch's messages: "BFloat16". */
const char *ct_file_dtype_name(ct_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
