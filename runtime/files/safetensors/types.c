/*
 * Types of elements in safetensors files, version 0.8.
 */
#include <string.h>

#include "files/safetensors/types.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* In the format's order: a file has the last types first. libtorch counts pairs of F4. */
static const struct ct_st_type types[] = {
	{ "BOOL", CT_BOOL, 8, 1 },
	{ "F4", CT_FLOAT4_E2M1FN_X2, 4, 2 },
	{ "F6_E2M3", CT_DTYPE_NONE, 6, 1 },
	{ "F6_E3M2", CT_DTYPE_NONE, 6, 1 },
	{ "U8", CT_UINT8, 8, 1 },
	{ "I8", CT_INT8, 8, 1 },
	{ "F8_E5M2", CT_FLOAT8_E5M2, 8, 1 },
	{ "F8_E4M3", CT_FLOAT8_E4M3FN, 8, 1 },
	{ "F8_E8M0", CT_FLOAT8_E8M0FNU, 8, 1 },
	{ "F8_E4M3FNUZ", CT_FLOAT8_E4M3FNUZ, 8, 1 },
	{ "F8_E5M2FNUZ", CT_FLOAT8_E5M2FNUZ, 8, 1 },
	{ "I16", CT_INT16, 16, 1 },
	{ "U16", CT_UINT16, 16, 1 },
	{ "F16", CT_FLOAT16, 16, 1 },
	{ "BF16", CT_BFLOAT16, 16, 1 },
	{ "I32", CT_INT32, 32, 1 },
	{ "U32", CT_UINT32, 32, 1 },
	{ "F32", CT_FLOAT32, 32, 1 },
	{ "C64", CT_COMPLEX64, 64, 1 },
	{ "F64", CT_FLOAT64, 64, 1 },
	{ "I64", CT_INT64, 64, 1 },
	{ "U64", CT_UINT64, 64, 1 },
};

const struct ct_st_type *ct_st_type_named(const char *name)
{
	for (size_t i = 0; i < LENGTH(types); i++)
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	return NULL;
}

const struct ct_st_type *ct_st_type_of(ct_dtype dtype)
{
	for (size_t i = 0; i < LENGTH(types) && dtype != CT_DTYPE_NONE; i++)
		if (types[i].dtype == dtype)
			return &types[i];
	return NULL;
}

int64_t ct_st_type_size(const struct ct_st_type *type)
{
	return type->bits * type->packed / 8;
}

int64_t ct_st_type_alignment(const struct ct_st_type *type)
{
	return type->dtype == CT_COMPLEX64 ? 4 : ct_st_type_size(type);
}
