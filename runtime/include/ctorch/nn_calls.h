/**
 * @file
 * Calls of torch.nn's modules whose forward() takes more than tensors in Python. Hooks run as in
 * ct_module_forward(), which is the call with Python's defaults.
 */
#ifndef CTORCH_NN_CALLS_H
#define CTORCH_NN_CALLS_H

#include <ctorch/error.h>
#include <ctorch/module.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Python's `conv(input, output_size)` for ConvTranspose1d, 2d and 3d: the shape of the output, of
 * which a stride above 1 allows several. A ValueError says which.
 *
 * @param output_size  the sizes of the output's spatial dimensions, or all sizes; NULL: the smallest
 */
CT_API ct_error ct_nn_ConvTranspose_forward(const ct_module *self, const ct_tensor *input,
					    const int64_t *output_size CT_NULLABLE
						    CT_LENGTH(output_size_len),
					    int64_t output_size_len, ct_tensor **result) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
