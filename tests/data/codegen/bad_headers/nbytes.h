/* error 14:10 nbytes: 'max_bytes' of ct_find_options is a number of bytes */
/* error 22:30 nbytes: 'bytes' of ct_room is a number of bytes */
#ifndef CTORCH_NBYTES_H
#define CTORCH_NBYTES_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How memory is found. */
typedef struct ct_find_options {
	int64_t max_bytes;  /**< 0: all */
	int64_t min_nbytes; /**< 0: any */
} ct_find_options;

/** Adds bytes. */
CT_API int64_t ct_sum(const void *bytes CT_LENGTH(nbytes), int64_t nbytes) CT_NOEXCEPT;

/** Makes room for bytes. */
CT_API void *ct_room(int64_t bytes) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
