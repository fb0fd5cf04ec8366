/*
 * program_file.h: the names beginning with "ct_" that the files of a program have, whatever kind of
 * file it is.
 */
#ifndef CTORCH_GEN_PROGRAM_FILE_H
#define CTORCH_GEN_PROGRAM_FILE_H

#include "arena.h"
#include "diag.h"
#include "vec.h"

enum mention_kind {
	MENTION_OWN,   /* the file defines or declares it */
	MENTION_NAMED, /* it stands in the source: a function's address, or no function at all */
	MENTION_CALLED /* it is called; in an object: it is undefined */
};

struct mention {
	const char *name; /* "ct_add_Tensor": letters, digits and underscores of ASCII alone */
	enum mention_kind kind;
	size_t line; /* from 1; 0: of an object */
};

/* A source, an object, or one member of an archive. */
struct part {
	const char *path; /* "hello.c", "libmine.a(hello.o)" */
	VEC(struct mention) mentions;
};

struct parts {
	VEC(struct part);
};

/* Adds what the file has. False after reporting why it cannot be read. */
bool program_file_read(struct arena *arena, struct diag *diag, const char *path,
		       struct parts *parts);

/* Adds a mention when the name is one of "ct_" that C can have. */
void part_add(struct arena *arena, struct part *part, const char *name, size_t length,
	      enum mention_kind kind, size_t line);

/* --- the readers ------------------------------------------------------------------------------ */

/* c_scan.c: C and C++. */
bool c_scan(struct arena *arena, struct diag *diag, const struct source *source,
	    struct parts *parts);

/* Whether the bytes begin as ELF does, or an archive. */
bool object_is(const struct source *source);

/* object_read.c: ELF of 64 bits, little-endian: objects, shared libraries, programs; archives. */
bool object_read(struct arena *arena, struct diag *diag, const struct source *source,
		 struct parts *parts);

#endif
