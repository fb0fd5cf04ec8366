/* call.h: the statements of nodes at level 0. */
#ifndef CTORCH_COMPILE_CALL_CALL_H
#define CTORCH_COMPILE_CALL_CALL_H

#include "compile/model.h"

/* A statement in the making. */
struct statement {
	struct program *program;
	const struct node *node;
	struct strbuf before; /* lines that its arguments need */
	struct strbuf main;
	struct strbuf after; /* lines that release what `before` made */
};

/* Each adds the lines of a node, without the declarations of its results. False: reported. */
bool write_operator(struct statement *self); /* operator.c */
bool write_by_name(struct statement *self);  /* by_name.c */
bool write_symbolic(struct statement *self); /* symbolic.c */
bool write_higher(struct statement *self);   /* higher.c, control.c, scan.c, ... */

/* --- Arguments (argument.c) ------------------------------------------------------------------- */

/* Adds an argument as the C function takes it: one or two expressions. */
bool write_argument(struct statement *self, const struct arg *arg,
		    const struct ct_graph_argument *from, struct strbuf *out);

/* Adds an argument as a ct_value: "ct_value_tensor(x)" (value.c). */
bool write_value(struct statement *self, const struct ct_graph_argument *from, struct strbuf *out);

/* The argument as C, in one expression of this type; NULL: it is of another one, and no error is
 * reported. */
const char *argument_c(struct statement *self, const struct ct_graph_argument *from,
		       enum held held);

/* The argument as a ct_scalar; NULL likewise. */
const char *scalar_c(struct statement *self, const struct ct_graph_argument *from);

const char *device_c(struct statement *self, const struct ct_graph_argument *from);
const char *dtype_name_c(struct program *program, ct_dtype dtype);
const char *layout_name_c(struct program *program, ct_layout layout);
const char *memory_format_name_c(ct_memory_format format);

/* What an argument or a constant is. */
enum held argument_held(const struct function *function, const struct ct_graph_argument *argument);

/* A new variable of the node's function. */
const char *local_new(struct statement *self, const char *wish);

/* "ct_tensor *" */
const char *held_c(enum held held);

/* --- Higher-order operators ------------------------------------------------------------------- */

bool write_cond(struct statement *self); /* control.c */
bool write_while_loop(struct statement *self);
bool write_map(struct statement *self); /* scan.c */
bool write_scan(struct statement *self);
bool write_associative_scan(struct statement *self);
bool write_wrapped(struct statement *self); /* wrapped.c */
bool write_grad_enabled(struct statement *self);
bool write_autocast(struct statement *self);
bool write_out_dtype(struct statement *self);      /* special.c */
bool write_functionalized(struct statement *self); /* functional.c */
bool write_functionalized_v1(struct statement *self);

/* --- Operands (operands.c) -------------------------------------------------------------------- */

/* What a graph is called with, or where its results go: arguments without lists. */
struct operands {
	VEC(const struct ct_graph_argument *);
};

void operands_add(struct statement *self, struct operands *operands, int64_t begin, int64_t end);

/* The variables of a node's results, including those that are never used. */
struct targets {
	VEC(struct target_variable {
		enum held held;
		const char *c;
	});
};

/* One for each output of the graph. Reports a wrong number. */
bool targets_find(struct statement *self, const struct function *graph, struct targets *targets);

/* Adds "CT_TRY(mlp_true_graph_0(self, x, &cond));" for these C expressions, one for each input and
 * output of the graph. Those that C does not have are left out. */
bool write_graph_call(struct statement *self, const struct function *graph,
		      const char *const *inputs, size_t inputs_len, const char *const *outputs,
		      size_t outputs_len, struct strbuf *out);

/* What an input or an output of a graph is in C. */
enum held graph_input_held(const struct function *graph, int64_t i);
enum held graph_output_held(const struct function *graph, int64_t i);

/* The operand as the graph's input `i`; reports another type. NULL after an error; "" if C does not
 * pass it. */
const char *operand_c(struct statement *self, const struct function *graph, int64_t i,
		      const struct ct_graph_argument *operand);

/* Adds a line that indents what `format` prints by `depth` tabs. */
void add_line(struct strbuf *out, int depth, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
