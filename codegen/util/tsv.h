/* tsv.h: lines of fields with tabs between them; a tab, newline or backslash inside is escaped. */
#ifndef CTORCH_GEN_UTIL_TSV_H
#define CTORCH_GEN_UTIL_TSV_H

#include <stddef.h>

#include "util/arena.h"

/* How many fields the line has, of which the first `room` are written, unescaped: NULL for one with
 * a backslash in front of none of t, n and backslash. */
size_t tsv_split(struct arena *arena, const char *line, size_t length, const char **fields,
		 size_t room);

#endif
