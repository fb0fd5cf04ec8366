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
	static const char end[] = ".default";
	const size_t length = strlen(name), end_length = sizeof end - 1;

	if (length > end_length && strcmp(name + length - end_length, end) == 0)
		return (struct part){ name, length - end_length };
	return (struct part){ name, length };
}

const struct ct_direct *ct_direct_find(const char *name)
{
	const struct part key = without_default(name);

	return bsearch(&key, ct_direct_table, (size_t)ct_direct_table_len, sizeof *ct_direct_table,
		       compare_with_row);
}
