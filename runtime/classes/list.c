/*
 * Lists of classes, for bindings.
 */
#include "classes/values.h"
#include "core/memory/expression.h"

enum { TEXTS_AT_MOST = 4 };

static ct_error append(const struct ct_class_table *table, const struct ct_class *klass,
		       ct_value *list)
{
	ct_value pairs[2 * (2 + TEXTS_AT_MOST)] = {
		ct_value_string("name"),
		ct_value_string(klass->name),
		ct_value_string("schema"),
		ct_value_string(klass->schema),
	};
	int64_t n = 2;

	for (const struct ct_class_text *text = table->texts; text && text->name; text++) {
		const void *at = (const char *)klass + text->offset;

		pairs[2 * n] = ct_value_string(text->name);
		pairs[2 * n++ + 1] = ct_value_string(*(const char *const *)at);
	}
	return ct_value_list_append(list, ct_value_dict(pairs, n));
}

ct_error ct_class_list(const struct ct_class_table *table, const char *function, ct_value *result)
{
	const char *at = table->classes;
	ct_error error = NULL;
	ct_value list;

	if (result == NULL)
		return ct_missing_argument(function, 1, "result");
	list = ct_value_list_new();
	for (size_t i = 0; i < *table->len && error == NULL; i++, at += table->size)
		error = append(table, (const void *)at, &list);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}
