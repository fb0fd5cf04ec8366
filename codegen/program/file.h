/* file.h: reads the mentions that a file of a program has, whatever kind of file it is. */
#ifndef CTORCH_GEN_PROGRAM_FILE_H
#define CTORCH_GEN_PROGRAM_FILE_H

#include "program/mentions.h"
#include "util/arena.h"
#include "util/diag.h"

/* Adds what the file has. False after reporting why it cannot be read. */
bool program_file_read(struct arena *arena, struct diag *diag, const char *path,
		       struct parts *parts);

/* --- the readers ------------------------------------------------------------------------------ */

/* c_mentions.c: C and C++. */
bool c_scan(struct arena *arena, struct diag *diag, const struct source *source,
	    struct parts *parts);

/* Whether the bytes begin as ELF does, or an archive. */
bool object_is(const struct source *source);

/* object.c: ELF of 64 bits, little-endian: objects, shared libraries, programs; archives. */
bool object_read(struct arena *arena, struct diag *diag, const struct source *source,
		 struct parts *parts);

#endif
