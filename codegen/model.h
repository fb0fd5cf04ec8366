/*
 * model.h: the operators of one release as plain data.
 *
 * read/ fills in the entries and schemas, derive/ adds the operators that the yaml only names, the
 * type table binds the types to their rows, naming.c assigns the C names. The emitters only read.
 */
#ifndef CTORCH_GEN_MODEL_H
#define CTORCH_GEN_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/diag.h"
#include "util/names.h"
#include "util/vec.h"

/* Generated code and the runtime must agree on this number; CT_ABI_VERSION in
 * ctorch/core/version.h. */
#define GENERATED_ABI 1

/* The keys of a yaml entry, in the order in which the canonical form writes them. */
enum key {
	KEY_FUNC,
	KEY_VARIANTS,
	KEY_PYTHON_MODULE,
	KEY_CATEGORY_OVERRIDE,
	KEY_DEVICE_CHECK,
	KEY_DEVICE_GUARD,
	KEY_MANUAL_KERNEL_REGISTRATION,
	KEY_MANUAL_CPP_BINDING,
	KEY_USE_CONST_REF_FOR_MUTABLE_TENSORS,
	KEY_CPP_NO_DEFAULT_ARGS,
	KEY_STRUCTURED,
	KEY_STRUCTURED_DELEGATE,
	KEY_STRUCTURED_INHERITS,
	KEY_PRECOMPUTED,
	KEY_UFUNC_INNER_LOOP,
	KEY_DISPATCH,
	KEY_AUTOGEN,
	KEY_TAGS,
	KEY_COUNT
};

enum form { FORM_NONE = 0, FORM_SCALAR = 1, FORM_LIST = 2, FORM_MAP = 4 };

struct item {
	const char *key;  /* in a mapping: "CPU, CUDA"; else NULL */
	const char *text; /* "add_stub" */
	struct loc loc;
};

/* The value of one key: one item for a scalar, any number for a list or a mapping. */
struct value {
	enum form form; /* FORM_NONE: the entry does not have the key */
	struct loc loc; /* of the key */
	VEC(struct item);
};

/* One `- func:` of the yaml, with every value as written there. */
struct entry {
	struct loc loc;   /* of the text after `func:` */
	const char *func; /* "add.Tensor(Tensor self, ...) -> Tensor" */
	struct value values[KEY_COUNT];
	bool is_method;   /* `variants` has method */
	bool is_function; /* `variants` has function, or the key is missing */
};

struct spec {
	struct source source;
	const char *release; /* "2.15.0"; NULL: not in the head */
	struct loc release_loc;
	const char *entries_declared; /* in the head: "2590"; NULL: not there */
	struct loc entries_loc;
	struct names tags; /* all tags of the release, from the head */
	VEC(struct entry *) entries;
};

/* The base types: those of the schema language, then those of the lists of classes. base_type.c has
 * their words. */
enum base_type {
	T_UNKNOWN, /* a type that a release has and the generator does not know */
	T_TENSOR,
	T_INT,
	T_SYM_INT,
	T_FLOAT,
	T_BOOL,
	T_SYM_BOOL,
	T_SCALAR,
	T_STR,
	T_SCALAR_TYPE,
	T_LAYOUT,
	T_MEMORY_FORMAT,
	T_DEVICE,
	T_DEVICE_INDEX,
	T_GENERATOR,
	T_STORAGE,
	T_STREAM,
	T_QSCHEME,
	T_DIMNAME, /* releases before 2.13 */
	T_CONST_QUANTIZER_PTR,
	T_MODULE,
	T_OPTIMIZER,
	T_PARAMETERS,
	T_SCHEDULERS,
	T_LAMBDAS,
	T_TRANSFORMS,
	T_DISTRIBUTION,
	T_DISTRIBUTION_TRANSFORM,
	T_DISTRIBUTION_TRANSFORMS,
	T_CONSTRAINT,
	T_CONSTRAINTS,
	T_PADDING,
	T_REDUCTION,
	BASE_TYPES
};

enum type_kind { TYPE_BASE, TYPE_OPTIONAL, TYPE_LIST };

struct type {
	enum type_kind kind;
	enum base_type base;        /* TYPE_BASE */
	const char *name;           /* TYPE_BASE: its word, "Tensor" */
	const struct type *element; /* TYPE_OPTIONAL and TYPE_LIST */
	int size;                   /* TYPE_LIST: 3 for "bool[3]", else 0 */
	size_t offset;              /* where it begins in the func text */
};

/* "(a!)", "(a|b)", "(a -> *)" */
struct alias {
	const char *before; /* "a", "a|b" */
	bool is_write;
	const char *after; /* "*"; NULL without an arrow */
};

struct arg {
	const char *name; /* "self" */
	const struct type *type;
	const struct alias *alias; /* NULL: none */
	const char *default_text;  /* "[0,1]"; NULL: none */
	bool is_keyword_only;      /* after the `*` */
	size_t offset;             /* where it begins in the func text */

	const struct type_form *form; /* how C passes it; type_table.c */
	const char *c_name;           /* "self"; "complex_"; naming.c */
	const char *c_length;         /* "tensors_len"; NULL: no length */
};

struct ret {
	const char *name; /* "values"; NULL: none */
	const struct type *type;
	const struct alias *alias;

	const struct type_form *form;
	const char *c_name; /* "values", "result", "result1", "out_result" */
	const char *c_length;
	const struct arg *written; /* for `-> Tensor(a!)`: the argument that it refers to */
};

/* The parts of "add_.Tensor", "__iand__.Scalar", "_foo_functional". */
struct op_name {
	const char *base; /* "add", "and", "_foo" */
	bool is_inplace;
	bool is_dunder;
	bool is_functional;   /* has the suffix "_functional" */
	const char *overload; /* "Tensor"; "": none */
};

enum schema_kind { KIND_FUNCTIONAL, KIND_INPLACE, KIND_OUT, KIND_MUTABLE };

struct schema {
	struct op_name name;
	VEC(struct arg) args;
	VEC(struct ret) rets;
};

struct op {
	const struct entry *entry; /* in the yaml; for a derived operator, its source's */
	bool is_derived;           /* not in the yaml, except perhaps in an `autogen:` */
	struct schema schema;
	enum schema_kind kind;
	const char *func; /* the schema's text */
	const char *name; /* "add.Tensor" */
	bool is_method;
	struct names tags; /* sorted, with those that torchgen derives */

	const char *struct_name; /* at::_ops::add_Tensor: "add_Tensor" */
	const char *symbol;      /* "ct_add_Tensor" */
	const char *method;      /* "ct_Tensor_add_Tensor"; NULL: no method form */
	const char *group;       /* "d": with others of this letter; NULL: not an operator */
	const char *header;      /* "ctorch/ops/d.h": declares it */
	const char *shard;       /* "d_e": ops/d_e.cpp defines it; naming_shard's string */

	const struct result *result; /* of the operator tests; NULL: none; results.c */
};

/* A function of runtime/nn/functions.yaml. It is written in C on the public functions of the
 * library and looks like an operator. */
struct nn_function {
	struct op *op;       /* "nn_threshold"; naming.c names it, too */
	const char *python;  /* "torch.nn.functional.threshold" */
	const char *doc;     /* its lines, without a comment's margin */
	struct item needs;   /* "threshold, threshold_"; without a text: nothing */
	const char *missing; /* the first of these that the release lacks; NULL: it has all */
};

/* What a binding and the runtime must know of a constructor's argument besides its schema. */
struct class_argument {
	const char *type; /* "int[2]?" */
	const char *kind; /* "ints": held as CT_HELD_INTS */
	int size;         /* of a list of a fixed size: 2 for "int[2]"; else 0 */
	bool is_optional; /* None is accepted */
};

enum { CLASS_KEYS_AT_MOST = 7 };

/* A key that the entries of a family have besides `class`, `doc` and `needs`. It is a member of the
 * runtime's struct and of ctorch_api.json, too. */
struct class_key {
	const char *name; /* "state" */
	bool is_required;
	bool is_schema; /* on one line */
	bool may_be_empty;
	bool is_of_all;   /* the member is in struct ct_class, and not in ctorch_api.json */
	bool is_for_bindings; /* only in ctorch_api.json, taken apart; parts.h */
	const char *note; /* before the text in the header's comment: "State: "; NULL: nothing */
	const char
		*note_of_none; /* instead of a note, if the text is empty: "It keeps no state." */
};

struct class_def;
struct class_list;

/* A family of classes; codegen/classes/families.c has all of them. */
struct family {
	const char *name;   /* "optim": ctorch/classes/optim.h, classes/optim.c, ct_optim_classes */
	const char *tag; /* "optim_class": the runtime's struct ct_optim_class; NULL: name_class */
	const char *list;   /* "optim/optimizers.yaml" */
	const char *kind;   /* "a list of optimizers", for messages */
	const char *of;     /* "optimizers of torch.optim" */
	const char *prefix; /* "optim_": struct ct_args_optim_SGD, ct_optim_SGD_code */
	const char *macro;  /* "CT_OPTIMIZER": makes an object of typed arguments */
	const char *function; /* "ct_optimizer_new": makes one by the name of its class */
	const char *header;   /* "optim.h": includes ctorch/classes/optim.h */
	const char *types;    /* "optimizer.h": has the types of the objects and arguments */
	const char *inside;   /* "optim/optimizer/class.h": has struct ct_optim_class */
	const char *python;   /* "torch.optim." */
	const char
		*elsewhere; /* "torch.optim.swa_utils.": where other classes are; NULL: nowhere */
	const char *json;   /* "optimizers" in ctorch_api.json */
	bool is_in_names;   /* names.tsv has the classes */
	bool is_lower;      /* names may begin with a small letter: "real" */
	const char *number; /* "CT_PARAMETER_OF_(%s__)": makes a tensor of a number in place of a
			     * required one; NULL: numbers are refused */
	struct class_key keys[CLASS_KEYS_AT_MOST]; /* without a name: no more */
	/* Check what an entry has in these keys, alone and among all of the list; NULL: nothing to
	 * check. */
	void (*check)(struct arena *arena, struct diag *diag, const struct class_def *class);
	void (*check_among)(struct arena *arena, struct diag *diag, const struct class_list *list,
			    const struct class_def *class);
};

/* A class of one of the lists. */
struct class_def {
	const struct family *family;
	struct op *op; /* the constructor, as an operator without results: "Linear" */
	VEC(struct class_argument) arguments;  /* as in op->schema.args, whose types are C's */
	const char *schema;                    /* "Linear(int in_features, ...)" */
	const char *doc;                       /* as that of a function */
	struct item needs;                     /* likewise */
	struct item texts[CLASS_KEYS_AT_MOST]; /* by the family's keys; without a text: not there */
	const char *missing;
};

struct decl; /* headers/scan.h */

/* Something in C that a name of Python is. */
struct nn_symbol {
	const char *name;   /* "ct_relu", "CT_PARAMETER" */
	const char *header; /* "ctorch/ops/r.h" */
	/* One of them: an operator or a function of torch.nn; what is written by hand. */
	const struct op *op;
	const struct decl *decl;
};

enum nn_place {
	NN_IN_C,
	NN_LEFT_OUT, /* the release lacks an operator */
	NN_INSTEAD,  /* it has no name in C and needs none: `text` says what to use */
	NN_ABSENT,   /* not in C: `text` says why */
	NN_NOWHERE   /* no list has it, which the audit reports */
};

/* A public name of torch.nn in Python: a line of runtime/nn/names.tsv, and what it is in C. */
struct nn_name {
	struct loc loc;
	const char *python;    /* "torch.nn.functional.relu" */
	const char *kind;      /* "function", "class" */
	const char *signature; /* "relu(input, inplace=False)"; NULL: unknown */
	enum nn_place place;
	const struct nn_function *function; /* of functions.yaml; NULL: none */
	const struct class_def *class;      /* of a list of classes; NULL: none */
	VEC(struct nn_symbol) symbols;      /* the function's or those of names.yaml */
	const char *text;                   /* of names.yaml, how it differs; NULL: none */
	const char *missing;                /* NN_LEFT_OUT: the operator, "rms_norm" */
};

/* An entry whose Python name is none of the release's. */
struct nn_stray {
	struct loc loc;
	const char *python;
};

/* The classes of a family, sorted by name. */
struct class_list {
	const struct family *family;
	VEC(struct class_def *);
};

/* What the release lacks something for is in left_out. */
struct nn {
	struct nn_functions {
		VEC(struct nn_function *);
	} functions, functions_left_out; /* sorted by symbol; naming.c */
	VEC(struct class_list)
	families; /* those whose lists were read; the first one: torch.nn's */
	VEC(struct class_def *) classes_left_out;
	struct names files;           /* those that were read */
	VEC(struct nn_name *) names;  /* in the order of names.tsv; empty: there is no such file */
	const char *names_release;    /* the release whose names they are: "2.15.0" */
	VEC(struct nn_name *)
	others; /* of other_names.yaml, and classes that names.tsv does not
				       * have; only for `show` */
	VEC(struct nn_stray) strays;
};

struct model {
	const struct spec *spec;
	VEC(struct op *) ops;  /* the yaml's order, then the derived ones */
	struct op **by_symbol; /* the same, sorted; naming.c */
	struct names groups;   /* "a", sorted; op->group points to these strings */
	size_t derived, methods;
	struct nn *nn; /* NULL: not read */
	const struct pages *pages;    /* facts/pages.h; NULL: not read */
	const struct pages *purposes; /* likewise: what those without a page are parts of */
};

#endif
