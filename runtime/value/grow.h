/*
 * Inside the library: building lists, tuples and dicts.
 */
#ifndef CT_VALUE_GROW_H
#define CT_VALUE_GROW_H

#include <stddef.h>

#include "value/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty list, tuple or dict that can grow. */
ct_value ct_value_nest_new(ct_value_kind kind);

/* Add a value that is owned, or that owns and borrows nothing; it becomes None, or is unchanged on
 * an error. A key is copied. */
ct_error ct_value_list_put(ct_value *self, ct_value *item, const char *function) CT_WARN_UNUSED;
/* The same in the place of item `i`, which is freed. */
ct_error ct_value_list_replace(ct_value *self, int64_t i, ct_value *item,
			       const char *function) CT_WARN_UNUSED;
ct_error ct_value_dict_put(ct_value *self, const ct_value *key, ct_value *value,
			   const char *function) CT_WARN_UNUSED;

/* Room for one more item after `count` items of `size` bytes; false: no memory. For the stack of
 * nests in a walk: a recursive call for each of CT_VALUE_MAX_DEPTH levels would need more stack
 * than some threads have. */
bool ct_value_make_room(void **array, int32_t *room, int32_t count, size_t size);

#ifdef __cplusplus
}
#endif

#endif
