/* mentions.h: the names beginning with "ct_" in the files of a program. */
#ifndef CTORCH_GEN_TOOLS_PROGRAM_MENTIONS_H
#define CTORCH_GEN_TOOLS_PROGRAM_MENTIONS_H

#include "util/arena.h"
#include "util/vec.h"

enum mention_kind {
	MENTION_OWN,    /* the file defines or declares it */
	MENTION_NAMED,  /* only named in the source: a function's address, or not a function */
	MENTION_CALLED, /* called in a source; undefined in an object */
	MENTION_CT      /* CT(add, ...): of an operator, or of one of its overloads */
};

struct mention {
	const char *name; /* "ct_add_Tensor": only ASCII letters, digits and underscores */
	enum mention_kind kind;
	size_t line; /* from 1; 0: in an object */
};

/* A source, an object, or one member of an archive. */
struct part {
	const char *path; /* "hello.c", "libmine.a(hello.o)" */
	VEC(struct mention) mentions;
};

struct parts {
	VEC(struct part);
};

/* Adds what CT() or CT_E() calls: `op` is the name of an operator, "add" or "add_Tensor". */
void part_add_ct(struct arena *arena, struct part *part, const char *op, size_t length,
		 size_t line);

/* Adds a mention if the name begins with "ct_" and is a valid C name. */
void part_add(struct arena *arena, struct part *part, const char *name, size_t length,
	      enum mention_kind kind, size_t line);

#endif
