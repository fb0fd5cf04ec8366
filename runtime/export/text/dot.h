/*
 * Inside the library: drawing programs in Graphviz's language.
 */
#ifndef CT_EXPORT_TEXT_DOT_H
#define CT_EXPORT_TEXT_DOT_H

#include <stdio.h>

#include <ctorch/core/error.h>

#include "export/graph/graph.h"

/*
 * Writes the graph of a program that was checked: its nodes with the types of their results, the
 * inputs above them, the outputs below, and weights as gray boxes beside the nodes that use them.
 * Inner graphs are in frames, after the node that has them. An OutOfMemoryError of `function`.
 */
ct_error ct_program_draw(const struct ct_program *program, FILE *stream,
			 const char *function) CT_RETURNS_ERROR;

#endif
