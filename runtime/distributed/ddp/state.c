/*
 * The state dict of a DDP module has the keys of the module in it. Both ways a hook renames them:
 * "0.weight" is "module.0.weight" where modules save and load.
 */
#include "distributed/ddp/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>

static const char metadata[] = "_metadata", child_prefix[] = "module.";

/* Two texts as one, new; NULL without memory. */
static char *joined(const char *first, const char *second)
{
	const size_t n = strlen(first) + strlen(second) + 1;
	char *result = malloc(n);

	if (result)
		snprintf(result, n, "%s%s", first, second);
	return result;
}

static ct_error no_memory(void)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "no memory for the keys of a state dict");
}

/* --- Renaming --------------------------------------------------------------------------------- */

/* The value of `key` becomes that of `renamed`, the last. */
static ct_error rename_key(ct_value *dict, const char *key, const char *renamed)
{
	ct_value value, copy;
	ct_error error;

	CT_TRY(ct_value_dict_get(dict, ct_value_string(key), &value));
	CT_TRY(ct_value_copy(&value, &copy));
	error = ct_value_dict_remove(dict, ct_value_string(key));
	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string(renamed), &copy);
	ct_value_free(&copy);
	return error;
}

/* What follows the beginning in a text; NULL if it does not begin so, or is no longer. */
static const char *rest_of(const ct_value *text, const char *beginning)
{
	const size_t n = strlen(beginning);
	const char *all = NULL;

	if (text->kind != CT_VALUE_STRING)
		return NULL;
	ct_error_free(ct_value_as_string(text, &all, NULL));
	return all && strncmp(all, beginning, n) == 0 && all[n] ? all + n : NULL;
}

static ct_error rename_at(ct_value *dict, int64_t index, const char *rest, const char *to)
{
	char *renamed = joined(to, rest);
	ct_value key, value;
	const char *text;
	ct_error error;

	if (renamed == NULL)
		return no_memory();
	error = ct_value_dict_item(dict, index, &key, &value);
	if (error == NULL)
		error = ct_value_as_string(&key, &text, NULL);
	if (error == NULL)
		error = rename_key(dict, text, renamed);
	free(renamed);
	return error;
}

/* Keys that begin with `from` begin with `to` instead, in their order, after the others. */
static ct_error rename_keys(ct_value *dict, const char *from, const char *to)
{
	const int64_t n = ct_value_count(dict);
	ct_value key, value;
	int64_t kept = 0;

	for (int64_t i = 0; i < n; i++) {
		const char *rest;

		CT_TRY(ct_value_dict_item(dict, kept, &key, &value));
		rest = rest_of(&key, from);
		if (rest)
			CT_TRY(rename_at(dict, kept, rest, to));
		else
			kept++;
	}
	return NULL;
}

/* Names of modules are keys without the last dot. */
static void drop_dot(char *name)
{
	const size_t n = strlen(name);

	if (n && name[n - 1] == '.')
		name[n - 1] = '\0';
}

static ct_error rename_module(ct_value *names, char *from, char *to)
{
	drop_dot(from);
	drop_dot(to);
	if (!ct_value_dict_has(names, ct_value_string(from)))
		return NULL;
	if (ct_value_dict_has(names, ct_value_string(to)))
		CT_TRY(ct_value_dict_remove(names, ct_value_string(to)));
	return rename_key(names, from, to);
}

static ct_error rename_modules(ct_value *state, char *from, char *to)
{
	ct_value attributes, names, renamed;
	ct_error error;

	if (!ct_value_is_ordered_dict(state))
		return NULL;
	CT_TRY(ct_value_dict_attributes(state, &attributes));
	if (!ct_value_dict_has(&attributes, ct_value_string(metadata)))
		return NULL;
	CT_TRY(ct_value_dict_attribute(state, metadata, &names));
	CT_TRY(ct_value_copy(&names, &renamed));
	error = rename_keys(&renamed, from, to);
	if (error == NULL)
		error = rename_module(&renamed, from, to);
	if (error == NULL)
		error = ct_value_dict_set_attribute(state, metadata, renamed);
	ct_value_free(&renamed);
	return error;
}

static ct_error rename_state(ct_value *state, char *from, char *to)
{
	CT_TRY(rename_keys(state, from, to));
	return rename_modules(state, from, to);
}

/* In lists of keys. */
static ct_error rename_items(ct_value *lists, const char *name, const char *from, const char *to)
{
	ct_value list, item, renamed = ct_value_list_new();
	ct_error error = ct_value_dict_get(lists, ct_value_string(name), &list);

	for (int64_t i = 0; error == NULL && i < ct_value_count(&list); i++) {
		const char *rest = NULL;
		char *text = NULL;

		error = ct_value_item(&list, i, &item);
		if (error == NULL && (rest = rest_of(&item, from)) != NULL &&
		    (text = joined(to, rest)) == NULL)
			error = no_memory();
		if (error == NULL)
			error = ct_value_list_append(&renamed, text ? ct_value_string(text) : item);
		free(text);
	}
	if (error == NULL)
		error = ct_value_dict_move(lists, ct_value_string(name), &renamed);
	ct_value_free(&renamed);
	return error;
}

static ct_error rename_lists(ct_value *lists, char *from, char *to)
{
	CT_TRY(rename_items(lists, "missing_keys", from, to));
	return rename_items(lists, "unexpected_keys", from, to);
}

/* --- Hooks ------------------------------------------------------------------------------------ */

/* Calls `rename` with the prefix of the wrapped module, "module.", and that of the DDP module, "". */
static ct_error with_prefixes(const char *prefix, bool to_child, ct_value *state,
			      ct_error (*rename)(ct_value *state, char *from, char *to))
{
	char *inner = joined(prefix, child_prefix), *outer = joined(prefix, "");
	ct_error error = inner && outer ? NULL : no_memory();

	if (error == NULL)
		error = to_child ? rename(state, outer, inner) : rename(state, inner, outer);
	free(inner);
	free(outer);
	return error;
}

static ct_error after_saving(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	(void)module, (void)context;
	return with_prefixes(prefix, false, state, rename_state);
}

static ct_error before_loading(ct_module *module, ct_value *state, const char *prefix,
			       void *context)
{
	(void)module, (void)context;
	return with_prefixes(prefix, true, state, rename_state);
}

static ct_error after_loading(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	(void)module, (void)context;
	return with_prefixes(prefix, false, state, rename_lists);
}

ct_error ct_ddp_register_state_hooks(ct_module *module)
{
	CT_TRY(ct_module_register_state_hook(module, CT_STATE_HOOK_AFTER_STATE_DICT, after_saving,
					     NULL, NULL, NULL));
	CT_TRY(ct_module_register_state_hook(module, CT_STATE_HOOK_BEFORE_LOADING, before_loading,
					     NULL, NULL, NULL));
	return ct_module_register_state_hook(module, CT_STATE_HOOK_AFTER_LOADING, after_loading,
					     NULL, NULL, NULL);
}
