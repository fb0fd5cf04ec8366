/* wrap.h: long lines of generated C broken as a person would break them. */
#ifndef CTORCH_GEN_EMIT_WRAP_H
#define CTORCH_GEN_EMIT_WRAP_H

#include "util/strbuf.h"

/*
 * Adds the text with its lines broken at 100 columns (a tab goes to the next multiple of 8). A line
 * breaks behind a comma, outside the inner brackets where that fits, and goes on below the first
 * character behind the bracket that is still open; where an item would not fit there, it breaks
 * behind the bracket and goes on one tab further in. Comments stay as they are: a schema is
 * verbatim.
 */
void wrap_add(struct strbuf *out, const char *text);

#endif
