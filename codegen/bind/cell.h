/* cell.h: fills in a cell of a language's types.tsv. */
#ifndef CTORCH_GEN_BIND_CELL_H
#define CTORCH_GEN_BIND_CELL_H

#include "bind/language.h"

/* Adds the text with its marks filled in. `index` is the position of the value in its list. */
void cell_fill(const struct language *language, const char *text, const struct bind_value *value,
	       size_t index, struct strbuf *out);

#endif
