/* wrap.h: breaks long lines of generated C as a person would. */
#ifndef CTORCH_GEN_EMIT_WRAP_H
#define CTORCH_GEN_EMIT_WRAP_H

#include "util/strbuf.h"

enum { WRAP_COLUMNS = 100 };

/*
 * Adds the text with its lines broken at 100 columns (tabs are 8 wide). A line breaks after a
 * comma, outside the inner brackets if possible, and continues below the first character after the
 * bracket that is still open. If an item does not fit there, the line breaks after the bracket and
 * continues one tab further in. Comments are not changed: a schema is verbatim.
 */
void wrap_add(struct strbuf *out, const char *text);

/* The same for the definition of a macro: all lines but the last end with a backslash. */
void wrap_add_macro(struct strbuf *out, const char *text);

/* The items of a list as lines that fit when they are indented by `tabs` in a macro. */
void wrap_add_items(struct strbuf *out, const char *items, size_t tabs);

/* The inner lines of a comment, with its margin, broken between words. */
void wrap_add_comment(struct strbuf *out, const char *text);

#endif
