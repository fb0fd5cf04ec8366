/* root.h: the default location of native_functions.yaml, templates/ and runtime/. */
#ifndef CTORCH_GEN_TOOLS_RELEASE_ROOT_H
#define CTORCH_GEN_TOOLS_RELEASE_ROOT_H

#include <stdbool.h>

#include "util/arena.h"

bool root_is(struct arena *arena, const char *folder);

/*
 * The nearest checkout, from the current folder upwards. If there is none and the command only
 * reads: what was installed with the program, PREFIX/share/ctorch. Otherwise ".", not a checkout.
 */
const char *root_find(struct arena *arena, bool only_reads);

/* The path of `name` in the root: "templates", without a leading "./". */
const char *root_below(struct arena *arena, const char *root, const char *name);

#endif
