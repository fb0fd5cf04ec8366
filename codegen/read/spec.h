/* spec.h: native_functions.yaml -> entries. Knows the keys, but not the meaning of the values. */
#ifndef CTORCH_GEN_READ_SPEC_H
#define CTORCH_GEN_READ_SPEC_H

#include "model.h"
#include "util/strbuf.h"

/* Reports all errors. */
bool spec_parse(struct arena *arena, struct diag *diag, struct spec *spec);

/* The canonical form: a head, then every value of every entry in its order. */
void spec_print(const struct spec *spec, struct strbuf *out);

const char *spec_key_name(enum key key);

/* X.Y.Z and a build's suffix ("+cu132", "a0"). Such text is safe in C, JSON and comments. */
bool spec_is_release(const char *text);

/* Compares only X, Y and Z: less than 0 if `a` is older than `b`, 0 if they are equal. */
int spec_compare_releases(const char *a, const char *b);

#endif
