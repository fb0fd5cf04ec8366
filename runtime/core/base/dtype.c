/* Properties of a ct_dtype. */
#include <stddef.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>

#include "core/base/dtype.h"

enum { FLOATING = 1, COMPLEX = 2, SIGNED = 4 };

struct dtype {
	const char *name;
	int64_t size; /* in bytes */
	int kind;     /* FLOATING | COMPLEX | SIGNED */
};

/* ORDER: by ct_dtype. */
static const struct dtype dtypes[] = {
	{ "none", 0, 0 },
	{ "uint8", 1, 0 },
	{ "int8", 1, SIGNED },
	{ "int16", 2, SIGNED },
	{ "int32", 4, SIGNED },
	{ "int64", 8, SIGNED },
	{ "float16", 2, FLOATING | SIGNED },
	{ "float32", 4, FLOATING | SIGNED },
	{ "float64", 8, FLOATING | SIGNED },
	{ "complex32", 4, COMPLEX | SIGNED },
	{ "complex64", 8, COMPLEX | SIGNED },
	{ "complex128", 16, COMPLEX | SIGNED },
	{ "bool", 1, 0 },
	{ "qint8", 1, 0 },
	{ "quint8", 1, 0 },
	{ "qint32", 4, 0 },
	{ "bfloat16", 2, FLOATING | SIGNED },
	{ "quint4x2", 1, 0 },
	{ "quint2x4", 1, 0 },
	{ "bits1x8", 1, 0 },
	{ "bits2x4", 1, 0 },
	{ "bits4x2", 1, 0 },
	{ "bits8", 1, 0 },
	{ "bits16", 2, 0 },
	{ "float8_e5m2", 1, FLOATING | SIGNED },
	{ "float8_e4m3fn", 1, FLOATING | SIGNED },
	{ "float8_e5m2fnuz", 1, FLOATING | SIGNED },
	{ "float8_e4m3fnuz", 1, FLOATING | SIGNED },
	{ "uint16", 2, 0 },
	{ "uint32", 4, 0 },
	{ "uint64", 8, 0 },
	{ "uint1", 1, 0 },
	{ "uint2", 1, 0 },
	{ "uint3", 1, 0 },
	{ "uint4", 1, 0 },
	{ "uint5", 1, 0 },
	{ "uint6", 1, 0 },
	{ "uint7", 1, 0 },
	{ "int1", 1, SIGNED },
	{ "int2", 1, SIGNED },
	{ "int3", 1, SIGNED },
	{ "int4", 1, SIGNED },
	{ "int5", 1, SIGNED },
	{ "int6", 1, SIGNED },
	{ "int7", 1, SIGNED },
	{ "float8_e8m0fnu", 1, FLOATING },
	{ "float4_e2m1fn_x2", 1, FLOATING | SIGNED },
	{ "bcomplex32", 4, COMPLEX | SIGNED },
};

_Static_assert(sizeof dtypes / sizeof *dtypes == CT_BCOMPLEX32 + 1, "a row for each ct_dtype");

/* Python's aliases. */
static const struct {
	const char *name;
	ct_dtype dtype;
} second_names[] = {
	{ "short", CT_INT16 },     { "int", CT_INT32 },        { "long", CT_INT64 },
	{ "half", CT_FLOAT16 },    { "float", CT_FLOAT32 },    { "double", CT_FLOAT64 },
	{ "chalf", CT_COMPLEX32 }, { "cfloat", CT_COMPLEX64 }, { "cdouble", CT_COMPLEX128 },
	{ "bit", CT_UINT1 },
};

/* Other numbers have no size and no kind. */
static const struct dtype *find(ct_dtype dtype)
{
	static const struct dtype unknown = { "unknown", 0, 0 };

	return dtype >= 0 && dtype <= CT_BCOMPLEX32 ? &dtypes[dtype] : &unknown;
}

const char *ct_dtype_name(ct_dtype dtype)
{
	return find(dtype)->name;
}

int64_t ct_dtype_size(ct_dtype dtype)
{
	return find(dtype)->size;
}

bool ct_dtype_is_floating_point(ct_dtype dtype)
{
	return (find(dtype)->kind & FLOATING) != 0;
}

bool ct_dtype_is_complex(ct_dtype dtype)
{
	return (find(dtype)->kind & COMPLEX) != 0;
}

bool ct_dtype_is_signed(ct_dtype dtype)
{
	return (find(dtype)->kind & SIGNED) != 0;
}

ct_dtype ct_dtype_named(const char *name)
{
	for (ct_dtype i = 1; i <= CT_BCOMPLEX32; i++)
		if (strcmp(dtypes[i].name, name) == 0)
			return i;
	for (size_t i = 0; i < sizeof second_names / sizeof *second_names; i++)
		if (strcmp(second_names[i].name, name) == 0)
			return second_names[i].dtype;
	return CT_DTYPE_NONE;
}

ct_error ct_dtype_from_name(const char *name, ct_dtype *result)
{
	static const char prefix[] = "torch.";
	ct_dtype dtype;

	if (name == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (name) must not be NULL");
	dtype = ct_dtype_named(strncmp(name, prefix, strlen(prefix)) == 0 ? name + strlen(prefix)
									  : name);
	if (dtype == CT_DTYPE_NONE)
		return ct_error_new(
			CT_ERROR_VALUE, __func__,
			"not a dtype: '%.60s' (expected a name like float32 or torch.int64)", name);
	if (result)
		*result = dtype;
	return NULL;
}
