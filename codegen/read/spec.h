/* spec.h: native_functions.yaml -> entries. Knows the keys, not what the texts mean. */
#ifndef CTORCH_GEN_READ_SPEC_H
#define CTORCH_GEN_READ_SPEC_H

#include "model.h"
#include "util/strbuf.h"

/* Reports everything that is wrong; false when anything is. */
bool spec_parse(struct arena *arena, struct diag *diag, struct spec *spec);

/* The canonical form: a head, then every fact of every entry in its order. */
void spec_print(const struct spec *spec, struct strbuf *out);

const char *spec_key_name(enum key key);

/* X.Y.Z and what a build adds ("+cu132", "a0"): text that can stand in C, JSON and comments. */
bool spec_is_release(const char *text);

/* By X, Y and Z alone: less than 0 when `a` is the older of two releases, 0 for the same. */
int spec_compare_releases(const char *a, const char *b);

#endif
