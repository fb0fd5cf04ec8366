/* root.h: where native_functions.yaml, templates/ and runtime/ are when nobody says it. */
#ifndef CTORCH_GEN_RELEASE_ROOT_H
#define CTORCH_GEN_RELEASE_ROOT_H

#include <stdbool.h>

#include "util/arena.h"

bool root_is(struct arena *arena, const char *folder);

/*
 * The nearest folder upwards that is a checkout. When there is none and the command only reads:
 * what was installed with the program, PREFIX/share/ctorch. Else ".", which is no root then.
 */
const char *root_find(struct arena *arena, bool only_reads);

/* "templates" below the root, without a "./" in front. */
const char *root_below(struct arena *arena, const char *root, const char *name);

#endif
