#include "source.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strbuf.h"
#include "text.h"

enum { FILE_AT_MOST = 16 * 1024 * 1024 }; /* bytes; the largest operator list has 0.7 MB */

/* Reads at most one chunk more than is allowed, so that the size of the file does not matter. */
static bool read_stream(struct arena *arena, FILE *file, struct source *source)
{
	struct strbuf text = { 0 };
	char chunk[64 * 1024];
	size_t count;

	while (text.length <= FILE_AT_MOST && (count = fread(chunk, 1, sizeof chunk, file)))
		strbuf_add_bytes(&text, chunk, count);
	source->size = text.length;
	source->text = arena_strndup(arena, strbuf_str(&text), text.length);
	strbuf_free(&text);
	return !ferror(file);
}

/* Every reader takes a NUL for the end, and would drop what is behind it. */
static bool is_text(struct diag *diag, const struct source *source)
{
	const char *nul = memchr(source->text, '\0', source->size);

	if (nul)
		diag_error(diag, loc_at_offset(source, (size_t)(nul - source->text)), NULL,
			   "a NUL character: this is not text");
	return !nul;
}

bool source_read(struct arena *arena, struct diag *diag, const char *path, struct source *source)
{
	const struct loc whole = { .source = source };
	FILE *file = fopen(path, "rb");
	bool read;

	*source = (struct source){ .path = arena_strdup(arena, path), .text = "" };
	if (!file) {
		diag_error(diag, whole, NULL, "cannot open: %s", strerror(errno));
		return false;
	}
	read = read_stream(arena, file, source);
	if (!read)
		diag_error(diag, whole, NULL, "cannot read: %s", strerror(errno));
	else if (source->size > FILE_AT_MOST)
		diag_error(diag, whole, "was another file meant?",
			   "larger than %d MiB, which nothing is that ctorch-gen reads",
			   FILE_AT_MOST / 1024 / 1024);
	fclose(file);
	return read && source->size <= FILE_AT_MOST && is_text(diag, source);
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
