/*
 * Inside the library: how all drawings in Graphviz's language look.
 */
#ifndef CT_CORE_BASE_DOT_H
#define CT_CORE_BASE_DOT_H

#include <stdio.h>

/* What has numbers of its own (leaves, modules with parameters), and what was asked for. */
#define CT_DOT_LEAF "#b5d8f0"
#define CT_DOT_RESULT "#c8e6b0"

/* The first lines, up to the defaults of nodes and edges. A line with "}" ends the drawing. */
void ct_dot_begin(const char *name, FILE *stream);

/* A part of a text in quotes. */
void ct_dot_write(const char *text, FILE *stream);

#endif
