/* default_text.h: the default of an argument, as a call in C writes it. */
#ifndef CTORCH_GEN_TYPES_DEFAULT_TEXT_H
#define CTORCH_GEN_TYPES_DEFAULT_TEXT_H

#include "model.h"
#include "util/strbuf.h"

/* "ct_scalar_int(1)"; "NULL, 0" for a list with its length. `arg` must have a default and form. */
void default_text(struct strbuf *out, const struct arg *arg);

/* The elements of a default list, such as "0, 1"; returns their number. */
size_t default_elements(struct strbuf *out, const struct arg *arg);

/* A default that is one word, in C: "true", "CT_INT64". */
void default_word(struct strbuf *out, const struct arg *arg);

/* False for a word that no release has as a default, and whose spelling in C is not known. */
bool default_is_known(const struct arg *arg);

/* For a default number. */
bool default_is_float(const struct arg *arg);

#endif
