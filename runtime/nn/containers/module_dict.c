/*
 * The items of a ModuleDict.
 */
#include "core/base/no_memory.h"
#include "nn/containers/items.h"
#include "nn/layers/class.h"

#define CHECK(self) \
	CT_TRY(ct_items_check((self), &ct_nn_ModuleDict_code, NULL, 1, "self", __func__))
#define CHECK_NOT_NULL(argument, position)                                                   \
	do {                                                                                 \
		if ((argument) == NULL)                                                      \
			return ct_error_new(CT_ERROR_ARGUMENT, __func__,                     \
					    "argument %d (%s) must not be NULL", (position), \
					    #argument);                                      \
	} while (0)

ct_error ct_module_dict_set(ct_module *self, const char *key, const ct_module *module)
{
	CHECK(self);
	return ct_module_add_module(self, key, module, NULL);
}

ct_error ct_module_dict_get(const ct_module *self, const char *key, ct_module **result)
{
	const struct ct_part *part;

	CHECK(self);
	CHECK_NOT_NULL(key, 2);
	CHECK_NOT_NULL(result, 3);
	part = ct_part_find(self, CT_CHILDREN, key);
	if (part == NULL)
		return ct_items_no_key(key, __func__);
	*result = part->object;
	return NULL;
}

bool ct_module_dict_has(const ct_module *self, const char *key)
{
	return self && key && ct_part_find(self, CT_CHILDREN, key);
}

static void module_dict_remove_part(ct_module *self, const struct ct_part *part)
{
	struct ct_parts *children = &self->parts[CT_CHILDREN];

	ct_items_remove(children, CT_CHILDREN,
			&(struct ct_item_range){ part - children->at, 1, 1 });
}

ct_error ct_module_dict_remove(ct_module *self, const char *key)
{
	const struct ct_part *part;

	CHECK(self);
	CHECK_NOT_NULL(key, 2);
	part = ct_part_find(self, CT_CHILDREN, key);
	if (part == NULL)
		return ct_items_no_key(key, __func__);
	module_dict_remove_part(self, part);
	return NULL;
}

ct_error ct_module_dict_pop(ct_module *self, const char *key, ct_module **result)
{
	ct_module *popped = NULL;
	const struct ct_part *part;

	CHECK(self);
	CHECK_NOT_NULL(key, 2);
	CHECK_NOT_NULL(result, 3);
	part = ct_part_find(self, CT_CHILDREN, key);
	if (part == NULL)
		return ct_items_no_key(key, __func__);
	if (part->object) {
		popped = ct_module_retain(part->object);
		if (popped == NULL)
			return ct_no_memory(__func__, "for a module");
	}
	module_dict_remove_part(self, part);
	*result = popped;
	return NULL;
}

/* First a check of all: none may have `self` in it, and the names are good already. */
static ct_error check_all(ct_module *self, const ct_module *other, const char *function)
{
	struct ct_visits inside;
	bool found = false;

	CT_TRY(ct_visits_make(other, "", false, function, &inside));
	for (int64_t i = 0; i < inside.len; i++)
		found = found || (inside.at[i].module == self && self != other);
	ct_visits_free(&inside);
	if (found)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "a module cannot contain itself: argument 2 (other) contains "
				    "this %s",
				    self->klass->name);
	return NULL;
}

ct_error ct_module_dict_update(ct_module *self, const ct_module *other)
{
	CHECK(self);
	CT_TRY(ct_items_check(other, &ct_nn_ModuleDict_code, NULL, 2, "other", __func__));
	CT_TRY(check_all(self, other, __func__));
	for (int64_t i = 0; self != other && i < ct_module_child_count(other); i++)
		CT_TRY(ct_module_add_module(self, ct_module_child_name_at(other, i),
					    ct_module_child_at(other, i), NULL));
	return NULL;
}

ct_error ct_module_dict_clear(ct_module *self)
{
	CHECK(self);
	ct_items_cut(&self->parts[CT_CHILDREN], CT_CHILDREN, 0);
	return NULL;
}
