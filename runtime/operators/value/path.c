/*
 * Finding values inside nested ones by a path.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "operators/value/value.h"

/* One step of a path, with its escapes decoded. */
struct step {
	char *text;
	bool is_index;
	int64_t index;
};

/* The next step, without its slash; `*path` moves past it. */
static char *read_step(const char **path)
{
	size_t length = strcspn(*path, "/"), n = 0;
	char *text = malloc(length + 1);

	if (text == NULL)
		return NULL;
	for (size_t i = 0; i < length; i++) {
		const char *at = *path + i;
		bool mark = at[0] == '~' && i + 1 < length && (at[1] == '0' || at[1] == '1');

		text[n++] = !mark ? at[0] : at[1] == '0' ? '~' : '/';
		i += mark;
	}
	text[n] = '\0';
	*path += length;
	return text;
}

static void read_index(struct step *step)
{
	char *end;

	errno = 0;
	step->index = strtoll(step->text, &end, 10);
	step->is_index = end != step->text && *end == '\0' && errno == 0 &&
			 strchr("-0123456789", step->text[0]);
}

/* A key is a text, or else the integer that the text represents. */
static bool find_in_dict(const ct_value *dict, const struct step *step, ct_value *result)
{
	ct_value key = ct_value_string(step->text);

	if (!ct_value_dict_has(dict, key) && step->is_index)
		key = ct_value_int(step->index);
	if (!ct_value_dict_has(dict, key))
		return false;
	*result = ct_value_borrow(ct_value_slot(dict, 2 * ct_value_dict_find(dict, &key) + 1));
	return true;
}

static bool find_in_list(const ct_value *list, const struct step *step, ct_value *result)
{
	int64_t i = step->index < 0 ? step->index + list->i : step->index;

	if (!step->is_index || i < 0 || i >= list->i)
		return false;
	*result = ct_value_element(list, i);
	return true;
}

static bool go(const ct_value *from, const struct step *step, ct_value *result)
{
	if (from->kind == CT_VALUE_DICT)
		return find_in_dict(from, step, result);
	return ct_value_is_sequence(from) && find_in_list(from, step, result);
}

/* The first keys of a dict that a path can name: "'lr', 3, ...". */
static void write_keys(const ct_value *dict, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int64_t i = 0; i < dict->i; i++) {
		const ct_value key = ct_value_borrow(ct_value_slot(dict, 2 * i));
		const char *comma = used ? ", " : "";
		int n = 0;

		if (ct_value_fault(&key))
			continue;
		if (key.kind == CT_VALUE_STRING)
			n = snprintf(text + used, size - used, "%s'%.*s'", comma,
				     key.i < 1000 ? (int)key.i : 1000, (const char *)key.object);
		else if (key.kind == CT_VALUE_INT)
			n = snprintf(text + used, size - used, "%s%lld", comma, (long long)key.i);
		if (used + (size_t)n + sizeof ", ..." > size) {
			snprintf(text + used, size - used, "%s...", comma);
			return;
		}
		used += (size_t)n;
	}
}

static ct_error is_broken(const char *path, const char *at, const char *fault)
{
	return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_value_at),
			    "argument 1 (self): '%.*s' is %s", (int)(at - path), path, fault);
}

static ct_error leads_nowhere(const ct_value *from, const char *path, const char *at,
			      const struct step *step, const char *function)
{
	int length = (int)(at - path);
	char keys[200] = "";
	const char *type = ct_value_type_name(from);

	if (from->kind == CT_VALUE_SET)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "'%.*s' has type 'set', whose items have no path, so no '%s'",
				    length, path, step->text);
	if (from->kind != CT_VALUE_DICT && !ct_value_is_sequence(from))
		return ct_error_new(CT_ERROR_TYPE, function,
				    "'%.*s' has type '%s', which has no items, so no '%s'", length,
				    path, type, step->text);
	if (from->kind == CT_VALUE_DICT)
		write_keys(from, keys, sizeof keys);
	return ct_error_new(from->kind == CT_VALUE_DICT ? CT_ERROR_KEY : CT_ERROR_INDEX, function,
			    "no '%s' in the %s of length %lld at '%.*s'%s%s", step->text, type,
			    (long long)ct_value_count(from), length, path,
			    *keys ? "; its keys: " : "", keys);
}

ct_error ct_value_at(const ct_value *self, const char *path, ct_value *result)
{
	ct_value here = ct_value_borrow(self), next;
	const char *at = path, *end = path;
	ct_error error = NULL;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	while (*at && error == NULL) {
		struct step step = { 0 };

		if (*at != '/')
			return ct_error_new(CT_ERROR_ARGUMENT, __func__,
					    "argument 2 (path): '%s' does not begin with a slash",
					    path);
		end = at + 1;
		step.text = read_step(&end);
		if (step.text == NULL)
			return ct_no_memory(__func__, "for a step of the path");
		read_index(&step);
		if (ct_value_fault(&here))
			error = is_broken(path, at, ct_value_fault(&here));
		else if (go(&here, &step, &next))
			here = next;
		else
			error = leads_nowhere(&here, path, at, &step, __func__);
		free(step.text);
		at = end;
	}
	if (error == NULL && result)
		*result = here;
	return error;
}

/* --- of one type ------------------------------------------------------------------------------ */

/* Takes the error of a value of another type, and names the path: "TypeError: '/best': ...". */
static ct_error at_path(const char *path, ct_error error)
{
	ct_error around;

	if (error == NULL || ct_error_class_of(error) != CT_ERROR_TYPE)
		return error;
	around = ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_value_at), "'%s': %s", path,
			      ct_error_without_class(error));
	ct_error_free(error);
	return around;
}

ct_error ct_value_at_bool(const ct_value *self, const char *path, bool *result)
{
	ct_value found;

	CT_TRY(ct_value_at(self, path, &found));
	return at_path(path, ct_value_as_bool(&found, result));
}

ct_error ct_value_at_int(const ct_value *self, const char *path, int64_t *result)
{
	ct_value found;

	CT_TRY(ct_value_at(self, path, &found));
	return at_path(path, ct_value_as_int(&found, result));
}

ct_error ct_value_at_float(const ct_value *self, const char *path, double *result)
{
	ct_value found;

	CT_TRY(ct_value_at(self, path, &found));
	return at_path(path, ct_value_as_float(&found, result));
}

ct_error ct_value_at_string(const ct_value *self, const char *path, const char **result)
{
	ct_value found;

	CT_TRY(ct_value_at(self, path, &found));
	return at_path(path, ct_value_as_string(&found, result, NULL));
}

ct_error ct_value_at_tensor(const ct_value *self, const char *path, ct_tensor **result)
{
	ct_value found;

	CT_TRY(ct_value_at(self, path, &found));
	return at_path(path, ct_value_as_tensor(&found, result));
}
