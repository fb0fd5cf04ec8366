#include "util/source.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/in_file.h"
#include "util/strbuf.h"
#include "util/text.h"

enum {
	FILE_AT_MOST = 16,   /* MiB; the largest operator list has 0.7 MB */
	BYTES_AT_MOST = 1024 /* MiB; programs with debug information are large */
};

static const size_t mib = 1024 * 1024;

/* Reads at most one chunk more than allowed, whatever the size of the file. */
static bool read_stream(FILE *file, size_t at_most, struct strbuf *bytes)
{
	char chunk[64 * 1024];
	size_t count;

	while (bytes->length <= at_most && (count = fread(chunk, 1, sizeof chunk, file)))
		strbuf_add_bytes(bytes, chunk, count);
	return !ferror(file);
}

/* `at_most` is in MiB. The source points to the text of `bytes`. */
static bool read_file(struct arena *arena, struct diag *diag, const char *path, enum in_kind kind,
		      size_t at_most, struct strbuf *bytes, struct source *source)
{
	const struct loc whole = { .source = source };
	FILE *file = in_open(path, kind);
	bool read;

	*source = (struct source){ .path = arena_strdup(arena, path), .text = "" };
	if (!file) {
		diag_error(diag, whole, NULL, "cannot open: %s", in_problem());
		return false;
	}
	read = read_stream(file, at_most * mib, bytes);
	if (!read)
		diag_error(diag, whole, NULL, "cannot read: %s", strerror(errno));
	else if (bytes->length > at_most * mib)
		diag_error(diag, whole, "check that you passed the right file",
			   "larger than %zu MiB, the most that ctorch-gen reads", at_most);
	fclose(file);
	source->text = strbuf_str(bytes);
	source->size = bytes->length;
	return read && source->size <= at_most * mib;
}

/* A NUL would end the text for every reader, which would silently ignore the rest. */
bool source_is_text(struct diag *diag, const struct source *source)
{
	const char *nul = memchr(source->text, '\0', source->size);

	if (nul)
		diag_error(diag, loc_at_offset(source, (size_t)(nul - source->text)), NULL,
			   "not a text file: it contains a NUL character");
	return !nul;
}

static bool read_text(struct arena *arena, struct diag *diag, const char *path, enum in_kind kind,
		      struct source *source)
{
	struct strbuf bytes = { 0 };
	bool fine = read_file(arena, diag, path, kind, FILE_AT_MOST, &bytes, source);

	source->text = arena_strndup(arena, strbuf_str(&bytes), bytes.length);
	strbuf_free(&bytes);
	return fine && source_is_text(diag, source);
}

bool source_read(struct arena *arena, struct diag *diag, const char *path, struct source *source)
{
	return read_text(arena, diag, path, IN_NAMED, source);
}

bool source_read_found(struct arena *arena, struct diag *diag, const char *path,
		       struct source *source)
{
	return read_text(arena, diag, path, IN_FOUND, source);
}

bool source_read_bytes(struct arena *arena, struct diag *diag, const char *path,
		       struct strbuf *bytes, struct source *source)
{
	return read_file(arena, diag, path, IN_NAMED, BYTES_AT_MOST, bytes, source);
}

struct names folder_list(struct arena *arena, const char *folder, const char *end)
{
	struct names names = { 0 };
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (text_ends_with(entry->d_name, end))
			vec_push(arena, &names, arena_strdup(arena, entry->d_name));
	if (dir && !closedir(dir))
		errno = 0;
	names_sort(&names);
	return names;
}

struct names folder_tree(struct arena *arena, const char *folder, const char *end)
{
	const struct names all = folder_list(arena, folder, "");
	const int reason = errno;
	struct names names = { 0 };

	for (size_t i = 0; i < all.len; i++) {
		const char *path = arena_printf(arena, "%s/%s", folder, all.at[i]);
		struct stat status;
		struct names inside;

		if (text_ends_with(all.at[i], end))
			vec_push(arena, &names, all.at[i]);
		if (all.at[i][0] == '.' || stat(path, &status) || !S_ISDIR(status.st_mode))
			continue;
		inside = folder_tree(arena, path, end);
		for (size_t j = 0; j < inside.len; j++)
			vec_push(arena, &names,
				 arena_printf(arena, "%s/%s", all.at[i], inside.at[j]));
	}
	errno = reason;
	names_sort(&names);
	return names;
}
