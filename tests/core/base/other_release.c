/*
 * Precedes libtorch in the dynamic linker's order and reports release 2.99.1, which does not exist.
 */
#include <stdint.h>

uint64_t aoti_torch_abi_version(void);

uint64_t aoti_torch_abi_version(void)
{
	return UINT64_C(2) << 56 | UINT64_C(99) << 48 | UINT64_C(1) << 40;
}
