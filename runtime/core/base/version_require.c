/*
 * Whether the library is the one that a program was made for, for programs that load it by a name
 * that does not say so.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/core/version.h>

#include "core/base/name_of.h"

/* The first two numbers of a release: patch releases change neither operators nor types. */
struct series {
	int major, minor;
};

/* Reads digits, at most four, and moves `*at` past them; -1 if there are none. */
static int read_number(const char **at)
{
	size_t length = strspn(*at, "0123456789");
	int number = 0;

	if (length == 0 || length > 4)
		return -1;
	for (; length > 0; length--)
		number = 10 * number + *(*at)++ - '0';
	return number;
}

/* Reads "2.15", "2.15.0" or "2.15.0+cpu". */
static bool read_series(const char *text, struct series *series)
{
	series->major = read_number(&text);
	if (series->major < 0 || *text++ != '.')
		return false;
	series->minor = read_number(&text);
	return series->minor >= 0 && strchr(".+", *text) != NULL; /* also at the end */
}

static ct_error read_argument(int number, const char *name, const char *text, struct series *series)
{
	if (text == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_version_require),
				    "argument %d (%s) must not be NULL", number, name);
	if (!read_series(text, series))
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_version_require),
				    "argument %d (%s) is not a release: '%s' (expected a form like "
				    "2.15.0)",
				    number, name, text);
	return NULL;
}

static bool same(struct series a, struct series b)
{
	return a.major == b.major && a.minor == b.minor;
}

/* The file that this library was loaded from. */
static const char *own_file(void)
{
	static const char inside; /* an address of this library */
	Dl_info info;

	return dladdr(&inside, &info) && info.dli_fname ? info.dli_fname : "libctorch.so";
}

static ct_error refuse(const char *version, struct series wanted, const char *libtorch,
		       struct series wanted_libtorch)
{
	return ct_error_new(
		CT_ERROR_RUNTIME, CT_NAME_OF(ct_version_require),
		"this is libctorch %s for libtorch %s (%s), but the program was built for "
		"libctorch %s and libtorch %s: load libctorch-%d.%d.so.%d.%d, or rebuild the "
		"program for this library",
		ct_version(), ct_libtorch_version_built(), own_file(), version, libtorch,
		wanted_libtorch.major, wanted_libtorch.minor, wanted.major, wanted.minor);
}

ct_error ct_version_require(const char *version, const char *libtorch)
{
	struct series own, own_libtorch, wanted, wanted_libtorch;
	ct_error error;

	if ((error = read_argument(1, "version", version, &wanted)) ||
	    (error = read_argument(2, "libtorch", libtorch, &wanted_libtorch)))
		return error;
	(void)read_series(ct_version(), &own);
	(void)read_series(ct_libtorch_version_built(), &own_libtorch);
	if (same(wanted, own) && same(wanted_libtorch, own_libtorch))
		return NULL;
	return refuse(version, wanted, libtorch, wanted_libtorch);
}
