/*
 * Inside the library: programs as data for other programs.
 */
#ifndef CT_EXPORT_PROGRAM_DESCRIBE_H
#define CT_EXPORT_PROGRAM_DESCRIBE_H

#include <ctorch/operators/value.h>

#include "export/graph/graph.h"

/* Adds what is known of an argument of the outermost graph: type, dtype, shape, value
 * (describe_values.c). */
ct_error ct_describe_argument(const struct ct_graph *graph,
			      const struct ct_graph_argument *argument,
			      ct_value *dict) CT_WARN_UNUSED;

/* Adds an item: a copy of a text, which may be NULL, or a value, which is moved also on an error. */
ct_error ct_describe_text(ct_value *dict, const char *key, const char *text) CT_WARN_UNUSED;
ct_error ct_describe_move(ct_value *dict, const char *key, ct_value *value) CT_WARN_UNUSED;

/* Moves an item to the end of a list, also on an error. */
ct_error ct_describe_append(ct_value *list, ct_value *item) CT_WARN_UNUSED;

/* Appends the operators of all graphs: name, count, whether they exist here
 * (describe_operators.c). */
ct_error ct_describe_operators(const struct ct_program *program, const char *function,
			       ct_value *list) CT_WARN_UNUSED;

#endif
