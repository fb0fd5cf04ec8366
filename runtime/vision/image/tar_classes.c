/*
 * The classes of samples in tar archives: the folders of their names.
 */
#include <stdlib.h>
#include <string.h>

#include "vision/image/tar_classes.h"

/* The end of the part of a path that begins here. */
static const char *part_end(const char *part)
{
	const char *slash = strchr(part, '/');

	return slash ? slash : part + strlen(part);
}

char *ct_tar_folder(const char *name)
{
	const char *last = strrchr(name, '/');
	char *folder = malloc(last ? (size_t)(last - name) + 1 : 1), *to = folder;

	if (folder == NULL)
		return NULL;
	for (const char *part = name; last && part < last; part = part_end(part) + 1) {
		const size_t n = (size_t)(part_end(part) - part);

		if (n == 0 || (n == 1 && *part == '.'))
			continue;
		if (to > folder)
			*to++ = '/';
		memcpy(to, part, n);
		to += n;
	}
	*to = '\0';
	return folder;
}

/* How many bytes of the root are whole parts at the beginning of the folder, too. */
static size_t common(const char *root, size_t n, const char *folder)
{
	size_t whole = 0, i = 0;

	for (;; i++) {
		const bool ends_root = i == n || root[i] == '/';

		if (ends_root && (folder[i] == '/' || folder[i] == '\0'))
			whole = i;
		if (i == n || folder[i] == '\0' || root[i] != folder[i])
			return whole;
	}
}

size_t ct_tar_root(const struct ct_names *folders)
{
	const char *first = folders->len ? folders->at[0] : "";
	size_t n = strlen(first);

	for (int64_t i = 1; i < folders->len; i++)
		n = common(first, n, folders->at[i]);
	while (folders->len == 1 && n > 0 && first[n] != '/')
		n--;
	return n;
}

const char *ct_tar_class(const char *folder, size_t root, size_t *n)
{
	const char *part = folder + root;

	part += *part == '/';
	*n = (size_t)(part_end(part) - part);
	return part;
}

int64_t ct_tar_find_class(const char *folder, const char *root, const struct ct_names *classes)
{
	const size_t skipped = root ? strlen(root) : 0;
	int64_t place = -1;
	const char *part;
	size_t n;

	if (root && common(root, skipped, folder) != skipped)
		return -1;
	part = ct_tar_class(folder, skipped, &n);
	while (n && (place = ct_names_find(classes, part, n)) < 0 && root == NULL)
		part = ct_tar_class(folder, (size_t)(part + n - folder), &n);
	return place;
}
