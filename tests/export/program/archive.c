#include "archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zip.h>

#include "fixture.h"
#include "whole_files.h"

const char *fixture_path(const char *name)
{
	static char path[256];

	snprintf(path, sizeof path, "../../fixtures/exported/%s", name);
	return path;
}

static zip_t *open_zip(struct archive from)
{
	zip_source_t *source = zip_source_buffer_create(from.bytes, from.n, 1, NULL);
	zip_t *zip = zip_open_from_source(source, ZIP_RDONLY, NULL);

	MUST(zip);
	return zip;
}

/* The length of "counting/"; the archives of 2.6 and 2.7 have no folder. */
static int folder_length(zip_t *zip)
{
	const char *first = zip_get_name(zip, 0, 0), *slash = strchr(first, '/');

	return slash ? (int)(slash + 1 - first) : 0;
}

static void full_name(zip_t *zip, const char *entry, char name[256])
{
	snprintf(name, 256, "%.*s%s", folder_length(zip), zip_get_name(zip, 0, 0), entry);
}

/* An entry, with a NUL after it. */
static char *read_entry(zip_t *zip, const char *name, size_t *n)
{
	zip_file_t *file = zip_fopen(zip, name, 0);
	zip_stat_t about;
	char *bytes;

	MUST(file && zip_stat(zip, name, 0, &about) == 0);
	bytes = calloc(about.size + 1, 1);
	MUST(zip_fread(file, bytes, about.size) == (zip_int64_t)about.size);
	zip_fclose(file);
	*n = about.size;
	return bytes;
}

/* Takes the bytes. */
static void put_entry(zip_t *zip, const char *name, char *bytes, size_t n, bool deflated)
{
	zip_source_t *source = zip_source_buffer(zip, n ? bytes : NULL, n, n > 0);
	const zip_int64_t index = zip_file_add(zip, name, source, 0);

	if (n == 0)
		free(bytes);
	MUST(index >= 0);
	MUST(zip_set_file_compression(zip, (zip_uint64_t)index,
				      deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) == 0);
}

static void put_changed(zip_t *zip, const char *name, const struct change *change)
{
	const size_t n = change->n ? change->n : strlen(change->bytes);
	char *bytes = malloc(n + 1);

	memcpy(bytes, change->bytes, n);
	put_entry(zip, name, bytes, n, change->deflated);
}

static const struct change *change_of(const struct change *changes, const char *entry)
{
	for (; changes->entry; changes++)
		if (strcmp(changes->entry, entry) == 0)
			return changes;
	return NULL;
}

/* Entries as they are, or changed, then new ones. */
static void copy_changed(zip_t *from, zip_t *to, const struct change *changes)
{
	char full[256];
	size_t n;

	for (zip_int64_t i = 0; i < zip_get_num_entries(from, 0); i++) {
		const char *name = zip_get_name(from, (zip_uint64_t)i, 0);
		const struct change *change = change_of(changes, name + folder_length(from));
		char *bytes;

		if (change && change->bytes)
			put_changed(to, name, change);
		if (change)
			continue;
		bytes = read_entry(from, name, &n);
		put_entry(to, name, bytes, n, false);
	}
	for (; changes->entry; changes++) {
		full_name(from, changes->entry, full);
		if (changes->bytes && zip_name_locate(from, full, 0) < 0)
			put_changed(to, full, changes);
	}
}

static struct archive read_source(zip_source_t *source)
{
	struct archive read;
	zip_stat_t about;

	MUST(zip_source_open(source) == 0 && zip_source_stat(source, &about) == 0);
	read = (struct archive){ malloc(about.size), about.size };
	MUST(zip_source_read(source, read.bytes, read.n) == (zip_int64_t)read.n);
	zip_source_close(source);
	zip_source_free(source);
	return read;
}

struct archive archive_changed(struct archive file, const struct change *changes)
{
	zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, NULL);
	zip_t *from = open_zip(file), *to;

	zip_source_keep(source);
	to = zip_open_from_source(source, ZIP_TRUNCATE, NULL);
	MUST(to);
	copy_changed(from, to, changes);
	MUST(zip_close(to) == 0);
	zip_discard(from);
	return read_source(source);
}

struct archive archive_of(const char *fixture, const struct change *changes)
{
	struct archive file;

	file.bytes = get_file(fixture_path(fixture), &file.n);
	return changes ? archive_changed(file, changes) : file;
}

void archive_free(struct archive *archive)
{
	free(archive->bytes);
}

char *entry_of(const char *fixture, const char *entry, size_t *n)
{
	zip_t *zip = open_zip(archive_of(fixture, NULL));
	char name[256], *bytes;
	size_t length;

	full_name(zip, entry, name);
	bytes = read_entry(zip, name, &length);
	zip_discard(zip);
	if (n)
		*n = length;
	return bytes;
}

char *with(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	char *made = malloc(strlen(text) + strlen(to) + 1);

	if (at == NULL)
		fprintf(stderr, "not in the text: %s\n", from);
	MUST(at);
	sprintf(made, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	return made;
}

ct_error load_changed(const char *fixture, const struct change *changes, ct_export **result)
{
	struct archive made = archive_of(fixture, changes);
	const ct_error error = ct_export_decode(made.bytes, (int64_t)made.n, NULL, result);

	archive_free(&made);
	return error;
}

ct_error load_with(const char *fixture, const char *entry, const char *from, const char *to,
		   ct_export **result)
{
	char *was = entry_of(fixture, entry, NULL), *is = with(was, from, to);
	const struct change changes[] = { { entry, is, 0, false }, { 0 } };
	const ct_error error = load_changed(fixture, changes, result);

	free(was);
	free(is);
	return error;
}

ct_export *load_fixture(const char *name)
{
	ct_export *program;

	OK(ct_export_load(fixture_path(name), NULL, &program));
	return program;
}
