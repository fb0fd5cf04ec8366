/* layout.h: the layout of generated files, as the language's own formatter has it. */
#ifndef CTORCH_GEN_BIND_LAYOUT_H
#define CTORCH_GEN_BIND_LAYOUT_H

#include "util/arena.h"
#include "util/strbuf.h"

struct layout_style {
	const char *aligned; /* lines that end so begin a block in columns: "struct {|const (" */
	const char *margin;  /* of one level: a tab, four spaces */
	size_t width; /* longer lines are wrapped, and blocks have no empty lines at their ends;
			      * 0: neither */
};

/* Lays out a file of a language with braces. */
void layout_braces(struct arena *arena, const struct layout_style *style, const char *text,
		   struct strbuf *out);

#endif
