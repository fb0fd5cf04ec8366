/*
 * Inside the library: the symbols of a recorded program, and expressions of them as nodes.
 */
#ifndef CT_EXPORT_RECORD_EXPRESSION_H
#define CT_EXPORT_RECORD_EXPRESSION_H

#include "core/base/text.h"
#include "export/graph/graph.h"
#include "export/record/solve.h"

/* A size that varies: `multiple` times a symbol. */
struct ct_recorded_symbol {
	const char *name; /* "batch", for messages; NULL: none */
	int32_t value;    /* the first input that has it, and where */
	int64_t input, dim;
	int64_t min, max, multiple; /* of the size; INT64_MAX: no maximum */
};
/* "batch", or "dimension 1 of input 0". */
void ct_recorded_symbol_show(const struct ct_recorded_symbol *symbol, struct ct_text *text);

/* A value that was computed from sizes. */
struct ct_expression_value {
	struct ct_solution solution;
	int32_t value;
};

/* The nodes that compute integers from sizes, before all others of a program. */
struct ct_expressions {
	struct ct_arena *arena;
	const struct ct_recorded_symbol *symbols;
	const struct ct_recorded_sizes *sizes; /* those of the first recording are the hints */
	struct ct_graph_value *values; /* all of the program; those of sizes are at the end */
	int64_t values_len, values_room;
	struct ct_graph_node *nodes;
	int64_t nodes_len, nodes_room;
	struct ct_expression_value *known;
	int64_t known_len, known_room;
};

/* The value of an expression, which is computed if it is new; CT_NO_VALUE: no memory. */
int32_t ct_expression_value(struct ct_expressions *self, const struct ct_solution *solution);

/* It as the file has it: "Mul(Integer(2), Symbol('s0', ...))"; in the arena; NULL: no memory. */
const char *ct_expression_text(const struct ct_expressions *self,
			       const struct ct_solution *solution);

/* Its number in the first recording. */
int64_t ct_expression_hint(const struct ct_expressions *self, const struct ct_solution *solution);

void ct_expressions_free(struct ct_expressions *self);

#endif
