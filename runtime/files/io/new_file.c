/*
 * Files that get their names when they are complete.
 *
 * On Linux's own file systems such a file has no name until then (O_TMPFILE), so a killed process
 * leaves nothing, except while a file replaces another one, since only rename() does that and needs
 * a name. Elsewhere it has a temporary name from the beginning, in the same folder, since rename()
 * works within one file system.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/new_file.h"

/* Names to try before giving up: two random names are never the same. */
enum { MAX_TRIES = 10 };

/* Random, so that others cannot create the file first. The name's length does not depend on the
 * target's, which may have the maximum length. */
static bool make_temporary(char name[CT_TEMPORARY_NAME])
{
	unsigned long long number;

	if (getrandom(&number, sizeof number, 0) != sizeof number)
		return false;
	snprintf(name, CT_TEMPORARY_NAME, ".ctorch-%ld-%016llx.tmp", (long)getpid(), number);
	return true;
}

static int open_folder(const char *path, const char **name)
{
	const char *slash = strrchr(path, '/');
	const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
	char *folder = malloc(length + 2);
	int fd;

	if (folder == NULL)
		return -1;
	*name = path + length;
	memcpy(folder, path, length);
	memcpy(folder + length, ".", 2);
	fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	free(folder);
	return fd;
}

static int open_nameless(int folder, mode_t mode)
{
	/* The file will be linked in this way, so it is useless without it. */
	if (access("/proc/self/fd", F_OK))
		return -1;
	return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

static int open_temporary(int folder, mode_t mode, char name[CT_TEMPORARY_NAME])
{
	int fd = -1;

	for (int i = 0; i < MAX_TRIES && fd < 0; i++) {
		if (!make_temporary(name))
			break;
		fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0)
		*name = '\0';
	return fd;
}

ct_error ct_new_file_open(const char *function, const char *shown, const char *path, mode_t mode,
			  const char *what, struct ct_new_file *result)
{
	struct ct_new_file file = { .fd = -1, .shown = shown, .mode = mode };
	ct_error error;

	file.folder = open_folder(path, &file.name);
	if (file.folder >= 0)
		file.fd = open_nameless(file.folder, mode);
	if (file.folder >= 0 && file.fd < 0)
		file.fd = open_temporary(file.folder, mode, file.temporary);
	if (file.fd >= 0) {
		*result = file;
		return NULL;
	}
	error = ct_file_error(function, shown, what);
	ct_new_file_close(&file);
	return error;
}

/* Adds a name to the file. false with errno; EEXIST: the name is taken. */
static bool link_to(const struct ct_new_file *file, const char *name)
{
	char self[40];

	if (*file->temporary)
		return linkat(file->folder, file->temporary, file->folder, name, 0) == 0;
	snprintf(self, sizeof self, "/proc/self/fd/%d", file->fd);
	return linkat(AT_FDCWD, self, file->folder, name, AT_SYMLINK_FOLLOW) == 0;
}

/* rename() needs an old name. */
static bool have_temporary(struct ct_new_file *file)
{
	char name[sizeof file->temporary];

	for (int i = 0; i < MAX_TRIES && *file->temporary == '\0'; i++) {
		if (!make_temporary(name))
			break;
		if (link_to(file, name))
			memcpy(file->temporary, name, sizeof name);
		else if (errno != EEXIST)
			break;
	}
	return *file->temporary;
}

static ct_error cannot_name(const char *function, const struct ct_new_file *file)
{
	return ct_file_error(function, file->shown, "renaming the new file");
}

ct_error ct_new_file_replace(const char *function, struct ct_new_file *file)
{
	/* If the name is free, no temporary one is needed. */
	if (*file->temporary == '\0' && link_to(file, file->name))
		return NULL;
	if (!have_temporary(file) ||
	    renameat(file->folder, file->temporary, file->folder, file->name))
		return cannot_name(function, file);
	*file->temporary = '\0';
	return NULL;
}

/* false with errno. A folder would be exchanged, too. */
static bool exchange(const struct ct_new_file *file)
{
	struct stat about;

	if (fstatat(file->folder, file->name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(about.st_mode)) {
		errno = EISDIR;
		return false;
	}
	return renameat2(file->folder, file->temporary, file->folder, file->name,
			 RENAME_EXCHANGE) == 0;
}

ct_error ct_new_file_swap(const char *function, struct ct_new_file *file)
{
	if (*file->temporary == '\0' && link_to(file, file->name))
		return NULL;
	if (!have_temporary(file))
		return cannot_name(function, file);
	file->is_swapped = exchange(file);
	if (file->is_swapped)
		return NULL;
	/* No file has the name, or the file system cannot exchange names. */
	return errno == EISDIR ? cannot_name(function, file) : ct_new_file_replace(function, file);
}

void ct_new_file_swap_back(struct ct_new_file *file)
{
	if (file->is_swapped)
		exchange(file);
	else
		unlinkat(file->folder, file->name, 0);
	file->is_swapped = false;
}

/* Whether the file system cannot give a file two names, such as FAT. */
static bool has_no_links(int failure)
{
	return failure == EPERM || failure == EOPNOTSUPP || failure == ENOSYS;
}

/* false with errno; EEXIST: the name is taken. */
static bool rename_to_free(struct ct_new_file *file)
{
	if (*file->temporary == '\0') {
		errno = ENOSYS;
		return false;
	}
	if (renameat2(file->folder, file->temporary, file->folder, file->name, RENAME_NOREPLACE))
		return false;
	*file->temporary = '\0';
	return true;
}

/* Whether the system or the file system, such as some in user space, does not support it. */
static bool cannot_rename_to_free(int failure)
{
	return failure == EINVAL || failure == ENOSYS || failure == EOPNOTSUPP;
}

/* The last resort: a new file with this name, if none exists. false with errno. */
static bool claim(const struct ct_new_file *file)
{
	const int fd = openat(file->folder, file->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			      file->mode);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || errno == EEXIST;
}

ct_error ct_new_file_add(const char *function, struct ct_new_file *file, bool *taken)
{
	*taken = false;
	if (link_to(file, file->name))
		return NULL;
	if (has_no_links(errno) && rename_to_free(file))
		return NULL;
	*taken = errno == EEXIST || (cannot_rename_to_free(errno) && claim(file));
	return *taken ? NULL : cannot_name(function, file);
}

void ct_new_file_close(struct ct_new_file *file)
{
	if (*file->temporary)
		unlinkat(file->folder, file->temporary, 0);
	if (file->fd >= 0)
		close(file->fd);
	if (file->folder >= 0)
		close(file->folder);
}
