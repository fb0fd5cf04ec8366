/*
 * Folders for files of a short life.
 */
#define _GNU_SOURCE /* asprintf(), secure_getenv() */

#include "files/io/temporary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/no_memory.h"
#include "files/io/error.h"

ct_error ct_temporary_folder_new(const char *function, const char *name, char **result)
{
	const char *parent = secure_getenv("TMPDIR");
	char *path;

	if (asprintf(&path, "%s/ctorch-%s-XXXXXX", parent && *parent ? parent : "/tmp", name) < 0)
		return ct_no_memory(function, "for a path");
	if (mkdtemp(path) == NULL) {
		const ct_error error = ct_file_error(function, path, "making it");

		free(path);
		return error;
	}
	*result = path;
	return NULL;
}

void ct_temporary_folder_remove(char *path)
{
	DIR *folder = path ? opendir(path) : NULL;
	const struct dirent *entry;

	while (folder && (entry = readdir(folder)))
		unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder)
		closedir(folder);
	if (path)
		rmdir(path);
	free(path);
}
