/* source.h: reads whole files and lists folders. */
#ifndef CTORCH_GEN_UTIL_SOURCE_H
#define CTORCH_GEN_UTIL_SOURCE_H

#include "util/arena.h"
#include "util/diag.h"
#include "util/names.h"
#include "util/strbuf.h"

/* Reads a text file into `source`. Reports why it cannot be read. */
bool source_read(struct arena *arena, struct diag *diag, const char *path, struct source *source);

/* The same for a file found in a folder, which must be a regular file. */
bool source_read_found(struct arena *arena, struct diag *diag, const char *path,
		       struct source *source);

/* Reports a NUL in the text. */
bool source_is_text(struct diag *diag, const struct source *source);

/* The same for any file, which may be large. The source points to the text of `bytes`, which must
 * outlive it. */
bool source_read_bytes(struct arena *arena, struct diag *diag, const char *path,
		       struct strbuf *bytes, struct source *source);

/* The files in a folder whose names end with `end`, sorted. If there are none, errno says why. */
struct names folder_list(struct arena *arena, const char *folder, const char *end);

/* The same with the files of the folders in it, "core/error.h". */
struct names folder_tree(struct arena *arena, const char *folder, const char *end);

#endif
