/*
 * level1.h: the passes of level 1, which turn nodes of a program into loops.
 *
 *     table.c       what is known of each operator: loops.tsv
 *     arrays.c      where tensors are, and how they lie in memory
 *     functional.c  operators that write to an argument of which there is no other view
 *     convolve.c    weights of convolutions, and the order of channels
 *     lower.c       a node becomes a loop, a product, or another view of memory
 *     body.c        a line of the table as steps of a loop
 *     fuse.c        loops over the same elements become one
 *     place.c       buffers of one block of memory, which a run takes
 *     bounds.c      whether loops stay in the memory of what they read and write
 *     emit_*.c      C of all of this
 *     print.c       what a pass has made, for --print-after
 *
 * A loop visits the elements of one shape. Its steps read an element, compute, add up a row, or
 * write an element; what only steps of the same loop read is never in memory. What no pass takes
 * remains a call, as at level 0, so that every program compiles.
 */
#ifndef CTORCH_COMPILE_LEVEL1_LEVEL1_H
#define CTORCH_COMPILE_LEVEL1_LEVEL1_H

#include "compile/model.h"
#include "util/strbuf.h"
#include "util/vec.h"

enum { LOOP_DIMS = 8, STEP_ARGS = 6, LOOP_STEPS = 160 };

/* --- Sizes (sizes.c) -------------------------------------------------------------------------- */

/* A number that is known now, or only in the run. */
struct count {
	int64_t n;
	const char *c; /* the number is n * c; NULL: n. Factors in C, sorted: "s0 * s1" */
};

bool count_is(struct count count, int64_t n);
bool count_equal(struct count a, struct count b);
struct count count_times(struct arena *arena, struct count a, struct count b);
struct count count_plus(struct arena *arena, struct count a, struct count b);
const char *count_c(struct arena *arena, struct count count);
/* "4, s0": the factors, of which it is the product. */
const char *count_factors(struct arena *arena, struct count count);

/* False: C cannot compute it. */
bool count_of(struct program *program, const struct extent *extent, struct count *result);

/* A shape with the distances of its elements in memory. */
struct layout {
	size_t dim;
	struct count sizes[LOOP_DIMS], strides[LOOP_DIMS];
	struct count offset;
};

struct count layout_numel(struct arena *arena, const struct layout *layout);
bool layout_is_contiguous(struct arena *arena, const struct layout *layout);
void layout_make_contiguous(struct arena *arena, struct layout *layout);
bool layout_same_sizes(const struct layout *a, const struct layout *b);

/* The strides for other sizes of the same elements. False: that needs a copy, or cannot be told. */
bool layout_view(struct arena *arena, const struct layout *from, struct layout *to);

/* --- Arrays (arrays.c) ------------------------------------------------------------------------ */

enum memory {
	MEMORY_UNKNOWN, /* no loop may touch it */
	MEMORY_TENSOR,  /* a tensor of the run: an input, the result of a call, an output */
	MEMORY_WEIGHT,  /* a pointer in the struct */
	MEMORY_BUFFER,  /* a part of the block of the run */
	MEMORY_NONE     /* only steps of its loop have it */
};

/* A tensor of the graph, or a result between two loops of one node. */
struct array {
	struct variable *variable; /* NULL: it is none of the graph's */
	const char *name;
	struct array *root; /* whose memory it has; itself, if it is no view */
	struct layout layout;
	ct_dtype dtype;
	enum memory memory;   /* of a root */
	struct loop *made_by; /* of a root; NULL: it is an input, a weight, or a call's result */
	VEC(size_t) uses;     /* of a root: the nodes that use it or a view of it */
	bool is_forgotten;    /* functional.c: it may be written to */
	bool is_changing;     /* of a weight: a run writes to it at its end */
	bool is_needed;       /* a call or the caller reads it: it is a tensor */
	bool is_read;         /* of a root: another loop, or a call on a buffer, reads it */
	bool is_wrapped;    /* a call reads it that keeps nothing: a tensor on the buffer will do */
	size_t first, last; /* of a buffer: the nodes where it is written first and read last */
	struct buffer *buffer;
	const char *packed;  /* of a weight: the field with its transpose; NULL: none */
	const char *field;   /* of the memory of the run: "add_1" */
	bool is_found;       /* emit_before.c: the pointer in the run has been set */
	const char *pointer; /* in the run: "run->add_1" */
	const char *c;       /* in the function of a loop: "add_1" */
	const void *mark;    /* of emit_loop.c */
};

/* --- Steps and loops -------------------------------------------------------------------------- */

enum step_kind {
	STEP_LOAD,   /* args: of a gather, the index */
	STEP_POINT,  /* text with $0, $1, ... for args */
	STEP_REDUCE, /* args[0], over the row */
	STEP_INDEX   /* of a dimension of the loop */
};

enum reduction { REDUCE_SUM, REDUCE_MAX, REDUCE_MIN };

struct step {
	enum step_kind kind;
	ct_dtype dtype;
	enum reduction reduction;
	const char *text;
	size_t args[STEP_ARGS], args_len; /* earlier steps */
	struct array *value;              /* STEP_LOAD: what it reads */
	struct count strides[LOOP_DIMS];  /* STEP_LOAD: for each dimension of the loop */
	struct count offset;
	struct count gather; /* STEP_LOAD with an index: its stride */
	struct count limit;  /* likewise: the indices are below it */
	size_t index;        /* STEP_INDEX */
	struct array *store; /* it is written there; NULL: only other steps read it */
	struct count store_strides[LOOP_DIMS];
	/* For emission. */
	bool is_row; /* one for each row */
	size_t stage;
};

/* A matrix in memory. */
struct matrix {
	struct array *value;                  /* a root */
	struct count offset, distance, batch; /* of rows, or of columns if it is transposed; of
						 matrices */
	bool is_transposed;
};

/* result[m, n] = a[m, k] x b[k, n], for each of a batch; the result is contiguous. */
struct product {
	struct node *node;
	struct matrix a, b;
	struct array *result;
	struct count batch, m, n, k;
	const char *packed; /* field with b[k, n] of a weight, for vectors; NULL: there is none */
	/* Of bfloat16, which is rounded once, after the bias: */
	struct array *bias; /* [n]; NULL: there is none */
	struct array *sums; /* floats: room for one matrix */
};

/* softmax(scale * query x key' + mask) x value, for each batch and head. */
struct attention {
	struct node *node;
	struct array *query, *key, *value, *result, *scores; /* of a block of rows */
	struct array *floats; /* of bfloat16: room for the matrices of a head; or else NULL */
	struct array *mask;   /* bool, or floats that are added; NULL: there is none */
	struct count mask_strides[4];
	bool is_causal;
	double scale; /* 0: the default */
};

struct loop {
	const char *name;
	size_t at; /* the node in whose place it is */
	VEC(struct node *) nodes;
	VEC(struct product *) products;     /* before the loop */
	VEC(struct attention *) attentions; /* likewise */
	size_t dim;
	struct count sizes[LOOP_DIMS];
	size_t inner; /* so many last dimensions are a row; 0: there are no rows */
	VEC(struct step) steps;
	bool is_merged; /* into another one */
	int64_t saved;  /* bytes */
};

struct buffer {
	struct count nbytes;
	const char *place; /* in the block, in C */
	size_t free_at;    /* the last node that reads it */
};

/* --- The table (table.c) ---------------------------------------------------------------------- */

enum row_kind {
	ROW_POINT,   /* each element by itself */
	ROW_COPY,    /* the same, of one argument, perhaps with another dtype */
	ROW_LAST,    /* along as many last dimensions as the argument `dims` has */
	ROW_DIM,     /* along the dimension in `dim`, which is the last */
	ROW_REDUCE,  /* the same, and the dimensions in `dim` are gone */
	ROW_VIEW,    /* other sizes and strides of the same memory */
	ROW_RESHAPE, /* the same where possible, or else a copy */
	ROW_SAME,    /* the argument */
	ROW_EMBEDDING,
	ROW_PRODUCT,
	ROW_ATTENTION,
	ROW_FRESH /* a call whose results share no memory with its arguments */
};

/* What loops do for an operator: a line of loops.tsv. */
struct row {
	const char *operator; /* "aten::relu" */
	enum row_kind kind;
	struct names when; /* "approximate=none" */
	const char *body;
	bool by_inputs; /* computes in the dtype of the inputs, not of the result */
	bool rounds;    /* numbers to bfloat16, if that is the dtype */
	bool is_exact;  /* bit for bit what libtorch computes */
	int ulp;        /* the bound, otherwise */
};

struct table {
	VEC(struct row) rows;
};

bool table_read(struct arena *arena, struct diag *diag, const char *path, struct table *table);

/* The row of the node whose conditions hold; NULL: none, and `why` says so. */
const struct row *table_find(const struct table *table, struct program *program,
			     const struct node *node, const char **why);

/* --- All of it -------------------------------------------------------------------------------- */

struct level1 {
	struct program *program;
	struct arena *arena;
	struct function *function;
	struct table table;
	struct array *values;    /* of the function's variables, by their numbers */
	const struct row **rows; /* of nodes; NULL: the table has none that holds */
	bool *is_functional; /* of nodes: its operator wrote to an argument, which had no effect */
	bool *is_fresh;    /* of nodes: a call whose results share no memory with its arguments */
	bool *is_prepared; /* of nodes: a convolution of weights that are made for it */
	bool *is_renamed;  /* of nodes: its result is another name of its argument's variable */
	bool *is_view;     /* of nodes: it is only another view of memory */
	VEC(struct loop *) loops;
	VEC(struct loop *) of_node; /* by node: its loop, or NULL */
	VEC(struct array *) extra;  /* results between loops */
	VEC(struct buffer *) buffers;
	VEC(struct array *) buffered; /* what is in them */
	struct strbuf checks;         /* of bounds.c, for sizes that vary: statements of the run */
	bool needs_pack, needs_pack_bf16, needs_fold, needs_reorder, needs_restride;
	bool is_exact;
};

/* The pass. */
bool level1_apply(struct program *program);

struct array *array_of(const struct level1 *self, const struct variable *variable);
/* The value of an argument; NULL: it is no tensor that loops can read. */
struct array *array_of_arg(const struct level1 *self, const struct node *node, const char *name);
/* The first result; NULL: it is no tensor that loops can write, which the node then says. */
struct array *array_of_result(const struct level1 *self, struct node *node);
/* As the file has it. False: loops cannot have it. */
bool array_layout(struct program *program, const struct variable *variable, struct layout *layout);
/* Whether the array lies in the memory of its root as the file says, so that views of it do, too. */
bool array_is_as_exported(struct program *program, const struct array *array);
struct array *array_new(struct level1 *self, const char *name, ct_dtype dtype,
			const struct layout *layout);
void arrays_find(struct level1 *self);

/* Each returns false with a reason in node->why_not. */
bool lower_node(struct level1 *self, struct node *node, const struct row *row);
bool lower_product(struct level1 *self, struct node *node);
bool lower_attention(struct level1 *self, struct node *node);

struct loop *loop_new(struct level1 *self, struct node *node, const struct layout *sizes);
/* A step that reads the value for the elements of the loop; a size of 1 is repeated. */
bool loop_load(struct level1 *self, struct loop *loop, struct array *value, size_t *step);
size_t loop_add(struct level1 *self, struct loop *loop, struct step step);
/* A step with `is_row` has no more dimensions of rows. */
void loop_store(struct level1 *self, struct loop *loop, size_t step, struct array *value);
/* Adds the loop to the list. */
void loop_finish(struct level1 *self, struct loop *loop);

/* Adds the steps of a body. Names are those of arguments of the node and of earlier statements. */
struct body {
	struct level1 *level1;
	struct loop *loop;
	struct node *node;
	ct_dtype compute;
	bool rounds_numbers; /* to bfloat16 */
	const char *text;
	size_t result;
};
bool body_add(struct body *body);

/* Functions of <math.h> that bodies call, with a space before and after each. */
extern const char math_functions[];

/* Chooses the weights of convolutions, and folds normalizations into them. */
void convolutions_prepare(struct level1 *self);
/* After that: a call of a view fails where the order is another; results are in the order that the
 * program was exported with. */
void views_become_copies(struct level1 *self);
void results_keep_order(struct level1 *self);
/* The result of the node has the order of channels that its arguments have. */
void channels_follow(struct level1 *self, const struct node *node);

void functional_apply(struct level1 *self);
/* Which arrays must be tensors; views of these become calls. Before loops are moved. */
void find_needs(struct level1 *self);
void fuse_loops(struct level1 *self);
void place_values(struct level1 *self);
/* False: errors were reported. */
bool check_bounds(struct level1 *self);

/* To stdout, if --print-after names the pass (print.c). */
void level1_print(const struct level1 *self, const char *pass);

bool is_float(ct_dtype dtype);
const char *dtype_c(ct_dtype dtype); /* "float"; NULL: loops do not have it */
int64_t dtype_nbytes(ct_dtype dtype);
/* What loops compute in: float for bfloat16, which is only in memory. */
ct_dtype dtype_computed(ct_dtype dtype);
/* The text of a step: "(float)$0". */
const char *cast_text(struct arena *arena, ct_dtype from, ct_dtype to);

#endif
