/*
 * Values: building and reading lists, tuples and dicts.
 */
#include <stdlib.h>
#include <string.h>

#include "value/copy.h"
#include "value/grow.h"

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
	ct_error error;
	ct_value copy;
	int64_t i = 0;

	CT_TRY(check_can_change(self, false, __func__));
	CT_TRY(check_index(self, index, __func__, &i));
	CT_TRY(ct_value_copy_for(&item, __func__, &copy));
	error = ct_value_list_replace(self, i, &copy, __func__);
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
	CT_TRY(ct_value_check_key(key, function));
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
