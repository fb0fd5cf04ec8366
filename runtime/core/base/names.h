/*
 * Inside the library: Python's names of layouts and quantization schemes, without "torch.".
 */
#ifndef CT_CORE_BASE_NAMES_H
#define CT_CORE_BASE_NAMES_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "sparse_coo"; "unknown" for a number that no release has. */
const char *ct_name_of_layout(ct_layout layout);
const char *ct_name_of_quant_scheme(ct_quant_scheme scheme);

#ifdef __cplusplus
}
#endif

#endif
