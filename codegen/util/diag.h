/*
 * diag.h: what is wrong, where, and what to do about it.
 *
 *     native_functions.yaml:1204:31: error: unknown type 'Foo'
 *       - func: add.Foo(Tensor self, Foo other) -> Tensor
 *                                    ^
 *       help: add a row to codegen/types/type_table.c
 *
 * Every pass reports all errors that it finds; the caller checks `errors` at the end of the pass. A
 * function that reports an error returns false, or NULL for a pointer.
 */
#ifndef CTORCH_GEN_UTIL_DIAG_H
#define CTORCH_GEN_UTIL_DIAG_H

#include <stdbool.h>
#include <stddef.h>

/* A file in memory, kept so that messages can show its lines. */
struct source {
	const char *path; /* as shown in messages: "native_functions.yaml" */
	const char *text;
	size_t size;
};

struct loc {
	const struct source *source; /* NULL: the message has no location */
	size_t line;                 /* from 1; 0: the whole file */
	size_t column;               /* from 1; 0: the whole line */
};

struct diag {
	size_t errors; /* reported so far, including those not shown */
	size_t warnings;
	const char *program; /* before messages without a file; NULL: "ctorch-gen" */
	bool color;       /* stderr is a terminal and NO_COLOR is not set */
	bool has_written; /* output.c has started to replace files */
};

void diag_init(struct diag *diag);

/* `help` says what to do; it may be NULL. */
void diag_error(struct diag *diag, struct loc loc, const char *help, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void diag_warning(struct diag *diag, struct loc loc, const char *help, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Adds a location to the previous error: "note: first defined here". */
void diag_note(struct diag *diag, struct loc loc, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Prints the number of errors and `consequence`; true, without printing, if there are none. */
bool diag_finish(const struct diag *diag, const char *consequence);

/* The place `offset` bytes into the file. */
struct loc loc_at_offset(const struct source *source, size_t offset);

#endif
