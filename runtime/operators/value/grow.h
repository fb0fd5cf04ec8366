/*
 * Inside the library: building lists, tuples, dicts and sets.
 */
#ifndef CT_OPERATORS_VALUE_GROW_H
#define CT_OPERATORS_VALUE_GROW_H

#include <stddef.h>

#include "operators/value/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty list, tuple, dict or set that can grow. */
ct_value ct_value_nest_new(ct_value_kind kind);

/* Add a value that is owned, or that owns and borrows nothing; it becomes None, or is unchanged on
 * an error. */
ct_error ct_value_list_put(ct_value *self, ct_value *item, const char *function) CT_WARN_UNUSED;
/* The same in the place of the one in slot `i`, which is freed. */
ct_error ct_value_slot_replace(ct_value *self, int64_t i, ct_value *item,
			       const char *function) CT_WARN_UNUSED;
/* The same for a pair whose key, which is also taken, the dict or set lacks and can have. */
ct_error ct_value_pair_add(ct_value *self, ct_value *key, ct_value *value,
			   const char *function) CT_WARN_UNUSED;
/* The same for a pair whose key may be there, and is copied (build.c). */
ct_error ct_value_dict_put(ct_value *self, const ct_value *key, ct_value *value,
			   const char *function) CT_WARN_UNUSED;

/* An error unless it is a dict; and unless it is one that can be changed. */
ct_error ct_value_expect_dict(const ct_value *self, const char *function) CT_WARN_UNUSED;
ct_error ct_value_check_dict(const ct_value *self, const char *function) CT_WARN_UNUSED;

/* The number of levels of a nest; 0 for a value that is not a nest. */
int32_t ct_value_height(const ct_value *self);
/* Something of that height is in it now; it has a block. */
void ct_value_grow_height(ct_value *self, int32_t of_item);
/* A nest without items has no block. */
ct_error ct_value_make_block(ct_value *self, const char *function) CT_WARN_UNUSED;

/* Room for one more item after `count` items of `size` bytes; false: no memory. For the stack of
 * nests in a walk: a recursive call for each of CT_VALUE_MAX_DEPTH levels would need more stack
 * than some threads have. */
bool ct_value_make_room(void **array, int32_t *room, int32_t count, size_t size);

/* --- Attributes of ordered dicts (grow.c, attributes.c) --------------------------------------- */

/* All of them, a dict; NULL if there are none. */
const ct_value *ct_value_attributes_of(const ct_value *self);
/* Makes this dict, empty, unless it is there. */
ct_error ct_value_make_attributes(ct_value *self, const char *function) CT_WARN_UNUSED;
/* Adds a value as ct_value_dict_put() does. */
ct_error ct_value_set_attribute(ct_value *self, const ct_value *name, ct_value *value,
				const char *function) CT_WARN_UNUSED;
/* Adds a pair to the dict that is an attribute, likewise; nothing if there is no such attribute. */
ct_error ct_value_attribute_put(ct_value *self, const ct_value *name, const ct_value *key,
				ct_value *value, const char *function) CT_WARN_UNUSED;
/* For a copy, which has none: takes over a dict of them; `*attributes` becomes None, or is
 * unchanged on an error. */
ct_error ct_value_attributes_take(ct_value *self, ct_value *attributes,
				  const char *function) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
