/* source.h: files read whole, and the names in a folder. */
#ifndef CTORCH_GEN_UTIL_SOURCE_H
#define CTORCH_GEN_UTIL_SOURCE_H

#include "util/arena.h"
#include "util/diag.h"
#include "util/names.h"
#include "util/strbuf.h"

/* Reads a text into `source`. False after reporting why it cannot be read. */
bool source_read(struct arena *arena, struct diag *diag, const char *path, struct source *source);

/* The same of a file that was found in a folder: only a regular one is read. */
bool source_read_found(struct arena *arena, struct diag *diag, const char *path,
		       struct source *source);

/* False after reporting that there is a NUL in it. */
bool source_is_text(struct diag *diag, const struct source *source);

/* The same of any file, which may be large: its text is that of `bytes`, for as long as that has
 * it. */
bool source_read_bytes(struct arena *arena, struct diag *diag, const char *path,
		       struct strbuf *bytes, struct source *source);

/* The files of a folder whose names end with `end`, sorted; errno tells why there are none. */
struct names folder_list(struct arena *arena, const char *folder, const char *end);

#endif
