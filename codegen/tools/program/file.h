/* file.h: reads the mentions in a file of a program, whatever kind of file it is. */
#ifndef CTORCH_GEN_TOOLS_PROGRAM_FILE_H
#define CTORCH_GEN_TOOLS_PROGRAM_FILE_H

#include "tools/program/mentions.h"
#include "util/arena.h"
#include "util/diag.h"

/* Adds the mentions of the file. Reports why it cannot be read. */
bool program_file_read(struct arena *arena, struct diag *diag, const char *path,
		       struct parts *parts);

/* --- the readers ------------------------------------------------------------------------------ */

/* c_mentions.c: C and C++. */
bool c_scan(struct arena *arena, struct diag *diag, const struct source *source,
	    struct parts *parts);

/* True if the file begins like ELF or an archive. */
bool object_is(const struct source *source);

/* object.c: 64-bit little-endian ELF (objects, shared libraries, programs) and archives. */
bool object_read(struct arena *arena, struct diag *diag, const struct source *source,
		 struct parts *parts);

#endif
