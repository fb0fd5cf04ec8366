/*
 * Graphviz's language; see dot.h.
 */
#include "core/base/dot.h"

void ct_dot_begin(const char *name, FILE *stream)
{
	fprintf(stream, "digraph %s {\n", name);
	fputs("\tnode [shape=box, style=filled, fillcolor=\"#e8e8e8\", fontname=monospace];\n"
	      "\tedge [fontname=monospace, fontsize=10];\n",
	      stream);
}

void ct_dot_write(const char *text, FILE *stream)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', stream);
		if (*text == '\n')
			fputs("\\n", stream);
		else
			fputc(*text, stream);
	}
}
