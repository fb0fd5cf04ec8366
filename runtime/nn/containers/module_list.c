/*
 * The items of a Sequential and of a ModuleList. A Sequential finds them by their place, a
 * ModuleList by their name, as in Python, where the two differ after an insertion behind the end.
 */
#include "core/base/no_memory.h"
#include "nn/containers/items.h"
#include "nn/layers/class.h"

#define CHECK(self)                                                                              \
	CT_TRY(ct_items_check((self), &ct_nn_Sequential_code, &ct_nn_ModuleList_code, 1, "self", \
			      __func__))
#define CHECK_RESULT(result, position)                                                            \
	do {                                                                                      \
		if ((result) == NULL)                                                             \
			return ct_error_new(CT_ERROR_ARGUMENT, __func__,                          \
					    "argument %d (result) must not be NULL", (position)); \
	} while (0)

static bool is_sequential(const ct_module *self)
{
	return self->klass == &ct_nn_Sequential_code.module;
}

static int64_t module_list_len(const ct_module *self)
{
	return self->parts[CT_CHILDREN].len;
}

/* --- adding ----------------------------------------------------------------------------------- */

ct_error ct_module_list_append(ct_module *self, const ct_module *module)
{
	CHECK(self);
	return ct_module_add_module(self, ct_item_name(module_list_len(self)).text, module, NULL);
}

ct_error ct_module_list_extend(ct_module *self, const ct_module *other)
{
	struct ct_parts *children;
	ct_error error = NULL;
	uint32_t before;
	int64_t n;

	CHECK(self);
	CT_TRY(ct_items_check(other, &ct_nn_Sequential_code, &ct_nn_ModuleList_code, 2, "other",
			      __func__));
	children = &self->parts[CT_CHILDREN];
	before = children->len;
	n = ct_module_child_count(other);
	for (int64_t i = 0; i < n && error == NULL; i++)
		error = ct_module_list_append(self, ct_module_child_at(other, i));
	if (error)
		ct_items_cut(children, CT_CHILDREN, before);
	return error;
}

/* Inserting gives each name from `index` on the module of the name before it, so all must exist. */
static ct_error check_names(const ct_module *self, int64_t index, const char *function)
{
	for (int64_t i = module_list_len(self) - 1; i >= index; i--)
		if (!ct_part_find(self, CT_CHILDREN, ct_item_name(i).text))
			return ct_items_no_key(ct_item_name(i).text, function);
	return NULL;
}

/* What the first loop of Python's insert() does: the last module first. */
static void move_behind(ct_module *self, int64_t index, int64_t last)
{
	for (int64_t i = last; i > index; i--) {
		struct ct_part *to = ct_part_find(self, CT_CHILDREN, ct_item_name(i).text);
		struct ct_part *from = ct_part_find(self, CT_CHILDREN, ct_item_name(i - 1).text);

		ct_part_set(self, CT_CHILDREN, to, ct_module_share(from->object));
	}
}

ct_error ct_module_list_insert(ct_module *self, int64_t index, const ct_module *module)
{
	int64_t n;

	CHECK(self);
	n = module_list_len(self);
	if (is_sequential(self)) {
		if (index < -n || index > n)
			return ct_error_new(CT_ERROR_INDEX, __func__, "Index out of range: %lld",
					    (long long)index);
		index += index < 0 ? n : 0;
	}
	CT_TRY(check_names(self, index, __func__));
	if (index >= n)
		return ct_module_add_module(self, ct_item_name(index).text, module, NULL);
	/* Under the new name, to check it and to have the room; then all move. */
	CT_TRY(ct_module_add_module(self, ct_item_name(n).text, module, NULL));
	move_behind(self, index, n);
	ct_part_set(self, CT_CHILDREN, ct_part_find(self, CT_CHILDREN, ct_item_name(index).text),
		    ct_module_share(module));
	return NULL;
}

/* --- one item --------------------------------------------------------------------------------- */

static ct_error module_list_find(const ct_module *self, int64_t index, const char *function,
				 struct ct_part **result)
{
	struct ct_part *named;

	CT_TRY(ct_items_index(index, module_list_len(self), function, &index));
	if (is_sequential(self)) {
		*result = &self->parts[CT_CHILDREN].at[index];
		return NULL;
	}
	named = ct_part_find(self, CT_CHILDREN, ct_item_name(index).text);
	if (named == NULL)
		return ct_items_no_key(ct_item_name(index).text, function);
	*result = named;
	return NULL;
}

ct_error ct_module_list_get(const ct_module *self, int64_t index, ct_module **result)
{
	struct ct_part *part;

	CHECK(self);
	CHECK_RESULT(result, 3);
	CT_TRY(module_list_find(self, index, __func__, &part));
	*result = part->object;
	return NULL;
}

ct_error ct_module_list_set(ct_module *self, int64_t index, const ct_module *module)
{
	CHECK(self);
	CT_TRY(ct_items_index(index, module_list_len(self), __func__, &index));
	return ct_module_add_module(self,
				    is_sequential(self) ? ct_module_child_name_at(self, index)
							: ct_item_name(index).text,
				    module, NULL);
}

static ct_error remove_range(ct_module *self, const struct ct_item_range *range,
			     const char *function)
{
	struct ct_parts *children = &self->parts[CT_CHILDREN];

	if (!ct_items_renumber(children, range))
		return ct_no_memory(function, "for a list of modules");
	ct_items_remove(children, CT_CHILDREN, range);
	return NULL;
}

static ct_error remove_at(ct_module *self, int64_t index, const char *function)
{
	struct ct_part *part;

	CT_TRY(module_list_find(self, index, function, &part));
	return remove_range(self,
			    &(struct ct_item_range){ part - self->parts[CT_CHILDREN].at, 1, 1 },
			    function);
}

ct_error ct_module_list_remove(ct_module *self, int64_t index)
{
	CHECK(self);
	return remove_at(self, index, __func__);
}

ct_error ct_module_list_pop(ct_module *self, int64_t index, ct_module **result)
{
	struct ct_part *part;
	ct_module *popped = NULL;
	ct_error error;

	CHECK(self);
	CHECK_RESULT(result, 3);
	CT_TRY(module_list_find(self, index, __func__, &part));
	if (part->object) {
		popped = ct_module_retain(part->object);
		if (popped == NULL)
			return ct_no_memory(__func__, "for a list of modules");
	}
	error = remove_at(self, index, __func__);
	if (error)
		ct_module_free(popped);
	else
		*result = popped;
	return error;
}

/* --- slices ----------------------------------------------------------------------------------- */

static ct_error module_list_add_range(ct_module *part, const ct_module *self,
				      const struct ct_item_range *range)
{
	for (int64_t i = 0; i < range->count; i++) {
		const int64_t at = range->first + i * range->step;

		CT_TRY(ct_module_add_module(part,
					    is_sequential(self) ? ct_module_child_name_at(self, at)
								: ct_item_name(i).text,
					    ct_module_child_at(self, at), NULL));
	}
	return NULL;
}

ct_error ct_module_list_slice(const ct_module *self, ct_index slice, ct_module **result)
{
	struct ct_item_range range;
	ct_module *part;
	ct_error error;

	CHECK(self);
	CHECK_RESULT(result, 3);
	CT_TRY(ct_items_range(slice, module_list_len(self), __func__, &range));
	CT_TRY(ct_items_new(is_sequential(self) ? &ct_nn_Sequential_code : &ct_nn_ModuleList_code,
			    &part));
	error = module_list_add_range(part, self, &range);
	if (error)
		ct_module_free(part);
	else
		*result = part;
	return error;
}

ct_error ct_module_list_remove_slice(ct_module *self, ct_index slice)
{
	struct ct_item_range range;

	CHECK(self);
	CT_TRY(ct_items_range(slice, module_list_len(self), __func__, &range));
	return remove_range(self, &range, __func__);
}
