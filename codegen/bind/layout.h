/* layout.h: lays a file out as the formatter of a language with braces does. */
#ifndef CTORCH_GEN_BIND_LAYOUT_H
#define CTORCH_GEN_BIND_LAYOUT_H

#include "util/arena.h"
#include "util/strbuf.h"

/* Adds the text. `aligned` has the ends of the lines that begin a block in columns:
 * "struct {|const (". */
void layout_braces(struct arena *arena, const char *aligned, const char *text, struct strbuf *out);

#endif
