/*
 * Inside the library: an exported program as data, as the schema of torch.export describes it
 * (major version 8). Nothing here needs libtorch: a file is read (read.h), checked (check.h),
 * printed and written with these structs, and the interpreter and other back ends start from them.
 *
 * All memory of a program is in its arena, and nothing changes once it has been checked.
 */
#ifndef CT_EXPORT_GRAPH_GRAPH_H
#define CT_EXPORT_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/types.h>

#include "core/base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_graph;

/* --- Arguments -------------------------------------------------------------------------------- */

/* ORDER ARM: also arms.c. The arms of the schema's Argument, and a token, which only inputs and
 * outputs of a program are. The comments say what a ct_graph_argument then holds. */
enum ct_graph_arm {
	CT_ARM_NONE,
	CT_ARM_TENSOR,             /* value */
	CT_ARM_TENSORS,            /* items: TENSOR */
	CT_ARM_INT,                /* i */
	CT_ARM_INTS,               /* items: INT */
	CT_ARM_FLOAT,              /* f */
	CT_ARM_FLOATS,             /* items: FLOAT */
	CT_ARM_STRING,             /* string */
	CT_ARM_STRINGS,            /* items: STRING */
	CT_ARM_SYM_INT,            /* value; without one, i */
	CT_ARM_SYM_INTS,           /* items: SYM_INT */
	CT_ARM_SCALAR_TYPE,        /* i: a ct_dtype; 0: none */
	CT_ARM_MEMORY_FORMAT,      /* i: a ct_memory_format; 0: none */
	CT_ARM_LAYOUT,             /* i: a ct_layout; 0: none */
	CT_ARM_DEVICE,             /* string: its type; index */
	CT_ARM_BOOL,               /* i, 0 or 1 */
	CT_ARM_BOOLS,              /* items: BOOL */
	CT_ARM_SYM_BOOL,           /* value; without one, i */
	CT_ARM_SYM_BOOLS,          /* items: SYM_BOOL */
	CT_ARM_GRAPH,              /* string: its name; graph */
	CT_ARM_OPTIONAL_TENSORS,   /* items: TENSOR or NONE */
	CT_ARM_CUSTOM_OBJ,         /* value; string: its class */
	CT_ARM_OPERATOR,           /* string: "torch.ops.aten.add.Tensor" */
	CT_ARM_SYM_FLOAT,          /* value; without one, f */
	CT_ARM_SYM_FLOATS,         /* items: SYM_FLOAT */
	CT_ARM_OPTIONAL_TENSOR,    /* value; without one, None */
	CT_ARM_COMPLEX,            /* f, imaginary */
	CT_ARM_NESTED_TENSORS,     /* items: TENSORS */
	CT_ARM_INT_LISTS,          /* items: INTS */
	CT_ARM_STRING_TO_ARGUMENT, /* items, of any arm; names: their keys */
	CT_ARM_FLOAT_LISTS,        /* items: FLOATS */
	CT_ARM_TOKEN               /* value */
};

enum { CT_ARMS = CT_ARM_TOKEN + 1, CT_NO_VALUE = -1 };

/* A device as the file has it: the program that wrote it may have known other types. */
struct ct_graph_device {
	const char *type; /* "cuda" */
	int64_t index;    /* -1: none */
};

struct ct_graph_argument {
	enum ct_graph_arm arm;
	int32_t value; /* in the values of its graph; CT_NO_VALUE: the argument is a constant */
	union {
		int64_t i;
		double f;
		const char *string;
	};
	union {
		double imaginary;
		int64_t index; /* of a device; -1: none */
		int64_t items_len;
	};
	union {
		const struct ct_graph_argument *items;
		const struct ct_graph *graph;
	};
	const char *const *names;
};

/* --- Values ----------------------------------------------------------------------------------- */

/* A size, a stride, an offset, or the value of a symbol. */
struct ct_graph_size {
	const char *expression; /* "Mul(Integer(2), Symbol('s0', integer=True))"; NULL: `i` */
	int64_t i;              /* with an expression: its value when the program was exported */
	bool has_hint;          /* there is such a value */
};

struct ct_graph_tensor {
	ct_dtype dtype; /* 0: the file says "unknown" */
	ct_layout layout;
	bool requires_grad;
	struct ct_graph_device device;
	const struct ct_graph_size *sizes, *strides; /* of `dim` each */
	int64_t dim;
	struct ct_graph_size offset; /* in elements */
};

/* A SymInt, SymFloat or SymBool. */
struct ct_graph_symbol {
	const char *expression; /* as in ct_graph_size; NULL: a constant */
	enum ct_graph_arm hint; /* INT, FLOAT, BOOL, or NONE: there is no value */
	int64_t i;
	double f;
};

enum ct_graph_value_kind {
	CT_GRAPH_UNKNOWN, /* the file only mentions it */
	CT_GRAPH_TENSOR,
	CT_GRAPH_SYM_INT,
	CT_GRAPH_SYM_FLOAT,
	CT_GRAPH_SYM_BOOL,
	CT_GRAPH_CUSTOM_OBJ,
	CT_GRAPH_TOKEN
};

/* Where a value that is not the result of a node comes from. */
enum { CT_GRAPH_INPUT = -1, CT_GRAPH_NOWHERE = -2 };

struct ct_graph_value {
	const char *name; /* "linear_1" */
	enum ct_graph_value_kind kind;
	const struct ct_graph_tensor *tensor; /* NULL: nothing is known about it */
	const struct ct_graph_symbol *symbol; /* NULL, likewise */
	const char *class_name;               /* of a custom object */
	int32_t made_by;                      /* a node, CT_GRAPH_INPUT or CT_GRAPH_NOWHERE */
	int32_t last_use; /* the last node that reads it; `nodes_len`: it is an output */
	int32_t order;    /* of its description among those in the file */
};

/* --- Nodes and graphs ------------------------------------------------------------------------- */

enum ct_graph_argument_kind { CT_GRAPH_KIND_UNKNOWN, CT_GRAPH_POSITIONAL, CT_GRAPH_KEYWORD };

struct ct_graph_input {
	const char *name; /* of the schema's argument; "" in a higher-order operator */
	enum ct_graph_argument_kind kind;
	struct ct_graph_argument argument;
};

struct ct_graph_pair {
	const char *key, *text;
};

enum ct_graph_answer { CT_GRAPH_NO, CT_GRAPH_YES, CT_GRAPH_UNSAID };

struct ct_graph_node {
	const char *name;   /* "relu_1"; NULL before schema 8.8 */
	const char *target; /* "torch.ops.aten.relu.default", "_operator.add" */
	const struct ct_graph_input *inputs;
	int64_t inputs_len;
	const struct ct_graph_argument *outputs;
	int64_t outputs_len;
	const struct ct_graph_pair *metadata; /* "stack_trace", "nn_module_stack", ... */
	int64_t metadata_len;
	enum ct_graph_answer returns_single; /* is_hop_single_tensor_return */
};

struct ct_graph {
	struct ct_graph_value *values;
	int64_t values_len;
	const struct ct_graph_argument *inputs;
	int64_t inputs_len;
	const struct ct_graph_argument *outputs;
	int64_t outputs_len;
	const struct ct_graph_node *nodes;
	int64_t nodes_len;
	bool returns_single; /* is_single_tensor_return */
};

/* --- Trees ------------------------------------------------------------------------------------ */

enum ct_tree_kind {
	CT_TREE_LEAF,
	CT_TREE_TUPLE,
	CT_TREE_LIST,
	CT_TREE_DICT,         /* keys: those of the dict */
	CT_TREE_ORDERED_DICT, /* keys, likewise */
	CT_TREE_NAMED_TUPLE,  /* context: its name; keys: its fields, from those of the program */
	CT_TREE_OTHER         /* a class that the program has registered: type, context; keys: the
	                         fields of a dataclass */
};

/* The structure of nested inputs or outputs: a pytree's TreeSpec. */
struct ct_tree {
	enum ct_tree_kind kind;
	const char *type;                     /* "builtins.tuple"; NULL for a leaf */
	const char *context;                  /* as in the file: "[\"a\", \"b\"]"; NULL: null */
	bool context_is_json;                 /* the file has it as JSON, not as a text */
	const struct ct_graph_argument *keys; /* STRING, INT or BOOL, all different; NULL: none */
	const struct ct_tree *children;
	int64_t children_len; /* of the keys as well, where there are keys */
	int64_t leaves;       /* in it, at any depth */
};

/* --- Programs --------------------------------------------------------------------------------- */

enum ct_program_input_kind {
	CT_PROGRAM_USER_INPUT,
	CT_PROGRAM_PARAMETER,
	CT_PROGRAM_BUFFER,
	CT_PROGRAM_TENSOR_CONSTANT,
	CT_PROGRAM_CUSTOM_OBJ,
	CT_PROGRAM_INPUT_TOKEN,
	CT_PROGRAM_CONSTANT_INPUT
};

/* What one input of the outermost graph is. */
struct ct_program_input {
	enum ct_program_input_kind kind;
	struct ct_graph_argument argument; /* of a constant input: its value */
	const char *target; /* "encoder.weight"; of a constant input: its name; else NULL */
	bool is_persistent; /* of a buffer */
};

enum ct_program_output_kind {
	CT_PROGRAM_USER_OUTPUT,
	CT_PROGRAM_LOSS,
	CT_PROGRAM_BUFFER_MUTATION,
	CT_PROGRAM_PARAMETER_GRADIENT,
	CT_PROGRAM_USER_INPUT_GRADIENT,
	CT_PROGRAM_USER_INPUT_MUTATION,
	CT_PROGRAM_OUTPUT_TOKEN,
	CT_PROGRAM_PARAMETER_MUTATION
};

struct ct_program_output {
	enum ct_program_output_kind kind;
	struct ct_graph_argument argument;
	const char *target; /* the parameter, the buffer or the input; else NULL */
	int64_t input;      /* its number; ct_program_check() sets it */
};

/* How a module was called, if the export kept that; the first is the program itself. */
struct ct_program_call {
	const char *path; /* of the module: "encoder.0"; "" for the program */
	bool has_signature;
	const char *inputs, *outputs; /* JSON: arguments of the schema, which only Python reads */
	const struct ct_tree *in_tree, *out_tree;
	const char *const *argument_names; /* of forward(); NULL: the file does not say */
	int64_t argument_names_len;
};

/* The values that an expression may have. */
struct ct_program_range {
	const char *expression; /* as Python prints it: "s0", "4*s18" */
	int64_t min, max;
	bool has_min, has_max;
};

struct ct_program_fields {
	const char *type; /* the name under which a namedtuple was registered */
	const struct ct_graph_argument *names; /* STRING */
	int64_t names_len;
};

struct ct_program_version {
	const char *name; /* "aten" */
	int64_t version;
};

struct ct_program {
	struct ct_arena arena;
	int64_t major, minor;      /* of the schema: 8.20 */
	const char *torch_version; /* "2.15.0+cpu" */
	const struct ct_graph *graph;
	const struct ct_program_input *inputs; /* one for each input of the graph */
	int64_t inputs_len;
	const struct ct_program_output *outputs; /* one for each output of the graph */
	int64_t outputs_len;
	const struct ct_program_call *calls;
	int64_t calls_len;
	const struct ct_program_range *ranges;
	int64_t ranges_len;
	const char *const *guards; /* "L['x'].size()[0] % 2 == 0" */
	int64_t guards_len;
	const char *const *verifiers; /* "TRAINING" */
	int64_t verifiers_len;
	const struct ct_program_fields *fields; /* of namedtuples */
	int64_t fields_len;
	const struct ct_program_version *opsets;
	int64_t opsets_len;
	const struct ct_graph_pair *metadata;
	int64_t metadata_len;
};

/* The program's own call; NULL: the file has none. */
const struct ct_program_call *ct_program_own_call(const struct ct_program *program);

void ct_program_free(struct ct_program *program);

/* --- Inputs and outputs (roles.c) ------------------------------------------------------------- */

/* A leaf of the caller's arguments, perhaps a constant. */
bool ct_program_is_user_input(const struct ct_program_input *input);
/* A parameter, a buffer or a constant tensor. */
bool ct_program_is_weight(const struct ct_program_input *input);
/* It is to be copied into a weight or an input. */
bool ct_program_is_mutation(const struct ct_program_output *output);

/* "user output"; before the name of what it belongs to, "gradient of parameter ". */
const char *ct_program_output_role(const struct ct_program_output *output);

/* --- Names of the schema (arms.c) ------------------------------------------------------------- */

/* "as_tensor", and its inverse; false: no arm has the name. */
const char *ct_arm_name(enum ct_graph_arm arm);
bool ct_arm_of(const char *name, enum ct_graph_arm *result);

/* An int, a float, a bool or a complex number: a constant or a value of the graph. */
bool ct_arm_is_number(enum ct_graph_arm arm);
/* It has items; they are tensors or numbers; they are tensors, or None in places. */
bool ct_arm_is_list(enum ct_graph_arm arm);
bool ct_arm_is_plain_list(enum ct_graph_arm arm);
bool ct_arm_is_tensors(enum ct_graph_arm arm);
/* What a value is that is named by this arm. */
enum ct_graph_value_kind ct_arm_value_kind(enum ct_graph_arm arm);

/* The dtype, layout and memory format that the file numbers so; false: none. 0 is none, too, but
 * valid. The others are their inverses; false: the schema has none. */
bool ct_graph_dtype_of(int64_t number, ct_dtype *result);
bool ct_graph_layout_of(int64_t number, ct_layout *result);
bool ct_graph_memory_format_of(int64_t number, ct_memory_format *result);
bool ct_graph_dtype_number(ct_dtype dtype, int64_t *result);
bool ct_graph_layout_number(ct_layout layout, int64_t *result);
bool ct_graph_memory_format_number(ct_memory_format format, int64_t *result);

#ifdef __cplusplus
}
#endif

#endif
