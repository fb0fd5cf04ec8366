#include "tools/release/root.h"

#include <string.h>
#include <unistd.h>

enum { LEVELS = 16, PATH_AT_MOST = 4096 };

bool root_is(struct arena *arena, const char *folder)
{
	return !access(arena_printf(arena, "%s/native_functions.yaml", folder), R_OK) &&
	       !access(arena_printf(arena, "%s/templates", folder), R_OK);
}

/* PREFIX/bin/ctorch-gen -> PREFIX/share/ctorch; NULL if the program's path is unknown. */
static const char *installed_root(struct arena *arena)
{
	char path[PATH_AT_MOST];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	if (length < 0)
		return NULL;
	path[length] = '\0';
	for (int i = 0; i < 2; i++) {
		char *slash = strrchr(path, '/');

		if (!slash)
			return NULL;
		*slash = '\0';
	}
	return arena_printf(arena, "%s/share/ctorch", path);
}

const char *root_find(struct arena *arena, bool only_reads)
{
	const char *folder = ".", *installed;

	for (int i = 0; i < LEVELS; i++) {
		if (root_is(arena, folder))
			return folder;
		folder = i ? arena_printf(arena, "../%s", folder) : "..";
	}
	installed = only_reads ? installed_root(arena) : NULL;
	return installed && root_is(arena, installed) ? installed : ".";
}

const char *root_below(struct arena *arena, const char *root, const char *name)
{
	return strcmp(root, ".") ? arena_printf(arena, "%s/%s", root, name) : name;
}
