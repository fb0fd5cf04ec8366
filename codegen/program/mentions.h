/* mentions.h: the names beginning with "ct_" that a program has, by its files. */
#ifndef CTORCH_GEN_PROGRAM_MENTIONS_H
#define CTORCH_GEN_PROGRAM_MENTIONS_H

#include "util/arena.h"
#include "util/vec.h"

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

/* Adds a mention when the name is one of "ct_" that C can have. */
void part_add(struct arena *arena, struct part *part, const char *name, size_t length,
	      enum mention_kind kind, size_t line);

#endif
