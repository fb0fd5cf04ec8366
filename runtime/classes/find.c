/*
 * Classes by their names.
 */
#include <stdlib.h>
#include <string.h>

#include "base/lengths.h"
#include "base/text.h"
#include "bridge/similar.h"
#include "classes/class.h"

static int compare(const void *name, const void *klass)
{
	return strcmp(name, ((const struct ct_class *)klass)->name);
}

const void *ct_class_find(const struct ct_class_table *table, const char *name)
{
	return bsearch(name, table->classes, *table->len, table->size, compare);
}

/* NULL: no memory. */
static const char **list_names(const struct ct_class_table *table)
{
	const char **names = ct_array_new((int64_t)*table->len, sizeof *names);
	const char *at = table->classes;

	for (size_t i = 0; names && i < *table->len; i++, at += table->size)
		names[i] = ((const struct ct_class *)(const void *)at)->name;
	return names;
}

ct_error ct_class_unknown(const struct ct_class_table *table, const char *name,
			  const char *function)
{
	const char **names = list_names(table);
	struct ct_text similar = { 0 };
	ct_error error;

	ct_similar_names(name, names, names ? *table->len : 0, table->lister, &similar);
	error = ct_error_new(CT_ERROR_KEY, function, "%s has no class '%s' in this build%s",
			     table->module, name, similar.data ? similar.data : "");
	ct_text_release(&similar);
	free(names);
	return error;
}
