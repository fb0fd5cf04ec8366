/*
 * Classes and arguments by their names.
 */
#include <stdlib.h>
#include <string.h>

#include "classes/class.h"
#include "core/base/lengths.h"
#include "core/base/text.h"
#include "core/bridge/similar.h"

static int compare(const void *name, const void *klass)
{
	return strcmp(name, ((const struct ct_class *)klass)->name);
}

const void *ct_class_find(const struct ct_class_table *table, const char *name)
{
	return bsearch(name, table->classes, *table->len, table->size, compare);
}

const char **ct_class_names(const struct ct_class_table *table, size_t others)
{
	const char **names = ct_array_new((int64_t)(*table->len + others), sizeof *names);
	const char *at = table->classes;

	for (size_t i = 0; names && i < *table->len; i++, at += table->size)
		names[i] = ((const struct ct_class *)(const void *)at)->name;
	return names;
}

ct_error ct_class_unknown_among(const struct ct_class_table *table, const char *name,
				const char *function, const char **names, size_t len,
				const char *more)
{
	struct ct_text similar = { 0 };
	ct_error error;

	ct_similar_names(name, names, names ? len : 0, table->lister, &similar);
	error = ct_error_new(CT_ERROR_KEY, function, "%s has no class '%s' in this build%s%s",
			     table->module, name, more, similar.data ? similar.data : "");
	ct_text_release(&similar);
	free(names);
	return error;
}

ct_error ct_class_unknown(const struct ct_class_table *table, const char *name,
			  const char *function)
{
	return ct_class_unknown_among(table, name, function, ct_class_names(table, 0), *table->len,
				      "");
}

const struct ct_argument *ct_class_argument(const struct ct_class *klass, const char *name,
					    size_t length)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (strlen(klass->arguments[i].name) == length &&
		    !memcmp(klass->arguments[i].name, name, length))
			return &klass->arguments[i];
	return NULL;
}
