#include "tools/release/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tools/release/root.h"
#include "util/in_file.h"

enum { HEAD_AT_MOST = 4096 }; /* the bytes of a list that are searched for its release */

bool release_is_number(const char *text)
{
	for (int part = 0; part < 3; part++) {
		size_t length = strspn(text, "0123456789");

		if (!length || (part < 2 && text[length] != '.'))
			return false;
		text += length + (part < 2);
	}
	return !*text;
}

/* KEEP THE SAME: scripts/lib.sh and cmake/FindLibTorch.cmake use the same folder. */
static const char *cache_folder(struct arena *arena)
{
	const char *cache = getenv("CTORCH_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (cache && *cache)
		return cache;
	if (xdg && *xdg)
		return arena_printf(arena, "%s/libctorch", xdg);
	return arena_printf(arena, "%s/.cache/libctorch", home && *home ? home : "/tmp");
}

/* True if the head of the canonical list names this release. */
static bool is_of(struct arena *arena, const char *yaml, const char *release)
{
	FILE *file = in_open(yaml, IN_FOUND);
	char head[HEAD_AT_MOST + 2] = "\n";
	size_t length = file ? fread(head + 1, 1, HEAD_AT_MOST, file) : 0;

	if (file)
		fclose(file);
	head[length + 1] = '\0';
	return strstr(head, arena_printf(arena, "\n# release: %s\n", release)) != NULL;
}

static bool has_list(struct arena *arena, const char *folder)
{
	return !access(arena_printf(arena, "%s/torchgen/packaged/ATen/native/native_functions.yaml",
				    folder),
		       R_OK);
}

static const char *find(struct arena *arena, const char *root, const char *release)
{
	const char *own = root_below(arena, root, "native_functions.yaml");
	const char *cache = cache_folder(arena), *folder;
	struct utsname machine;

	if (is_of(arena, own, release))
		return own;
	folder = arena_printf(arena, "%s/operators-%s", cache, release);
	if (has_list(arena, folder))
		return folder;
	if (uname(&machine))
		return NULL;
	folder = arena_printf(arena, "%s/libtorch-%s-%s", cache, release, machine.machine);
	return has_list(arena, folder) ? folder : NULL;
}

/* "2.8", "v2.8.0" */
static bool is_nearly_number(const char *text)
{
	size_t v = *text == 'v';

	return text[v] && !text[v + strspn(text + v, "0123456789.")] &&
	       (v || !release_is_number(text));
}

const char *release_path(struct arena *arena, struct diag *diag, const char *root, const char *name)
{
	const char *path;

	if (!access(name, F_OK))
		return name;
	if (is_nearly_number(name)) {
		diag_error(diag, (struct loc){ 0 }, "write the release as three numbers: 2.8.0",
			   "neither a file nor a release number: '%s'", name);
		return NULL;
	}
	if (!release_is_number(name))
		return name;
	path = find(arena, root, name);
	if (!path)
		diag_error(diag, (struct loc){ 0 },
			   arena_printf(arena,
					"fetch it: scripts/fetch-operators.sh %s; or pass a "
					"wheel, a folder or a file instead",
					name),
			   "the operator list of PyTorch %s is not in %s", name,
			   cache_folder(arena));
	return path;
}
