/*
 * Inside the library: refusing malformed programs before anything of them runs.
 */
#ifndef CT_EXPORT_GRAPH_CHECK_H
#define CT_EXPORT_GRAPH_CHECK_H

#include "export/graph/place.h"

/*
 * Checks a program that was read: every value is made once, before it is used, and used as what it
 * is; the signature and the trees agree with the graph; sizes are possible. Notes in the values
 * where they are made and used last. `what` is as in ct_program_read().
 */
ct_error ct_program_check(struct ct_program *program, const char *function,
			  const char *what) CT_WARN_UNUSED;

/* Checks a graph and those in it (check_graph.c). */
ct_error ct_graph_check(const struct ct_graph_place *place) CT_WARN_UNUSED;

/* Calls `visit` for each value that an argument names, also those in its lists; stops at the first
 * error. */
typedef ct_error (*ct_value_visitor)(const struct ct_graph_argument *argument, void *context);
ct_error ct_argument_visit(const struct ct_graph_argument *argument, ct_value_visitor visit,
			   void *context) CT_WARN_UNUSED;

#endif
