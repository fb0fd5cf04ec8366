/*
 * The checked-in archives, and copies of them with other entries.
 */
#ifndef EXPORT_PROGRAM_ARCHIVE_H
#define EXPORT_PROGRAM_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/ctorch.h>
#include <ctorch/export/program.h>

/* A file in memory. */
struct archive {
	char *bytes;
	size_t n;
};

/* What becomes of an entry. Names are those in the folder of the archive: "models/model.json". */
struct change {
	const char *entry; /* NULL: the end of the list */
	const char *bytes; /* NULL: there is no such entry */
	size_t n;          /* 0: the bytes are a text */
	bool deflated;
};

/* "small/counting.pt2" of tests/fixtures/exported/; valid until the next call. */
const char *fixture_path(const char *name);

/* A fixture with changes; NULL: none. archive_free() releases it. */
struct archive archive_of(const char *fixture, const struct change *changes);
void archive_free(struct archive *archive);

/* An archive in memory, which is taken, with changes. */
struct archive archive_changed(struct archive file, const struct change *changes);

/* An entry of a fixture, with a NUL after it: free(). */
char *entry_of(const char *fixture, const char *entry, size_t *n);

/* A text with the first `from`, which must occur, replaced: free(). */
char *with(const char *text, const char *from, const char *to);

/* ct_export_decode() of a fixture with an entry in which `from` has become `to`. */
ct_error load_with(const char *fixture, const char *entry, const char *from, const char *to,
		   ct_export **result);

/* ct_export_decode() of a fixture with changes. */
ct_error load_changed(const char *fixture, const struct change *changes, ct_export **result);

/* A fixture, which must load. */
ct_export *load_fixture(const char *name);

#endif
