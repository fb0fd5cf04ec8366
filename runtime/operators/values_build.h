/*
 * Inside the library: building lists, tuples and dicts.
 */
#ifndef CT_VALUES_BUILD_H
#define CT_VALUES_BUILD_H

#include <stddef.h>

#include "operators/values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty list, tuple or dict that can grow. */
ct_value ct_value_nest_new(ct_value_kind kind);

/* Add a value that is owned, or that owns and borrows nothing; it becomes None, or is unchanged on
 * an error. A key is copied. */
ct_error ct_value_list_put(ct_value *self, ct_value *item, const char *function) CT_WARN_UNUSED;
ct_error ct_value_dict_put(ct_value *self, const ct_value *key, ct_value *value,
			   const char *function) CT_WARN_UNUSED;

#define CT_VALUE_TOO_DEEP \
	"lists, tuples and dicts nest deeper than %d levels, or one contains itself"
ct_error ct_value_too_deep(const char *function) CT_WARN_UNUSED;

/* Room for one more after `count` items of `size` bytes; false: no memory. It is for the nests of a
 * walk: recursion through CT_VALUE_MAX_DEPTH levels would need more stack than some threads
 * have. */
bool ct_value_make_room(void **array, int32_t *room, int32_t count, size_t size);

/* ct_value_copy() for another function; `self` is not NULL. */
ct_error ct_value_copy_for(const ct_value *self, const char *function,
			   ct_value *result) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
