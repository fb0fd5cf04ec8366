/*
 * Inside the library: types of elements in safetensors files.
 */
#ifndef CT_FILES_SAFETENSORS_TYPES_H
#define CT_FILES_SAFETENSORS_TYPES_H

#include <stdint.h>

#include <ctorch/core/types.h>

struct ct_st_type {
	const char *name; /* "F32" */
	ct_dtype dtype;   /* CT_DTYPE_NONE: libtorch has none */
	int64_t bits;     /* of an element */
	int64_t packed;   /* elements in one of libtorch's, which count in the last dimension */
};

/* NULL: the format has no such type. */
const struct ct_st_type *ct_st_type_named(const char *name);
const struct ct_st_type *ct_st_type_of(ct_dtype dtype);

/* Bytes of one element of libtorch's. */
int64_t ct_st_type_size(const struct ct_st_type *type);

/* To what an address must be aligned. */
int64_t ct_st_type_alignment(const struct ct_st_type *type);

#endif
