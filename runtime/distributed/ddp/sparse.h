/*
 * Which parameters get sparse gradients.
 */
#pragma once

#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a module is torch.nn's Embedding or EmbeddingBag with `sparse`. */
ct_error ct_ddp_has_sparse_gradients(const ct_module *module, bool *result);

#ifdef __cplusplus
}
#endif
