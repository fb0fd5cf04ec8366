/*
 * Classes by their names.
 */
#include <stdlib.h>
#include <string.h>

#include "classes/class.h"

static int compare(const void *name, const void *klass)
{
	return strcmp(name, ((const struct ct_class *)klass)->name);
}

const void *ct_class_find(const void *classes, size_t len, size_t size, const char *name)
{
	return bsearch(name, classes, len, size, compare);
}
