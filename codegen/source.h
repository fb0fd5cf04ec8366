/* source.h: files read whole, and the names in a folder. */
#ifndef CTORCH_GEN_SOURCE_H
#define CTORCH_GEN_SOURCE_H

#include "arena.h"
#include "diag.h"
#include "names.h"

/* Reads a text into `source`. False after reporting why it cannot be read. */
bool source_read(struct arena *arena, struct diag *diag, const char *path, struct source *source);

/* The files of a folder whose names end with `end`, sorted; errno tells why there are none. */
struct names folder_list(struct arena *arena, const char *folder, const char *end);

#endif
