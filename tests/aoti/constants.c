/*
 * The constants of the package, under the names that the compiler's linker gives them. Each begins on
 * a boundary of 64 bytes.
 */
#ifdef USE_MMAP_EXTERNAL
#include <stdint.h>

/* They are in a file of this size. */
const uint64_t _binary_constants_bin_start[] = { 128 };
const uint64_t _binary_constants_bin_end[1];
#else
_Alignas(64) const float _binary_constants_bin_start[32] = {
	1,   0,    0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, /* fc.weight, [4, 3] */
	0.5, -0.5, 2                                         /* fc.bias, [3] */
};
const float _binary_constants_bin_end[1];
#endif
