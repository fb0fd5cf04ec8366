/*
 * Inside the library: reading and writing the header of a .npy file.
 */
#ifndef CT_FILES_NPY_HEADER_H
#define CT_FILES_NPY_HEADER_H

#include <stddef.h>

#include <ctorch/core/error.h>

/* The limit of libtorch's operators and of NumPy. */
#define CT_NPY_MAX_DIM 64

/* Magic, version and the length of what follows, in its longest form. */
#define CT_NPY_PREFIX 12

/* NumPy's own limit; a header of 64 dimensions has 1,500 bytes. */
#define CT_NPY_MAX_HEADER 10000

/* Room for what ct_npy_header_write() writes. */
#define CT_NPY_ROOM 2048

struct ct_npy_header {
	ct_dtype dtype;
	int64_t element_size;
	int64_t swap; /* bytes of a number to reverse; 1: none */
	bool fortran;
	int64_t ndim;
	int64_t shape[CT_NPY_MAX_DIM];
	int64_t nbytes; /* of the elements */
	int64_t begin;  /* where they begin */
};

/* Whether a file that begins with these bytes is an array. */
bool ct_npy_has_magic(const unsigned char *bytes, size_t n);

/* Where the array begins, from the file's first CT_NPY_PREFIX bytes (`n` of them when the file is
 * shorter). `file` is for messages. */
ct_error ct_npy_header_size(const char *function, const char *file, const unsigned char *bytes,
			    size_t n, int64_t *begin) CT_WARN_UNUSED;

/* The header, from the file's first `begin` bytes. After an error `*foreign`, unless it is NULL, says
 * whether it is that NumPy has such elements, but PyTorch does not. */
ct_error ct_npy_header_read(const char *function, const char *file, const unsigned char *bytes,
			    int64_t begin, struct ct_npy_header *result,
			    bool *foreign) CT_WARN_UNUSED;

/* The dtype of a type such as "f4", without a byte order, and the bytes of one of its numbers, which
 * have an order; false: there is none. */
bool ct_npy_find_type(const char *descr, ct_dtype *dtype, int64_t *number);

/* false: NumPy has no such dtype. */
bool ct_npy_header_has(ct_dtype dtype);

/* Writes the header for dtype, fortran, ndim and shape; returns its length. */
size_t ct_npy_header_write(const struct ct_npy_header *header, char room[CT_NPY_ROOM]);

#endif
