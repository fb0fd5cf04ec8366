/*
 * Values: building and reading lists, tuples, dicts and sets.
 */
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "operators/value/copy.h"
#include "operators/value/grow.h"

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

ct_value ct_value_set_new(void)
{
	return ct_value_nest_new(CT_VALUE_SET);
}

static bool is_list_or_tuple(const ct_value *self)
{
	return self->kind == CT_VALUE_LIST || self->kind == CT_VALUE_TUPLE;
}

static ct_error check_is_owned(const ct_value *self, const char *kind, const char *function)
{
	if (self->flags & CT_VALUE_OWNED)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument 1 (self) is borrowed, and only an owning value can be "
			    "changed: start from ct_value_%s_new() or ct_value_copy()",
			    kind);
}

static ct_error check_list(const ct_value *self, const char *function)
{
	if (self == NULL || !is_list_or_tuple(self))
		return ct_value_type_error(self, function, "a list or tuple of values");
	return check_is_owned(self, "list", function);
}

ct_error ct_value_check_dict(const ct_value *self, const char *function)
{
	if (self == NULL || self->kind != CT_VALUE_DICT)
		return ct_value_type_error(self, function, "a dict");
	return check_is_owned(self, "dict", function);
}

static ct_error check_set(const ct_value *self, const char *function)
{
	if (self == NULL || self->kind != CT_VALUE_SET)
		return ct_value_type_error(self, function, "a set");
	return check_is_owned(self, "set", function);
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

	CT_TRY(check_list(self, __func__));
	CT_TRY(ct_value_copy_for(&item, __func__, &copy));
	error = ct_value_list_put(self, &copy, __func__);
	ct_value_free(&copy);
	return error;
}

ct_error ct_value_list_move(ct_value *self, ct_value *item)
{
	ct_error error;
	ct_value owned;

	CT_TRY(check_list(self, __func__));
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
	ct_error error;
	ct_value copy;
	int64_t i = 0;

	CT_TRY(check_list(self, __func__));
	CT_TRY(check_index(self, index, __func__, &i));
	CT_TRY(ct_value_copy_for(&item, __func__, &copy));
	error = ct_value_slot_replace(self, i, &copy, __func__);
	ct_value_free(&copy);
	return error;
}

/* Frees `n` values and moves the following ones up. */
static void close_gap(ct_value *self, int64_t at, int64_t n)
{
	ct_value *slots = (ct_value *)self->object;

	ct_values_free(&slots[at], n);
	memmove(&slots[at], &slots[at + n],
		(size_t)(ct_value_slots(self) - at - n) * sizeof *slots);
}

ct_error ct_value_list_remove(ct_value *self, int64_t index)
{
	int64_t i = 0;

	CT_TRY(check_list(self, __func__));
	CT_TRY(check_index(self, index, __func__, &i));
	close_gap(self, i, 1);
	self->i--;
	return NULL;
}

ct_error ct_value_dict_put(ct_value *self, const ct_value *key, ct_value *value,
			   const char *function)
{
	ct_value own_key;
	ct_error error;
	int64_t at;

	CT_TRY(ct_value_check_key(self, key, function));
	at = ct_value_dict_find(self, key);
	if (at >= 0)
		return ct_value_slot_replace(self, 2 * at + 1, value, function);
	CT_TRY(ct_value_copy_for(key, function, &own_key));
	error = ct_value_pair_add(self, &own_key, value, function);
	ct_value_free(&own_key);
	return error;
}

ct_error ct_value_dict_set(ct_value *self, ct_value key, ct_value value)
{
	ct_error error;
	ct_value copy;

	CT_TRY(ct_value_check_dict(self, __func__));
	CT_TRY(ct_value_copy_for(&value, __func__, &copy));
	error = ct_value_dict_put(self, &key, &copy, __func__);
	ct_value_free(&copy);
	return error;
}

ct_error ct_value_dict_move(ct_value *self, ct_value key, ct_value *value)
{
	ct_error error;
	ct_value owned;

	CT_TRY(ct_value_check_dict(self, __func__));
	CT_TRY(own(self, value, __func__, &owned));
	error = ct_value_dict_put(self, &key, &owned, __func__);
	if (error == NULL)
		*value = ct_value_none();
	else if (!(value->flags & CT_VALUE_OWNED))
		ct_value_free(&owned);
	return error;
}

/* The place of a key of a dict, or of an item of a set. */
static ct_error find_key(const ct_value *self, const ct_value *key, const char *function,
			 int64_t *result)
{
	ct_error error;
	char *text;

	CT_TRY(ct_value_check_key(self, key, function));
	*result = ct_value_dict_find(self, key);
	if (*result >= 0)
		return NULL;
	CT_TRY(ct_value_to_string(key, &text));
	error = ct_error_new(CT_ERROR_KEY, function,
			     self->kind == CT_VALUE_SET ? "no item %s in the set"
							: "no key %s in the dict",
			     text);
	ct_free(text);
	return error;
}

static void remove_pair(ct_value *self, int64_t at)
{
	ct_value_dict_index_remove(self, at);
	close_gap(self, 2 * at, 2);
	self->i--;
}

ct_error ct_value_dict_remove(ct_value *self, ct_value key)
{
	int64_t at = -1;

	CT_TRY(ct_value_check_dict(self, __func__));
	CT_TRY(find_key(self, &key, __func__, &at));
	remove_pair(self, at);
	return NULL;
}

ct_error ct_value_expect_dict(const ct_value *self, const char *function)
{
	if (self && self->kind == CT_VALUE_DICT && ct_value_fault(self) == NULL)
		return NULL;
	return ct_value_type_error(self, function, "a dict");
}

ct_error ct_value_dict_get(const ct_value *self, ct_value key, ct_value *result)
{
	int64_t at = -1;

	CT_TRY(ct_value_expect_dict(self, __func__));
	CT_TRY(find_key(self, &key, __func__, &at));
	if (result)
		*result = ct_value_borrow(ct_value_slot(self, 2 * at + 1));
	return NULL;
}

static bool has(const ct_value *self, ct_value_kind kind, const ct_value *key)
{
	if (self == NULL || self->kind != kind || ct_value_fault(self) || ct_value_fault(key) ||
	    !ct_value_can_be_key(key))
		return false;
	return ct_value_dict_find(self, key) >= 0;
}

bool ct_value_dict_has(const ct_value *self, ct_value key)
{
	return has(self, CT_VALUE_DICT, &key);
}

ct_error ct_value_item(const ct_value *self, int64_t index, ct_value *result)
{
	int64_t i = 0;

	if (self == NULL || ct_value_fault(self) ||
	    !(ct_value_is_sequence(self) || self->kind == CT_VALUE_SET))
		return ct_value_type_error(self, __func__, "a list");
	CT_TRY(check_index(self, index, __func__, &i));
	if (result)
		*result = ct_value_element(self, i);
	return NULL;
}

ct_error ct_value_dict_item(const ct_value *self, int64_t index, ct_value *key, ct_value *value)
{
	int64_t i = 0;

	CT_TRY(ct_value_expect_dict(self, __func__));
	CT_TRY(check_index(self, index, __func__, &i));
	if (key)
		*key = ct_value_borrow(ct_value_slot(self, 2 * i));
	if (value)
		*value = ct_value_borrow(ct_value_slot(self, 2 * i + 1));
	return NULL;
}

/* --- Sets ------------------------------------------------------------------------------------ */

ct_error ct_value_set_add(ct_value *self, ct_value item)
{
	ct_value none = ct_value_none();

	CT_TRY(check_set(self, __func__));
	return ct_value_dict_put(self, &item, &none, __func__);
}

ct_error ct_value_set_remove(ct_value *self, ct_value item)
{
	int64_t at = -1;

	CT_TRY(check_set(self, __func__));
	CT_TRY(find_key(self, &item, __func__, &at));
	remove_pair(self, at);
	return NULL;
}

bool ct_value_set_has(const ct_value *self, ct_value item)
{
	return has(self, CT_VALUE_SET, &item);
}
