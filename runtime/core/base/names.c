/*
 * Python's names of layouts and quantization schemes. Those of dtypes are in dtype.c.
 */
#include <stddef.h>

#include "core/base/names.h"

/* ORDER: by ct_layout. */
static const char *const layouts[] = {
	"none",       "strided",    "sparse_coo", "sparse_csr", "_mkldnn",
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

/* A later release may have more of them. */
static const char *name_of(int32_t value, const char *const *names, size_t n)
{
	return value >= 0 && (size_t)value < n ? names[value] : "unknown";
}

const char *ct_name_of_layout(ct_layout layout)
{
	return name_of(layout, layouts, sizeof layouts / sizeof *layouts);
}

const char *ct_name_of_quant_scheme(ct_quant_scheme scheme)
{
	return name_of(scheme, quant_schemes, sizeof quant_schemes / sizeof *quant_schemes);
}
