#include "emit/soname.h"

#include <string.h>

/* MAJOR.MINOR of both releases; cmake/CtorchNames.cmake. */
const char *soname_of(struct arena *arena, const struct api *api, const char *release)
{
	const struct decl *version = api_find(api, DECL_MACRO, "CT_VERSION");
	const char *point = strrchr(release, '.');

	if (!version)
		return NULL;
	return arena_printf(arena, "libctorch-%.*s.so.%.*s", (int)(point - release), release,
			    (int)(strrchr(version->value, '.') - version->value), version->value);
}
