/*
 * tsv.h: reads files of tab-separated fields. A tab, newline or backslash inside a field is written
 * \t, \n or \\; a line that begins with # is a comment.
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
	TSV_BAD /* a bad escape, already reported */
};

struct tsv {
	struct arena *arena;
	struct diag *diag;
	const char *help; /* what to do if the file has errors */

	const struct source *source; /* in the arena */
	const char *at;              /* the next line */
	struct loc loc;              /* the current line */
	const char *text;            /* of the current line, escaped */
	struct names fields;         /* its fields, unescaped */
};

/* Reports why the file cannot be read. */
bool tsv_open(struct tsv *tsv, const char *path);

/* Reads the next line. */
enum tsv_line tsv_next(struct tsv *tsv);

/* Reports a line that does not have `count` fields. `expected` names the fields. */
bool tsv_has(struct tsv *tsv, size_t count, const char *expected);

/* The rest of the current line after `mark`: "2.15.0" for "# release "; NULL if it has no such
 * mark. */
const char *tsv_after(const struct tsv *tsv, const char *mark);

/* True if the last line of the file ends with a newline. */
bool tsv_is_whole(const struct tsv *tsv);

/* Reports an error in the current line, or in the whole file. */
void tsv_error(struct tsv *tsv, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tsv_file_error(struct tsv *tsv, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
