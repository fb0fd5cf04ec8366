#include "util/names.h"

#include <stdlib.h>
#include <string.h>

bool names_has(const struct names *names, const char *name)
{
	for (size_t i = 0; i < names->len; i++)
		if (!strcmp(names->at[i], name))
			return true;
	return false;
}

static int order(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool names_sorted_have(const struct names *names, const char *name)
{
	return names->len && bsearch(&name, names->at, names->len, sizeof *names->at, order);
}

void names_sort(struct names *names)
{
	/* qsort does not accept NULL, not even for zero elements. */
	if (names->len)
		qsort(names->at, names->len, sizeof *names->at, order);
}
