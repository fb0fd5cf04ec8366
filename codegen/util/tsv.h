/*
 * tsv.h: files of lines, whose fields have tabs between them. A tab, newline or backslash inside of
 * a field is \t, \n or \\; a line that begins with # is a comment.
 *
 *     struct tsv tsv = { .arena = arena, .diag = diag, .help = "write it again" };
 *
 *     if (!tsv_open(&tsv, path))
 *         return false;
 *     while ((line = tsv_next(&tsv)) != TSV_END)
 *         ...
 */
#ifndef CTORCH_GEN_UTIL_TSV_H
#define CTORCH_GEN_UTIL_TSV_H

#include "util/arena.h"
#include "util/diag.h"
#include "util/names.h"

enum tsv_line {
	TSV_END,
	TSV_BLANK,
	TSV_COMMENT,
	TSV_FIELDS,
	TSV_BAD /* a bad escape, which has been reported */
};

struct tsv {
	struct arena *arena;
	struct diag *diag;
	const char *help; /* what to do about a file that has errors */

	const struct source *source; /* in the arena */
	const char *at;              /* the next line */
	struct loc loc;              /* the current line */
	const char *text;            /* the same, as it is */
	struct names fields;         /* its fields, unescaped */
};

/* False after reporting why the file cannot be read. */
bool tsv_open(struct tsv *tsv, const char *path);

/* Reads the next line. */
enum tsv_line tsv_next(struct tsv *tsv);

/* Whether the current line has so many fields; false after reporting that it has not: `expected`
 * names them. */
bool tsv_has(struct tsv *tsv, size_t count, const char *expected);

/* What follows `mark`, if the current line begins with it: "2.15.0" for "# release "; or NULL. */
const char *tsv_after(const struct tsv *tsv, const char *mark);

/* Whether the last line of the file is a whole one. */
bool tsv_is_whole(const struct tsv *tsv);

/* An error in the current line, and one in the whole file. */
void tsv_error(struct tsv *tsv, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tsv_file_error(struct tsv *tsv, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
