/*
 * Inside the library: printing programs for people.
 */
#ifndef CT_EXPORT_TEXT_PRINT_H
#define CT_EXPORT_TEXT_PRINT_H

#include "core/base/text.h"
#include "export/graph/graph.h"

/*
 * Adds a program that was checked: a table of its nodes, its inputs and outputs, the ranges of its
 * symbols, its guards, and the tables of its inner graphs. Control characters of the file become
 * question marks. Without memory the text says that it failed.
 */
void ct_program_print(struct ct_text *text, const struct ct_program *program);

/*
 * Adds the nodes of a graph as Python's print_tabular() prints them once it has loaded the file: a
 * node of several results is followed by a getitem for each, and inner graphs are get_attr nodes.
 * `program` names constant inputs; NULL for an inner graph.
 */
void ct_graph_print(struct ct_text *text, const struct ct_graph *graph,
		    const struct ct_program *program);

/* Adds a value's type: "f32[s77, 4]", with the device unless it is the CPU, "Sym(2*s77)". */
void ct_value_print_type(struct ct_text *text, const struct ct_graph_value *value);

/* Adds an expression of sympy's as Python writes it: "2*s77". */
void ct_expression_print(struct ct_text *text, const char *expression);

#endif
