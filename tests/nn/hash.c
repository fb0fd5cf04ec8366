#include "hash.h"

#include <ctorch/ctorch.h>

#include "testing.h"

uint64_t hash_of(const ct_tensor *tensor)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	const unsigned char *bytes;
	ct_tensor *plain;
	int64_t n;

	OK(ct_detach(tensor, &plain));
	if (ct_tensor_layout(plain) != CT_STRIDED)
		OK(ct_to_dense(plain, CT_DTYPE_NONE, NULL, &plain));
	OK(ct_contiguous(plain, CT_CONTIGUOUS_FORMAT, &plain));
	bytes = ct_tensor_data(plain);
	n = ct_tensor_numel(plain) * ct_dtype_size(ct_tensor_dtype(plain));
	for (int64_t i = 0; i < n; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}
