/*
 * The generated functions by the names of their operators.
 */
#include <stdlib.h>
#include <string.h>

#include "operators/direct/direct.h"

struct part {
	const char *text;
	size_t length;
};

static int compare_with_row(const void *key, const void *row)
{
	const struct part *name = key;
	const char *other = ((const struct ct_direct *)row)->name;
	const int order = strncmp(name->text, other, name->length);

	return order ? order : -(other[name->length] != '\0');
}

/* Without the overload name that Python gives to the overload without a name. */
static struct part without_default(const char *name)
{
	const char *overload = strchr(name, '.');

	if (overload && strcmp(overload, ".default") == 0)
		return (struct part){ name, (size_t)(overload - name) };
	return (struct part){ name, strlen(name) };
}

const struct ct_direct *ct_direct_find(const char *name)
{
	const struct part key = without_default(name);

	return bsearch(&key, ct_direct_table, (size_t)ct_direct_table_len, sizeof *ct_direct_table,
		       compare_with_row);
}
