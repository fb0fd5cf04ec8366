/**
 * @file
 * For forward functions of the library's own that call another module, such as that of DDP.
 */
#ifndef CTORCH_NN_RESULTS_H
#define CTORCH_NN_RESULTS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Releases what a forward function with these inputs made, each tensor once: among its outputs may
 * also be an input that it handed on, or a part of the module. */
CT_API void ct_module_free_results_(ct_tensor *const *outputs CT_LENGTH(outputs_len),
				    int64_t outputs_len,
				    const ct_tensor *const *inputs CT_LENGTH(inputs_len),
				    int64_t inputs_len) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
