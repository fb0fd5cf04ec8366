/*
 * model.h: a program as the passes of ctorch-compile work on it.
 *
 * read/ fills it in from the archive, passes/ name the values, find the operators, and note which
 * values die where; a pass of a higher level may give nodes to kernels; emit/ only reads. All memory
 * is in one arena, and a run writes one program and exits.
 */
#ifndef CTORCH_COMPILE_MODEL_H
#define CTORCH_COMPILE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codegen/model.h"
#include "util/hash.h"
#include "util/names.h"
#include "util/strbuf.h"
#include "core/base/arena.h"
#include "export/archive/archive.h"
#include "export/graph/place.h"
#include "export/symbolic/symbolic.h"

struct function;
struct kernel;
struct node;
struct program;

/* --- Variables -------------------------------------------------------------------------------- */

/* What a value is in C. ORDER HELD: passes/variables.c */
enum held {
	HELD_NOTHING, /* None, a token */
	HELD_TENSOR,  /* ct_tensor * */
	HELD_INT,     /* int64_t */
	HELD_FLOAT,   /* double */
	HELD_BOOL,    /* bool */
	HELD_TEXT,    /* const char * */
	HELD_OBJECT   /* a custom object, which C cannot have */
};

/* A size, a stride or an offset. */
struct extent {
	const struct ct_symbolic *tree; /* over the program's symbols; NULL: `i` */
	int64_t i;                      /* with a tree: the value that it had at export, or 0 */
};

/* A tensor, integer, ... of a graph: one variable of the function in C. */
struct variable {
	const struct ct_graph_value *from; /* name, dtype, device, ... */
	struct function *in;
	enum held held;
	const char *c;                  /* as an expression: "relu_1", "self->fc_weight" */
	ct_dtype dtype;                 /* of a tensor; 0: not known. So is `dim` then */
	int64_t dim;                    /* -1: not known */
	struct extent *sizes, *strides; /* `dim` of each */
	struct node *made_by;           /* NULL: an input of the function */
	VEC(struct node *) users;       /* in order, each once */
	bool is_output;                 /* the function returns it */
	bool is_borrowed;               /* an input or a weight: the function does not release it */
	const struct weight *weight;    /* NULL: it is none */
	/* A result that is in this order for the caller, "CT_L(6, 1)"; NULL: as it is. */
	const char *strides_c;
	bool is_inside; /* only its kernel uses it: it is no variable; passes of kernels set it */
};

/* --- Nodes ------------------------------------------------------------------------------------ */

enum node_kind {
	NODE_OPERATOR, /* a C function of the operator list: `op`, `args` */
	NODE_BY_NAME,  /* an operator that the list does not have: ct_call_with() */
	NODE_SYMBOLIC, /* arithmetic on numbers: "_operator.add" */
	NODE_HIGHER    /* cond, while_loop, ...: `inner` */
};

struct node {
	const struct ct_graph_node *from; /* target, name, metadata */
	struct function *in;
	size_t index; /* in its function */
	enum node_kind kind;
	const char *target;  /* "torch.ops.aten.add.Tensor": also in with_effects */
	const struct op *op; /* of the operator list; NULL: another kind */
	/* For each of op->schema.args: what the node gives; NULL: the default. */
	const struct ct_graph_argument **args;
	size_t skipped; /* how many inputs and outputs come before the operator's: with_effects */
	VEC(struct function *) inner; /* the graphs of a higher-order operator, in order */
	/* The kernel that computes it instead of a call; NULL: the call. */
	struct kernel *kernel;
	const char *why_not; /* for --explain: "no loop for aten::topk"; NULL: nothing to say */
	VEC(struct variable *) dead; /* released after its statement; passes/lives.c */
};

/*
 * Several nodes computed by one statement, in place of the last of them, `at`. A pass makes it, sets
 * it in each of its nodes, marks the values that only these use as inside, and adds what the
 * statement needs (functions, fields, ...) to the parts of the program.
 */
struct kernel {
	const char *name; /* "gelu_bias_3" */
	size_t first;     /* the index of its first node */
	struct node *at;
	/* Adds the statement, which sets the variables of the results that are not inside. They
	 * are declared before it. */
	void (*emit)(const struct kernel *self, struct program *program, struct strbuf *out);
	void *data;    /* of the pass */
	bool is_view;  /* another name of the same memory: no statement */
	int64_t saved; /* bytes that are neither written nor read again, for --explain; -1: unknown */
};

/* --- Functions -------------------------------------------------------------------------------- */

/* A graph: the program's own, or one of a higher-order operator. */
struct function {
	const char *c;               /* "mlp_forward", "mlp_true_graph_0" */
	struct ct_graph_place place; /* for errors, and the graph */
	const struct ct_graph *graph;
	struct function *outer;     /* NULL: the program's own */
	struct taken *taken;        /* its variables */
	struct variable *variables; /* by the graph's indices; graph->values_len */
	struct node *nodes;         /* graph->nodes_len */
};

/* --- The program ------------------------------------------------------------------------------ */

/* A size that varies. */
struct symbol {
	const char *name; /* "s0" */
	const char *c;    /* the variable in the run: "s0" */
	/* Where the value comes from: size `dim` of this input is slope * symbol + offset; NULL: no
	 * size of an input tells it. */
	const struct variable *input;
	int64_t dim;
	struct ct_symbolic_affine is;
	bool has_hint;
	int64_t hint; /* its value at export */
	int64_t min, max;
	bool is_fixed; /* by --input-shape, to `hint` */
	bool is_used;  /* some C reads it, so the run declares it; extent_c() sets it */
};

/* A parameter, a buffer or a constant tensor: a field of the struct. */
struct weight {
	const char *name;  /* "encoder.weight" */
	const char *field; /* "encoder_weight" */
	const char *role;  /* "parameter", "buffer", "constant" */
	bool is_parameter;
	const struct variable *variable;
	ct_dtype dtype;
	int64_t dim;
	const int64_t *sizes, *strides;
	int64_t offset; /* in elements */
	bool requires_grad;
	const struct payload *payload;
	bool is_whole; /* it is its payload: contiguous, and no other has it */
};

/* The bytes of a storage in the archive. */
struct payload {
	const struct ct_zip_entry *entry;
	int64_t weights;      /* how many have it */
	const char *key;      /* in NAME.safetensors; emit/weights.c */
	const char *variable; /* in NAME_load(): its bytes, of which weights are parts; or NULL */
};

/* An input that the caller passes: a parameter of NAME_run(). */
struct input {
	const char *path;          /* in Python: "x", "batch['image'][0]" */
	struct variable *variable; /* NULL: it is a constant, and C does not pass it */
	const struct ct_graph_argument *constant;
};

/* What a program returns: a result of NAME_run(). */
struct returned {
	const struct ct_program_output *from;
	struct variable *variable; /* NULL: a constant, or None */
	const char *c;             /* the parameter: "relu_1" */
	bool is_direct;            /* a run can write it to a tensor of the caller */
};

/* Text that passes add to the files; all of it may be empty. Statements bring their own tabs. */
struct parts {
	struct strbuf includes;   /* of NAME.c: "#include <math.h>\n" */
	struct strbuf functions;  /* of NAME.c, before the graphs */
	struct strbuf own;        /* likewise, before the graph whose statements call them */
	struct strbuf fields;     /* of the struct, each line with one tab */
	struct strbuf loading;    /* functions that NAME_load() calls */
	struct strbuf load_begin; /* statements of NAME_load(), before all others */
	struct strbuf load;       /* likewise, after the weights; self->... */
	struct strbuf free;       /* of NAME_free(), before the weights; also after a failed load */
	struct strbuf begin;      /* of the graph's function, after the symbols */
	struct strbuf run_begin;  /* of NAME_run(), which calls the graph's function, ... */
	struct strbuf run_end;    /* ... and after it, also after an error */
	struct strbuf parameters; /* more of the graph's function: ", struct mlp_workspace *run" */
	struct strbuf arguments;  /* what NAME_run() passes for them: ", run" */
	struct strbuf cflags;     /* " -march=native" */
	struct strbuf libraries;  /* " -lmvec" */
	struct strbuf readme;     /* paragraphs of README.md */
};

struct options;

struct program {
	struct arena *arena;
	struct diag *diag;
	const struct options *options;
	const char *name; /* "mlp": of files, functions and the struct */
	const struct ct_program *from;
	const struct ct_archive *archive;
	const char *model; /* of the archive */
	const struct ct_guards *guards;
	struct ct_arena *trees; /* of the trees of sizes */
	const struct model *operators;
	struct known_operator *by_name; /* of read/operators.c */
	struct function *main;
	VEC(struct function *) functions; /* inner ones first, the program's own last */
	VEC(struct symbol) symbols;
	VEC(struct weight *) weights;
	VEC(struct payload *) payloads;
	VEC(struct input) inputs;
	VEC(struct returned) returned;
	struct taken *taken;  /* identifiers of the file */
	struct taken *fields; /* those of the struct */
	struct parts parts;
	/* By how many units in the last place of its largest element a result may differ from the
	 * interpreter's; 0: it is the same bit for bit. */
	int64_t bound;
	bool has_bf16;   /* the units are those of bfloat16 */
	bool has_copies; /* NAME_load() makes copies of weights */
	bool has_workspace; /* NAME_run_out() takes the memory of a run */
	/* What NAME.c includes or defines. */
	bool needs_math, needs_string, needs_take_list, needs_keep, needs_copy;
	bool needs_scan, needs_calls_only, needs_give_zeros;
};

/* --- What passes use (model.c) ---------------------------------------------------------------- */

/* The value of an argument that names one; NULL: it is a constant. */
struct variable *variable_of(const struct function *function,
			     const struct ct_graph_argument *argument);

/* What a node gives for an argument of its operator; NULL: the default. */
const struct ct_graph_argument *node_arg(const struct node *node, const char *name);

/* "aten::add.Tensor" */
const char *node_operator(const struct node *node, struct arena *arena);

/* True for an operator of aten with this name, of any overload: "add". */
bool node_is(const struct node *node, const char *name);

/* True for a batch normalization that uses statistics of the batch. It writes its running statistics,
 * which its schema does not say. */
bool node_is_training(const struct node *node);

/* The node's result `i`; NULL: it is not used, or there is none. */
struct variable *node_result(const struct node *node, size_t i);

/* The items of a list, or the argument itself. */
const struct ct_graph_argument *argument_items(const struct ct_graph_argument *argument,
					       int64_t *len);

/* True if the extent is a number, as it is with fixed symbols, too (this and below: sizes.c). */
bool extent_is_fixed(const struct program *program, const struct extent *extent, int64_t *number);

/* The extent as C: "32", "2 * s0". It marks the symbols as used. NULL: C cannot compute it. */
const char *extent_c(struct program *program, const struct extent *extent);

/* The number of elements as C; NULL likewise. */
const char *numel_c(struct program *program, const struct variable *variable);

/* Identifiers in use. */
struct taken {
	const char *name;
	int next; /* the number after it that is tried first */
	UT_hash_handle hh;
};

/* An identifier that is not in use, `wish` if possible: at the level of the file, and in a scope. */
const char *identifier_new(struct program *program, const char *wish);
const char *identifier_in(struct arena *arena, struct taken **taken, const char *wish);

/* The line of a comment above a part of a file, and an empty line. */
const char *heading_c(struct arena *arena, const char *title);

/* True if C, apart from comments, texts and members of structs, has the name. */
bool c_mentions(const char *c, const char *name);

/* Reports an error about a node, with its line of the Python program. Returns false. */
bool node_error(const struct node *node, struct program *program, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports an error of the library, which is released. Returns false; true if there is none. */
bool report(struct program *program, ct_error error);

#endif
