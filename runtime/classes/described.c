/*
 * Dicts that describe objects.
 */
#include <ctorch/macros/try.h>

#include "classes/values.h"

bool ct_class_is_described(const ct_value *value)
{
	ct_value name;
	ct_error error;

	if (value->kind != CT_VALUE_DICT || !ct_value_dict_has(value, ct_value_string("class")))
		return false;
	error = ct_value_dict_get(value, ct_value_string("class"), &name);
	ct_error_free(error);
	return error == NULL && name.kind == CT_VALUE_STRING;
}

/* None if the dict has no such key. */
static ct_error look_up(const ct_value *dict, const char *key, ct_value *result)
{
	*result = ct_value_none();
	if (!ct_value_dict_has(dict, ct_value_string(key)))
		return NULL;
	return ct_value_dict_get(dict, ct_value_string(key), result);
}

ct_error ct_class_read_described(const ct_value *value, struct ct_described *result)
{
	ct_value name;

	CT_TRY(ct_value_dict_get(value, ct_value_string("class"), &name));
	CT_TRY(ct_value_as_string(&name, &result->name, NULL));
	CT_TRY(look_up(value, "args", &result->args));
	return look_up(value, "kwargs", &result->kwargs);
}

ct_error ct_class_require_described(const ct_value *value, ct_error_class error_class,
				    const char *function, const char *what,
				    struct ct_described *result)
{
	if (!ct_value_dict_has(value, ct_value_string("class")))
		return ct_error_new(error_class, function,
				    "%s is described by a dict with the key 'class' and optional "
				    "'args' and 'kwargs', not by %s",
				    what, ct_value_type_name(value));
	return ct_class_read_described(value, result);
}
