/*
 * Inside the library: a part of a file in memory, for ct_tensor_from_blob().
 */
#ifndef CT_FILES_IO_MAP_H
#define CT_FILES_IO_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/core/error.h>
#include <ctorch/files/mapped.h>

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

/* Opens a regular file with an access of open()'s, and gives its size. */
ct_error ct_file_open(const char *function, const char *path, int access, int *fd,
		      int64_t *size) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
