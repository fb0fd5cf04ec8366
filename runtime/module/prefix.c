/*
 * Prefixes of the keys of state dicts.
 */
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/nn/module.h>

#include "core/memory/expression.h"
#include "operators/value/value.h"

static const char metadata[] = "_metadata";

/* What is left of a key; NULL if it stays as it is. */
typedef const char *(*rest_of)(const char *key, const char *prefix);

static const char *rest_of_key(const char *key, const char *prefix)
{
	const size_t n = strlen(prefix);

	return strncmp(key, prefix, n) == 0 ? key + n : NULL;
}

/* Whether a key is the prefix without its dots. */
static bool is_without_dots(const char *key, const char *prefix)
{
	for (; *prefix; prefix++)
		if (*prefix != '.' && *key++ != *prefix)
			return false;
	return *key == '\0';
}

/* Names of modules: "" of the wrapper, "module" of what it contains, "module.0" in this. */
static const char *rest_of_module(const char *key, const char *prefix)
{
	const size_t n = strlen(key), m = strlen(prefix);

	if (n && is_without_dots(key, prefix))
		return key + (m < n ? m : n);
	return n ? rest_of_key(key, prefix) : NULL;
}

/* Keys that are not texts stay. */
static ct_error rest_at(const ct_value *key, rest_of rest, const char *prefix, const char **result)
{
	const char *text;

	*result = NULL;
	if (key->kind != CT_VALUE_STRING)
		return NULL;
	CT_TRY(ct_value_as_string(key, &text, NULL));
	*result = rest(text, prefix);
	return NULL;
}

/* First the keys that stay, and then the others. */
static ct_error add_pairs(const ct_value *from, rest_of rest, const char *prefix, bool renamed,
			  ct_value *to)
{
	const char *name;
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(from); i++) {
		CT_TRY(ct_value_dict_item(from, i, &key, &value));
		CT_TRY(rest_at(&key, rest, prefix, &name));
		if (renamed == (name != NULL))
			CT_TRY(ct_value_dict_set(to, name ? ct_value_string(name) : key, value));
	}
	return NULL;
}

static ct_error rename_all(const ct_value *from, rest_of rest, const char *prefix, ct_value *to)
{
	ct_error error;

	*to = ct_value_is_ordered_dict(from) ? ct_value_ordered_dict_new() : ct_value_dict_new();
	error = add_pairs(from, rest, prefix, false, to);
	if (error == NULL)
		error = add_pairs(from, rest, prefix, true, to);
	if (error)
		ct_value_free(to);
	return error;
}

static ct_error add_attribute(const ct_value *name, const ct_value *value, const char *prefix,
			      ct_value *to)
{
	const char *text;
	ct_value renamed;
	ct_error error;

	CT_TRY(ct_value_as_string(name, &text, NULL));
	if (strcmp(text, metadata) != 0 || value->kind != CT_VALUE_DICT)
		return ct_value_dict_set_attribute(to, text, *value);
	CT_TRY(rename_all(value, rest_of_module, prefix, &renamed));
	error = ct_value_dict_set_attribute(to, text, renamed);
	ct_value_free(&renamed);
	return error;
}

static ct_error add_attributes(const ct_value *from, const char *prefix, ct_value *to)
{
	ct_value attributes, name, value;

	if (!ct_value_is_ordered_dict(from))
		return NULL;
	CT_TRY(ct_value_dict_attributes(from, &attributes));
	for (int64_t i = 0; i < ct_value_count(&attributes); i++) {
		CT_TRY(ct_value_dict_item(&attributes, i, &name, &value));
		CT_TRY(add_attribute(&name, &value, prefix, to));
	}
	return NULL;
}

ct_error ct_nn_utils_consume_prefix_in_state_dict_if_present(ct_value *state, const char *prefix)
{
	ct_value renamed;
	ct_error error;

	if (state == NULL || prefix == NULL)
		return ct_missing_argument(__func__, state ? 2 : 1, state ? "prefix" : "state");
	if (state->kind != CT_VALUE_DICT)
		return ct_value_type_error(state, __func__, "a dict");
	if (!(state->flags & CT_VALUE_OWNED))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (state) is borrowed, and only an owning value "
				    "can be changed; ct_value_copy() returns one");
	CT_TRY(rename_all(state, rest_of_key, prefix, &renamed));
	error = add_attributes(state, prefix, &renamed);
	if (error) {
		ct_value_free(&renamed);
		return error;
	}
	ct_value_free(state);
	*state = renamed;
	return NULL;
}
