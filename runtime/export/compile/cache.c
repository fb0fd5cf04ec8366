/*
 * The folder of compiled programs.
 */
#define _GNU_SOURCE /* asprintf(), secure_getenv() */

#include "export/compile/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "export/compile/sha256.h"
#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/new_file.h"
#include "files/io/write.h"

/* --- The folder ------------------------------------------------------------------------------- */

/* An absolute path; XDG says to ignore others. */
static const char *folder_variable(const char *name)
{
	const char *value = secure_getenv(name);

	return value && *value == '/' ? value : NULL;
}

/* As the scripts that fetch libtorch. */
static char *default_folder(void)
{
	static const struct {
		const char *variable, *below;
	} places[] = { { "CTORCH_CACHE", "" },
		       { "XDG_CACHE_HOME", "/libctorch" },
		       { "HOME", "/.cache/libctorch" } };

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *folder = folder_variable(places[i].variable);
		char *path;

		if (folder)
			return asprintf(&path, "%s%s/compiled", folder, places[i].below) < 0 ? NULL
											     : path;
	}
	return NULL;
}

/* Also the folders that it is in. They are for this user only. */
static bool make_folders(char *path)
{
	for (char *at = path + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		if (mkdir(path, 0700) && errno != EEXIST && access(path, F_OK)) {
			*at = '/';
			return false;
		}
		*at = '/';
	}
	return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Who can write to the folder can make this process run any code. */
static ct_error check_folder(const char *function, const char *path)
{
	struct stat about;

	if (stat(path, &about))
		return ct_file_error(function, path, "looking at the cache");
	if (!S_ISDIR(about.st_mode))
		return ct_error_new(CT_ERROR_RUNTIME, function, "%s: the cache is not a folder",
				    path);
	if (about.st_uid != geteuid())
		return ct_error_new(
			CT_ERROR_RUNTIME, function,
			"%s: the cache belongs to another user; name a folder of yours in "
			"$CTORCH_CACHE",
			path);
	if (about.st_mode & (S_IRWXG | S_IRWXO))
		return ct_error_new(
			CT_ERROR_RUNTIME, function,
			"%s: other users have access to the cache, which has code that "
			"runs; chmod 700 the folder, or name another one in $CTORCH_CACHE",
			path);
	return NULL;
}

ct_error ct_cache_open(const char *function, const char *given, char **result)
{
	char *path = given ? strdup(given) : default_folder();
	ct_error error;

	if (path == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "there is no folder for the cache; name one in $CTORCH_CACHE");
	error = *path && make_folders(path) ? check_folder(function, path)
					    : ct_file_error(function, path, "making the cache");
	if (error)
		free(path);
	else
		*result = path;
	return error;
}

/* --- Its files -------------------------------------------------------------------------------- */

static void digest(const void *bytes, size_t n, char result[CT_SHA256_HEX + 1])
{
	struct ct_sha256 sum;

	ct_sha256_init(&sum);
	ct_sha256_add(&sum, bytes, n);
	ct_sha256_end(&sum, result);
}

static bool is_whole(const char *bytes, size_t n)
{
	char wanted[CT_SHA256_HEX + 1];

	if (n < CT_SHA256_HEX)
		return false;
	digest(bytes, n - CT_SHA256_HEX, wanted);
	return memcmp(bytes + n - CT_SHA256_HEX, wanted, CT_SHA256_HEX) == 0;
}

static ct_error read_file(const char *function, const char *path, int fd, size_t n, char **result)
{
	char *bytes = malloc(n + 1);
	ct_error error;

	if (bytes == NULL)
		return ct_no_memory(function, "to read %s", path);
	error = ct_file_read(function, path, fd, bytes, n);
	if (error)
		free(bytes);
	else
		*result = bytes;
	return error;
}

/* Loading a file that is too short would end the process, so its bytes are looked at before. The time
 * of a file is that of its last use. */
bool ct_cache_has(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	bool result = false;
	struct stat about;
	char *bytes;

	if (fd < 0)
		return false;
	if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid()) {
		ct_error error = read_file(NULL, path, fd, (size_t)about.st_size, &bytes);

		if (error == NULL) {
			result = is_whole(bytes, (size_t)about.st_size);
			free(bytes);
			if (result)
				futimens(fd, NULL);
		}
		ct_error_free(error);
	}
	close(fd);
	return result;
}

struct adding {
	const char *bytes;
	size_t n;
};

static ct_error write_with_digest(struct ct_file_output *output, void *context)
{
	const struct adding *adding = context;
	char sum[CT_SHA256_HEX + 1];

	digest(adding->bytes, adding->n, sum);
	CT_TRY(ct_file_put(output, adding->bytes, adding->n));
	return ct_file_put(output, sum, CT_SHA256_HEX);
}

/* In place of whatever has the name, also of a link. */
static ct_error add_bytes(const char *function, const char *path, struct adding *adding)
{
	struct ct_new_file file;
	ct_error error;

	CT_TRY(ct_new_file_open(function, path, path, S_IRUSR | S_IWUSR, "making it", &file));
	error = ct_file_write_to(function, path, file.fd, write_with_digest, adding);
	if (error == NULL)
		error = ct_new_file_replace(function, &file);
	ct_new_file_close(&file);
	return error;
}

/* --- Old files -------------------------------------------------------------------------------- */

enum { DAYS_KEPT = 30, SECONDS_OF_DAY = 24 * 60 * 60 };

/* The name is that of a library, finished or not. Other files in the folder are not the cache's. */
static bool is_of_cache(const char *name)
{
	return strncmp(name, ".ctorch-", strlen(".ctorch-")) == 0 ||
	       (strspn(name, "0123456789abcdef") == CT_SHA256_HEX &&
		strcmp(name + CT_SHA256_HEX, ".so") == 0);
}

static bool is_old(int folder, const char *name)
{
	struct stat about;

	return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
	       difftime(time(NULL), about.st_mtime) > (double)DAYS_KEPT * SECONDS_OF_DAY;
}

/* A process that has loaded one keeps it. */
static void remove_old(const char *path)
{
	char *folder = strndup(path, (size_t)(strrchr(path, '/') - path));
	DIR *opened = folder ? opendir(folder) : NULL;
	const struct dirent *entry;

	while (opened && (entry = readdir(opened)))
		if (is_of_cache(entry->d_name) && is_old(dirfd(opened), entry->d_name))
			unlinkat(dirfd(opened), entry->d_name, 0);
	if (opened)
		closedir(opened);
	free(folder);
}

ct_error ct_cache_add(const char *function, const char *path, const char *library)
{
	char *bytes = NULL;
	ct_error error;
	int64_t size;
	int fd;

	CT_TRY(ct_file_open(function, library, O_RDONLY, &fd, &size));
	error = read_file(function, library, fd, (size_t)size, &bytes);
	close(fd);
	if (error == NULL)
		error = add_bytes(function, path, &(struct adding){ bytes, (size_t)size });
	free(bytes);
	remove_old(path);
	return error;
}
