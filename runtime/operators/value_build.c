/*
 * Values: building and reading lists, tuples and dicts.
 */
#include <stdlib.h>
#include <string.h>

#include "operators/values_build.h"

ct_value ct_value_nest_new(ct_value_kind kind)
{
	ct_value nest = ct_value_none();

	nest.kind = kind;
	nest.flags = CT_VALUE_OWNED;
	return nest;
}

ct_value ct_value_list_new(void)
{
	return ct_value_nest_new(CT_VALUE_LIST);
}

ct_value ct_value_tuple_new(void)
{
	return ct_value_nest_new(CT_VALUE_TUPLE);
}

ct_value ct_value_dict_new(void)
{
	return ct_value_nest_new(CT_VALUE_DICT);
}

ct_error ct_value_too_deep(const char *function)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function, CT_VALUE_TOO_DEEP, CT_VALUE_MAX_DEPTH);
}

static ct_error no_memory(const char *function)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a value");
}

bool ct_value_make_room(void **array, int32_t *room, int32_t count, size_t size)
{
	int32_t more = *room ? 2 * *room : 8;
	void *larger;

	if (count < *room)
		return true;
	larger = realloc(*array, (size_t)more * size);
	if (larger == NULL)
		return false;
	*array = larger;
	*room = more;
	return true;
}

/* --- Growing --------------------------------------------------------------------------------- */

/* Room for `more` values after the existing ones. */
static ct_error make_room(ct_value *self, int64_t more, const char *function)
{
	struct ct_value_block *block = ct_value_block_of(self);
	int64_t used = ct_value_slots(self);
	int64_t capacity = block ? block->capacity : 0;

	if (used + more <= capacity)
		return NULL;
	capacity = capacity ? 2 * capacity : 4;
	block = realloc(block, sizeof *block + (size_t)capacity * sizeof(ct_value));
	if (block == NULL)
		return no_memory(function);
	if (!(self->flags & CT_VALUE_BLOCK))
		*block = (struct ct_value_block){ .height = 1 };
	block->capacity = capacity;
	self->object = block + 1;
	self->flags |= CT_VALUE_BLOCK;
	return NULL;
}

/* 0 for a value that does not nest, and for an empty nest. */
static int32_t height_of(const ct_value *self)
{
	const struct ct_value_block *block = ct_value_block_of(self);

	if (!ct_value_is_nest(self))
		return 0;
	return block ? block->height : 1;
}

static void grow_height(ct_value *self, int32_t of_item)
{
	struct ct_value_block *block = ct_value_block_of(self);

	if (block->height <= of_item)
		block->height = of_item + 1;
}

/* The levels are counted from 0, as copy_at() does: a number in one list is at depth 1. */
static ct_error check_height(const ct_value *item, const char *function)
{
	return height_of(item) >= CT_VALUE_MAX_DEPTH ? ct_value_too_deep(function) : NULL;
}

static ct_value *slots_of(ct_value *self)
{
	return (ct_value *)self->object;
}

static void take(ct_value *place, ct_value *item)
{
	*place = *item;
	*item = ct_value_none();
}

ct_error ct_value_list_put(ct_value *self, ct_value *item, const char *function)
{
	CT_TRY(check_height(item, function));
	CT_TRY(make_room(self, 1, function));
	grow_height(self, height_of(item));
	take(&slots_of(self)[self->i++], item);
	return NULL;
}

static ct_error check_key(const ct_value *key, const char *function)
{
	const char *fault = ct_value_fault(key);

	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "the key is %s", fault);
	if (!ct_value_can_be_key(key))
		return ct_error_new(CT_ERROR_TYPE, function,
				    "a key must be a str, a number, a Tensor or a device, got %s",
				    ct_value_type_name(key));
	return NULL;
}

static ct_error add_pair(ct_value *self, const ct_value *key, ct_value *value, const char *function)
{
	ct_value *pair, own_key;

	CT_TRY(make_room(self, 2, function));
	if (!ct_value_dict_index_ready(self))
		return no_memory(function);
	CT_TRY(ct_value_copy_for(key, function, &own_key));
	pair = &slots_of(self)[2 * self->i];
	pair[0] = own_key;
	take(&pair[1], value);
	ct_value_dict_index_add(self, self->i++);
	return NULL;
}

ct_error ct_value_dict_put(ct_value *self, const ct_value *key, ct_value *value,
			   const char *function)
{
	int32_t height = height_of(value);
	int64_t at = -1;

	CT_TRY(check_key(key, function));
	CT_TRY(check_height(value, function));
	at = ct_value_dict_find(self, key);
	if (at < 0) {
		CT_TRY(add_pair(self, key, value, function));
	} else {
		ct_value_free(&slots_of(self)[2 * at + 1]);
		take(&slots_of(self)[2 * at + 1], value);
	}
	grow_height(self, height);
	return NULL;
}

/* --- The functions around -------------------------------------------------------------------- */

static bool is_list_or_tuple(const ct_value *self)
{
	return self->kind == CT_VALUE_LIST || self->kind == CT_VALUE_TUPLE;
}

static ct_error check_can_change(const ct_value *self, bool dict, const char *function)
{
	if (self == NULL || (dict ? self->kind != CT_VALUE_DICT : !is_list_or_tuple(self)))
		return ct_value_type_error(self, function,
					   dict ? "a dict" : "a list or tuple of values");
	if (!(self->flags & CT_VALUE_OWNED))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (self) is borrowed, and only an owning value can "
				    "be changed: begin with ct_value_%s_new() or ct_value_copy()",
				    dict ? "dict" : "list");
	return NULL;
}

/* Takes over a moved value; copies first what it borrows. */
static ct_error own(ct_value *self, ct_value *item, const char *function, ct_value *result)
{
	if (item == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "the value to move must not be NULL");
	if (item == self || (item->object && item->object == self->object))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "a value cannot be moved into itself");
	if (!(item->flags & CT_VALUE_OWNED))
		return ct_value_copy_for(item, function, result);
	*result = *item;
	return NULL;
}

ct_error ct_value_list_append(ct_value *self, ct_value item)
{
	ct_error error;
	ct_value copy;

	CT_TRY(check_can_change(self, false, __func__));
	CT_TRY(ct_value_copy_for(&item, __func__, &copy));
	error = ct_value_list_put(self, &copy, __func__);
	ct_value_free(&copy);
	return error;
}

ct_error ct_value_list_move(ct_value *self, ct_value *item)
{
	ct_error error;
	ct_value owned;

	CT_TRY(check_can_change(self, false, __func__));
	CT_TRY(own(self, item, __func__, &owned));
	error = ct_value_list_put(self, &owned, __func__);
	if (error == NULL)
		*item = ct_value_none();
	else if (!(item->flags & CT_VALUE_OWNED))
		ct_value_free(&owned);
	return error;
}

/* An index as Python counts them. */
static ct_error check_index(const ct_value *self, int64_t index, const char *function,
			    int64_t *result)
{
	int64_t i = index < 0 ? index + self->i : index;

	if (i < 0 || i >= self->i)
		return ct_error_new(CT_ERROR_INDEX, function, "%s index out of range",
				    ct_value_type_name(self));
	*result = i;
	return NULL;
}

ct_error ct_value_list_set(ct_value *self, int64_t index, ct_value item)
{
	ct_value copy;
	int64_t i = 0;

	CT_TRY(check_can_change(self, false, __func__));
	CT_TRY(check_index(self, index, __func__, &i));
	CT_TRY(ct_value_copy_for(&item, __func__, &copy));
	if (height_of(&copy) >= CT_VALUE_MAX_DEPTH) {
		ct_value_free(&copy);
		return ct_value_too_deep(__func__);
	}
	ct_value_free(&slots_of(self)[i]);
	grow_height(self, height_of(&copy));
	take(&slots_of(self)[i], &copy);
	return NULL;
}

/* Frees `n` values and moves the following ones up. */
static void close_gap(ct_value *self, int64_t at, int64_t n)
{
	ct_value *slots = slots_of(self);

	ct_values_free(&slots[at], n);
	memmove(&slots[at], &slots[at + n],
		(size_t)(ct_value_slots(self) - at - n) * sizeof *slots);
}

ct_error ct_value_list_remove(ct_value *self, int64_t index)
{
	int64_t i = 0;

	CT_TRY(check_can_change(self, false, __func__));
	CT_TRY(check_index(self, index, __func__, &i));
	close_gap(self, i, 1);
	self->i--;
	return NULL;
}

ct_error ct_value_dict_set(ct_value *self, ct_value key, ct_value value)
{
	ct_error error;
	ct_value copy;

	CT_TRY(check_can_change(self, true, __func__));
	CT_TRY(ct_value_copy_for(&value, __func__, &copy));
	error = ct_value_dict_put(self, &key, &copy, __func__);
	ct_value_free(&copy);
	return error;
}

ct_error ct_value_dict_move(ct_value *self, ct_value key, ct_value *value)
{
	ct_error error;
	ct_value owned;

	CT_TRY(check_can_change(self, true, __func__));
	CT_TRY(own(self, value, __func__, &owned));
	error = ct_value_dict_put(self, &key, &owned, __func__);
	if (error == NULL)
		*value = ct_value_none();
	else if (!(value->flags & CT_VALUE_OWNED))
		ct_value_free(&owned);
	return error;
}

static ct_error find_key(const ct_value *self, const ct_value *key, const char *function,
			 int64_t *result)
{
	ct_error error;
	char *text;

	if (self == NULL || self->kind != CT_VALUE_DICT || ct_value_fault(self))
		return ct_value_type_error(self, function, "a dict");
	CT_TRY(check_key(key, function));
	*result = ct_value_dict_find(self, key);
	if (*result >= 0)
		return NULL;
	CT_TRY(ct_value_to_string(key, &text));
	error = ct_error_new(CT_ERROR_INDEX, function, "no key %s in the dict", text);
	free(text);
	return error;
}

ct_error ct_value_dict_remove(ct_value *self, ct_value key)
{
	int64_t at = -1;

	CT_TRY(check_can_change(self, true, __func__));
	CT_TRY(find_key(self, &key, __func__, &at));
	ct_value_dict_index_remove(self, at);
	close_gap(self, 2 * at, 2);
	self->i--;
	return NULL;
}

ct_error ct_value_dict_get(const ct_value *self, ct_value key, ct_value *result)
{
	int64_t at = -1;

	CT_TRY(find_key(self, &key, __func__, &at));
	if (result)
		*result = ct_value_borrow(ct_value_slot(self, 2 * at + 1));
	return NULL;
}

bool ct_value_dict_has(const ct_value *self, ct_value key)
{
	if (self == NULL || self->kind != CT_VALUE_DICT || ct_value_fault(self) ||
	    ct_value_fault(&key) || !ct_value_can_be_key(&key))
		return false;
	return ct_value_dict_find(self, &key) >= 0;
}

ct_error ct_value_item(const ct_value *self, int64_t index, ct_value *result)
{
	int64_t i = 0;

	if (self == NULL || !ct_value_is_sequence(self) || ct_value_fault(self))
		return ct_value_type_error(self, __func__, "a list");
	CT_TRY(check_index(self, index, __func__, &i));
	if (result)
		*result = ct_value_element(self, i);
	return NULL;
}

ct_error ct_value_dict_item(const ct_value *self, int64_t index, ct_value *key, ct_value *value)
{
	int64_t i = 0;

	if (self == NULL || self->kind != CT_VALUE_DICT || ct_value_fault(self))
		return ct_value_type_error(self, __func__, "a dict");
	CT_TRY(check_index(self, index, __func__, &i));
	if (key)
		*key = ct_value_borrow(ct_value_slot(self, 2 * i));
	if (value)
		*value = ct_value_borrow(ct_value_slot(self, 2 * i + 1));
	return NULL;
}
