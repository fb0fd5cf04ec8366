/*
 * Values: ordered dicts, and their attributes. These are a dict of their own, to which the block of
 * an ordered dict points.
 */
#include <ctorch/macros/try.h>

#include "core/memory/expression.h"
#include "operators/value/copy.h"
#include "operators/value/grow.h"

ct_value ct_value_ordered_dict_new(void)
{
	ct_value dict = ct_value_nest_new(CT_VALUE_DICT);

	dict.flags |= CT_VALUE_ORDERED;
	return dict;
}

/* --- Reading --------------------------------------------------------------------------------- */

static ct_error no_attribute(const ct_value *self, const char *name, const char *function)
{
	return ct_error_new(CT_ERROR_ATTRIBUTE, function, "'%s' object has no attribute '%s'",
			    ct_value_is_ordered_dict(self) ? "collections.OrderedDict" : "dict",
			    name);
}

ct_error ct_value_dict_attribute(const ct_value *self, const char *name, ct_value *result)
{
	const ct_value key = ct_value_string(name), *attributes;

	CT_TRY(ct_value_expect_dict(self, __func__));
	if (name == NULL)
		return ct_missing_argument(__func__, 2, "name");
	attributes = ct_value_attributes_of(self);
	if (!ct_value_dict_has(attributes, key))
		return no_attribute(self, name, __func__);
	return ct_value_dict_get(attributes, key, result);
}

ct_error ct_value_dict_attributes(const ct_value *self, ct_value *result)
{
	CT_TRY(ct_value_expect_dict(self, __func__));
	if (result)
		*result = ct_value_borrow(ct_value_attributes_of(self));
	return NULL;
}

/* --- Setting --------------------------------------------------------------------------------- */

/* The dict of attributes is one level more between the value and `self`. */
ct_error ct_value_set_attribute(ct_value *self, const ct_value *name, ct_value *value,
				const char *function)
{
	ct_value *attributes;

	if (ct_value_height(value) + 1 >= CT_VALUE_MAX_DEPTH)
		return ct_value_too_deep(function);
	CT_TRY(ct_value_make_attributes(self, function));
	attributes = ct_value_block_of(self)->attributes;
	CT_TRY(ct_value_dict_put(attributes, name, value, function));
	ct_value_grow_height(self, ct_value_height(attributes));
	return NULL;
}

ct_error ct_value_dict_set_attribute(ct_value *self, const char *name, ct_value value)
{
	const ct_value key = ct_value_string(name);
	ct_error error;
	ct_value copy;

	CT_TRY(ct_value_check_dict(self, __func__));
	if (name == NULL)
		return ct_missing_argument(__func__, 2, "name");
	if (!ct_value_is_ordered_dict(self))
		return no_attribute(self, name, __func__);
	CT_TRY(ct_value_copy_for(&value, __func__, &copy));
	error = ct_value_set_attribute(self, &key, &copy, __func__);
	ct_value_free(&copy);
	return error;
}

ct_error ct_value_attribute_put(ct_value *self, const ct_value *name, const ct_value *key,
				ct_value *value, const char *function)
{
	ct_value *attributes = (ct_value *)ct_value_attributes_of(self), *dict;

	if (!ct_value_dict_has(attributes, *name))
		return NULL;
	if (ct_value_height(value) + 2 >= CT_VALUE_MAX_DEPTH)
		return ct_value_too_deep(function);
	dict = (ct_value *)ct_value_slot(attributes, 2 * ct_value_dict_find(attributes, name) + 1);
	CT_TRY(ct_value_check_dict(dict, function));
	CT_TRY(ct_value_dict_put(dict, key, value, function));
	ct_value_grow_height(attributes, ct_value_height(dict));
	ct_value_grow_height(self, ct_value_height(attributes));
	return NULL;
}
