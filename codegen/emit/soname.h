/* soname.h: the name of the library that a release and a version of libctorch have. */
#ifndef CTORCH_GEN_EMIT_SONAME_H
#define CTORCH_GEN_EMIT_SONAME_H

#include "headers/scan.h"

/* "libctorch-2.15.so.0.1"; NULL if the headers do not have CT_VERSION. */
const char *soname_of(struct arena *arena, const struct api *api, const char *release);

#endif
