#ifndef SMALL_ERROR_H
#define SMALL_ERROR_H

#include <ctorch/core/types.h>

struct ct_tensor;

CT_API void ct_tensor_free(ct_tensor *self) CT_NOEXCEPT;
CT_API const char *ct_version(void) CT_NOEXCEPT;
CT_API ct_error ct_error_make(const char *format, ...) CT_NOEXCEPT CT_PRINTF(1, 2);
CT_API ct_error ct_around(void *data CT_KEPT, const int64_t *shape, int64_t shape_len, ct_deleter deleter,
			  void *context, ct_tensor **result) CT_RETURNS_ERROR;

CT_API ct_error ct_texts(const char *const *names CT_LENGTH(2 * n), int64_t n,
			 char **bytes CT_NOT_NULL, int64_t *bytes_len) CT_RETURNS_ERROR;
CT_API ct_tensor *ct_tensor_retain(const ct_tensor *self) CT_NOEXCEPT CT_NEW(ct_tensor_free);

static inline ct_scalar ct_scalar_int(int64_t i)
{
	return (ct_scalar){ .i = i }; /* "}" */
}

#endif
