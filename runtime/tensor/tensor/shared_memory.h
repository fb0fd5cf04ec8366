/*
 * Inside the library: memory that other processes may see.
 */
#ifndef CT_TENSOR_TENSOR_SHARED_MEMORY_H
#define CT_TENSOR_TENSOR_SHARED_MEMORY_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Other processes may see the memory of this tensor, which ct_tensor_from_blob() made:
 * ct_storage_is_shared(). */
void ct_tensor_note_shared(ct_tensor *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
