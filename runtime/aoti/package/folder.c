/*
 * The folder that the files of a package are in while its code is loaded.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "aoti/package/package.h"
#include "core/base/no_memory.h"
#include "files/io/error.h"
#include "files/io/temporary.h"

static const char library_end[] = ".so", weights_end[] = ".blob";

/* Without a folder in it. */
static bool is_plain_name(const char *name)
{
	return strchr(name, '/') == NULL && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static ct_error folder_write(const char *function, const char *path, const void *bytes, size_t n)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	const char *at = bytes;
	ct_error error = NULL;

	if (fd < 0)
		return ct_file_error(function, path, "making it");
	while (n > 0 && error == NULL) {
		const ssize_t written = write(fd, at, n);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0) {
			error = ct_file_error(function, path, "writing it");
		} else {
			at += written;
			n -= (size_t)written;
		}
	}
	close(fd);
	return error;
}

static bool folder_ends_with(const char *name, const char *ending)
{
	const size_t n = strlen(name), m = strlen(ending);

	return n > m && strcmp(name + n - m, ending) == 0;
}

/* All files of a model are in one folder, and its weights are in the code. */
static ct_error check_file(const struct ct_aoti_package *package, const struct ct_zip_entry *entry,
			   const char *name)
{
	if (!is_plain_name(name))
		return ct_aoti_wrong(package, CT_ERROR_VALUE,
				     "its entry '%s' is in a folder below that of the model",
				     entry->name);
	if (ct_zip_is_bomb(entry))
		return ct_aoti_wrong(package, CT_ERROR_VALUE,
				     "its entry '%s' would grow from %llu to %llu bytes",
				     entry->name, (unsigned long long)entry->stored_size,
				     (unsigned long long)entry->size);
	return NULL;
}

/* Whether it is one of those that the folder names; `path` then belongs to the folder. */
static bool keep_path(struct ct_aoti_folder *folder, const struct ct_zip_entry *entry,
		      const char *name, char *path)
{
	if (folder->library == NULL && folder_ends_with(name, library_end)) {
		folder->library = path;
		return true;
	}
	if (folder->weights == NULL && folder_ends_with(name, weights_end)) {
		folder->weights = path;
		folder->weights_size = entry->size;
		return true;
	}
	return false;
}

static ct_error unpack_entry(const struct ct_aoti_package *package,
			     const struct ct_zip_entry *entry, const char *name,
			     struct ct_aoti_folder *folder)
{
	unsigned char *bytes;
	ct_error error;
	char *path;

	CT_TRY(ct_zip_read_new(&package->zip, entry, &bytes));
	if (asprintf(&path, "%s/%s", folder->path, name) < 0) {
		free(bytes);
		return ct_no_memory(package->function, "for a path");
	}
	if (folder_ends_with(name, library_end))
		ct_aoti_clear_stack_mark(bytes, (size_t)entry->size);
	error = folder_write(package->function, path, bytes, (size_t)entry->size);
	free(bytes);
	if (error || !keep_path(folder, entry, name, path))
		free(path);
	return error;
}

static ct_error unpack_all(const struct ct_aoti_package *package, const char *model,
			   struct ct_aoti_folder *folder)
{
	for (size_t i = 0; i < package->zip.len; i++) {
		const struct ct_zip_entry *entry = &package->zip.entries[i];
		const char *ignored, *name = ct_aoti_file_of(entry, &ignored, &(size_t){ 0 });

		if (!ct_aoti_is_of(entry, model))
			continue;
		CT_TRY(check_file(package, entry, name));
		CT_TRY(unpack_entry(package, entry, name, folder));
	}
	if (folder->library == NULL)
		return ct_aoti_wrong(package, CT_ERROR_VALUE,
				     "model '%s': it has sources, but no compiled code (.so); "
				     "compile the package without package_cpp_only",
				     model);
	return NULL;
}

ct_error ct_aoti_unpack(const struct ct_aoti_package *package, const char *model,
			struct ct_aoti_folder *result)
{
	struct ct_aoti_folder folder = { 0 };
	ct_error error = ct_temporary_folder_new(package->function, "aoti", &folder.path);

	if (error == NULL)
		error = unpack_all(package, model, &folder);
	if (error)
		ct_aoti_folder_remove(&folder);
	else
		*result = folder;
	return error;
}

void ct_aoti_folder_remove(struct ct_aoti_folder *self)
{
	ct_temporary_folder_remove(self->path);
	free(self->library);
	free(self->weights);
	*self = (struct ct_aoti_folder){ 0 };
}
