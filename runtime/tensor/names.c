/*
 * Python's names.
 */
#include <inttypes.h>

#include <ctorch/tensor.h>

#include "tensor/printing.h"

/* ORDER: by ct_dtype. */
static const char *const dtypes[] = {
	"uint8",
	"int8",
	"int16",
	"int32",
	"int64",
	"float16",
	"float32",
	"float64",
	"complex32",
	"complex64",
	"complex128",
	"bool",
	"qint8",
	"quint8",
	"qint32",
	"bfloat16",
	"quint4x2",
	"quint2x4",
	"bits1x8",
	"bits2x4",
	"bits4x2",
	"bits8",
	"bits16",
	"float8_e5m2",
	"float8_e4m3fn",
	"float8_e5m2fnuz",
	"float8_e4m3fnuz",
	"uint16",
	"uint32",
	"uint64",
	"uint1",
	"uint2",
	"uint3",
	"uint4",
	"uint5",
	"uint6",
	"uint7",
	"int1",
	"int2",
	"int3",
	"int4",
	"int5",
	"int6",
	"int7",
	"float8_e8m0fnu",
	"float4_e2m1fn_x2",
	"bcomplex32",
};
_Static_assert(sizeof dtypes / sizeof *dtypes == CT_BCOMPLEX32 + 1, "a name for each ct_dtype");

/* ORDER: by ct_layout. */
static const char *const layouts[] = {
	"strided",    "sparse_coo", "sparse_csr", "_mkldnn",
	"sparse_csc", "sparse_bsr", "sparse_bsc", "jagged",
};
_Static_assert(sizeof layouts / sizeof *layouts == CT_JAGGED + 1, "a name for each ct_layout");

/* ORDER: by ct_quant_scheme. */
static const char *const quant_schemes[] = {
	"per_tensor_affine",
	"per_channel_affine",
	"per_tensor_symmetric",
	"per_channel_symmetric",
	"per_channel_affine_float_qparams",
};

/* A later release may know more of them. */
static const char *name_of(int32_t value, const char *const *names, size_t n)
{
	return value >= 0 && (size_t)value < n ? names[value] : "unknown";
}

const char *ct_name_of_dtype(ct_dtype dtype)
{
	return name_of(dtype, dtypes, sizeof dtypes / sizeof *dtypes);
}

const char *ct_name_of_layout(ct_layout layout)
{
	return name_of(layout, layouts, sizeof layouts / sizeof *layouts);
}

const char *ct_name_of_quant_scheme(ct_quant_scheme scheme)
{
	return name_of(scheme, quant_schemes, sizeof quant_schemes / sizeof *quant_schemes);
}

void ct_add_shape(struct ct_text *text, const ct_tensor *self, const char *lone_comma,
		  const char brackets[2])
{
	const int64_t dim = ct_tensor_dim(self), *shape = ct_tensor_shape(self);

	ct_text_add_bytes(text, brackets, 1);
	for (int64_t i = 0; i < dim; i++)
		ct_text_addf(text, "%s%" PRId64, i > 0 ? ", " : "", shape[i]);
	if (dim == 1)
		ct_text_add(text, lone_comma);
	ct_text_add_bytes(text, brackets + 1, 1);
}
