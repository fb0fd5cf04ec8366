#include "releases.h"

/* Ranges of later dtypes, in the order of ct_dtype. */
static const struct {
	ct_dtype first, last;
	bool is_here;
} later[] = {
	{ CT_BITS1X8, CT_BITS16, CT_RELEASE_AT_LEAST(2, 1) },
	{ CT_FLOAT8_E5M2, CT_FLOAT8_E4M3FN, CT_RELEASE_AT_LEAST(2, 1) },
	{ CT_FLOAT8_E5M2FNUZ, CT_FLOAT8_E4M3FNUZ, CT_RELEASE_AT_LEAST(2, 2) },
	{ CT_UINT16, CT_UINT64, CT_RELEASE_AT_LEAST(2, 3) },
	{ CT_UINT1, CT_UINT7, CT_RELEASE_AT_LEAST(2, 3) },
	{ CT_INT1, CT_INT7, CT_RELEASE_AT_LEAST(2, 6) },
	{ CT_FLOAT8_E8M0FNU, CT_FLOAT8_E8M0FNU, CT_RELEASE_AT_LEAST(2, 7) },
	{ CT_FLOAT4_E2M1FN_X2, CT_FLOAT4_E2M1FN_X2, CT_RELEASE_AT_LEAST(2, 8) },
	{ CT_BCOMPLEX32, CT_BCOMPLEX32, CT_RELEASE_AT_LEAST(2, 14) },
};

bool has_dtype(ct_dtype dtype)
{
	for (size_t i = 0; i < sizeof later / sizeof *later; i++)
		if (later[i].first <= dtype && dtype <= later[i].last)
			return later[i].is_here;
	return true;
}
