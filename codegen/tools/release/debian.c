/*
 * PyTorch's version.py and version.h contain the version that the builder passed to the build.
 * Debian passes none, so its 1.13.1 claims to be "1.13.0a0", the version in that series' sources.
 * Only the version of the package is right: "1.13.1+dfsg-4".
 */
#include "tools/release/debian.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "util/in_file.h"
#include "util/source.h"
#include "util/text.h"

static const char *release_in(struct arena *arena, const char *version)
{
	const char *colon = strchr(version, ':'); /* after an epoch */
	unsigned part[3];

	if (sscanf(colon ? colon + 1 : version, "%u.%u.%u", &part[0], &part[1], &part[2]) != 3)
		return NULL;
	return arena_printf(arena, "%u.%u.%u", part[0], part[1], part[2]);
}

/* The changelog begins with "pytorch (1.13.1+dfsg-4) unstable; urgency=medium". */
static const char *from_changelog(struct arena *arena, const char *path)
{
	int fd = in_open_descriptor(path, IN_FOUND);
	gzFile file = fd < 0 ? NULL : gzdopen(fd, "rb");
	char line[256], version[256];
	bool found = file && gzgets(file, line, sizeof line) &&
		     sscanf(line, "%*s (%255[^) ])", version) == 1;

	if (file)
		gzclose(file);
	else if (fd >= 0)
		close(fd);
	return found ? release_in(arena, version) : NULL;
}

/* For systems without documentation, such as small containers. Each package has a paragraph. */
static const char *from_dpkg(struct arena *arena, struct diag *diag, const char *path)
{
	static const char package[] = "\nPackage: python3-torch\n", version[] = "\nVersion: ";
	struct source *status = arena_alloc(arena, sizeof *status);
	const char *begin, *at, *end;
	char text[256];

	if (access(path, R_OK) || !source_read_found(arena, diag, path, status))
		return NULL;
	begin = strstr(status->text, package);
	at = begin ? strstr(begin, version) : NULL;
	end = begin ? strstr(begin, "\n\n") : NULL;
	if (!at || (end && at > end) || sscanf(at + sizeof version - 1, "%255s", text) != 1)
		return NULL;
	return release_in(arena, text);
}

/* "/usr" for a list where the package installs it, else NULL. */
static const char *prefix_of(struct arena *arena, const char *yaml)
{
	static const char place[] = "/lib/python3/dist-packages/torchgen/packaged/ATen/native/"
				    "native_functions.yaml";
	char *path = realpath(yaml, NULL);
	const char *prefix = NULL;

	if (path && text_ends_with(path, place))
		prefix = arena_strndup(arena, path, strlen(path) - (sizeof place - 1));
	free(path);
	return prefix;
}

const char *release_debian(struct arena *arena, struct diag *diag, const char *yaml)
{
	const char *prefix = prefix_of(arena, yaml), *release;

	if (!prefix)
		return NULL;
	release = from_changelog(
		arena,
		arena_printf(arena, "%s/share/doc/python3-torch/changelog.Debian.gz", prefix));
	if (!release)
		release = from_dpkg(arena, diag,
				    arena_printf(arena, "%s/../var/lib/dpkg/status", prefix));
	return release;
}
