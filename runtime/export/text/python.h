/*
 * Inside the library: operators, arguments and names as Python's torch.fx prints them.
 */
#ifndef CT_EXPORT_TEXT_PYTHON_H
#define CT_EXPORT_TEXT_PYTHON_H

#include "core/base/text.h"
#include "export/graph/graph.h"

/* --- Arguments (python.c) --------------------------------------------------------------------- */

struct ct_python_printer {
	struct ct_text *text;
	const struct ct_graph *graph;
	const char *inner; /* names of the inner graphs that follow, each with its NUL */
};

/* Adds what repr() returns for an argument. */
void ct_python_print_argument(struct ct_python_printer *printer,
			      const struct ct_graph_argument *argument);

/* "aten.linear.default", "<built-in function add>". */
void ct_python_print_target(struct ct_text *text, const char *target);

/* --- Names (python_names.c) ------------------------------------------------------------------- */

struct ct_python_name;

/* The names of the nodes of a graph: a new one that exists gets a number. */
struct ct_python_names {
	struct ct_python_name *all;
};

/* Whether an argument can be called so: an identifier, and no keyword. */
bool ct_python_is_name(const char *text);

/* Makes a name from `candidate` as torch.fx does. It lasts as long as `names`; NULL: no memory. */
const char *ct_python_names_new(struct ct_python_names *names, const char *candidate);
void ct_python_names_release(struct ct_python_names *names);

/* Adds what a node is called after its target, if nothing else names it: "linear.default". */
void ct_python_print_target_name(struct ct_text *text, const char *target);

#endif
