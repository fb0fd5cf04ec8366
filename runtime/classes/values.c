/*
 * Arguments as values.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/call.h>

#include "classes/values.h"
#include "core/base/name_of.h"
#include "operators/value/value.h"

/* Python does not convert a default: the 0 of `weight_decay=0` stays an int. So a number that equals
 * its default has the default's type. */
ct_value ct_class_float_value(const struct ct_argument *argument, double value)
{
	const char *text = argument->default_text;

	if (text && strpbrk(text, ".en") == NULL && value == strtod(text, NULL))
		return ct_value_int((int64_t)value);
	return ct_value_float(value);
}

/* Elements are ints where those of the default are: "[1e-06, 50]". */
static ct_error floats_value(const struct ct_argument *argument, const ct_floats *list,
			     ct_value *result)
{
	const char *text = argument->default_text ? argument->default_text : "";
	ct_error error = NULL;

	*result = ct_value_tuple_new();
	for (int64_t i = 0; i < list->len && error == NULL; i++) {
		ct_value item = ct_value_float(list->at[i]);
		const size_t n = strcspn(text += strspn(text, "[, "), ",]");

		if (n && strcspn(text, ".en") >= n && list->at[i] == strtod(text, NULL))
			item = ct_value_int((int64_t)list->at[i]);
		if (memcmp(&list->at[i], &(double){ CT_NO_FLOAT }, sizeof(double)) == 0)
			item = ct_value_none();
		text += n;
		error = ct_value_list_append(result, item);
	}
	if (error)
		ct_value_free(result);
	return error;
}

static ct_error ints_value(const ct_ints *list, ct_value *result)
{
	ct_error error = NULL;

	*result = ct_value_list_new();
	for (int64_t i = 0; i < list->len && error == NULL; i++)
		error = ct_value_list_append(result, ct_value_int(list->at[i]));
	if (error)
		ct_value_free(result);
	return error;
}

ct_error ct_class_value(const struct ct_argument *argument, const void *at, ct_value *result)
{
	*result = ct_value_none();
	switch (argument->held) {
	case CT_HELD_INT:
		*result = ct_value_int(*(const int64_t *)at);
		break;
	case CT_HELD_OPTIONAL_INT:
		if (*(const int64_t *)at != CT_NO_INT)
			*result = ct_value_int(*(const int64_t *)at);
		break;
	case CT_HELD_FLOAT:
		*result = ct_class_float_value(argument, *(const double *)at);
		break;
	case CT_HELD_BOOL:
		*result = ct_value_bool(*(const bool *)at);
		break;
	case CT_HELD_OPTIONAL_BOOL:
		if (*(const signed char *)at != CT_NO_BOOL)
			*result = ct_value_bool(*(const signed char *)at);
		break;
	case CT_HELD_STRING:
		*result = ct_value_string(*(const char *const *)at);
		break;
	case CT_HELD_INTS:
		return ints_value(at, result);
	case CT_HELD_FLOATS:
	case CT_HELD_OPTIONAL_FLOATS:
		return floats_value(argument, at, result);
	default:
		return CT_RAISED(CT_ERROR_INTERNAL, "'%s' cannot be an option", argument->name);
	}
	return NULL;
}

/* --- as they were given ----------------------------------------------------------------------- */

static ct_error keep(ct_value *dict, ct_value key, const ct_value *given)
{
	return ct_value_dict_has(dict, key) ? ct_value_dict_set(dict, key, *given) : NULL;
}

ct_error ct_class_keep_given(const struct ct_class *klass, size_t first, const ct_value *args,
			     const ct_value *kwargs, ct_value *dict)
{
	ct_value key, value;

	for (int64_t i = 0; args && i < ct_value_count(args); i++) {
		key = ct_value_string(klass->arguments[first + (size_t)i].name);
		CT_TRY(ct_value_item(args, i, &value));
		CT_TRY(keep(dict, key, &value));
	}
	for (int64_t i = 0; kwargs && i < ct_value_count(kwargs); i++) {
		CT_TRY(ct_value_dict_item(kwargs, i, &key, &value));
		CT_TRY(keep(dict, key, &value));
	}
	return NULL;
}
