/**
 * @file
 * Python's torch.nn: modules, functions and initial values, and macros that make a module of your
 * own as short as in Python. docs/modules.md has examples.
 *
 *     typedef struct {
 *             ct_module *fc1, *fc2;
 *     } mlp;
 *
 *     static ct_tensor *mlp_forward(void *self, ct_tensor *x)
 *     {
 *             const mlp *m = self;
 *
 *             return CT_M(m->fc2, CT_E(relu, CT_M(m->fc1, x)));
 *     }
 *
 *     static ct_module *mlp_new(int64_t inputs, int64_t hidden, int64_t classes)
 *     {
 *             mlp *m = CT_MODULE(mlp, "MLP", mlp_forward);
 *
 *             CT_LAYER(m, fc1, Linear, inputs, hidden);
 *             CT_LAYER(m, fc2, Linear, hidden, classes);
 *             return ct_module_of(m);
 *     }
 *
 * The macros are parts of expressions (call.h): after an error they do nothing, and the error waits
 * for CT_FINISH(). So a constructor needs no checks; a half-built module is released with the
 * scope.
 */
#ifndef CTORCH_NN_NN_H
#define CTORCH_NN_NN_H

#include <ctorch/calls/call.h>
#include <ctorch/nn/container.h>
#include <ctorch/nn/forward.h>
#include <ctorch/nn/functions.h>
#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes by name -------------------------------------------------------------------------- */

/**
 * Creates a module from the name of its class and Python's arguments: `"Conv2d"`, `[1, 8]`,
 * `{"kernel_size": 3, "padding": "same"}`. ctorch_api.json lists the classes with their arguments.
 *
 * Where Python takes a module, the value is the dict that describes it: `{"class": "Linear",
 * "args": [3, 4], "kwargs": {"bias": false}}`; `args` and `kwargs` are optional. Containers take
 * their items as in Python: Sequential takes modules by position, or one dict of modules by name;
 * ModuleList and ModuleDict take `modules`, ParameterList `values` and ParameterDict `parameters`.
 *
 * Errors are Python's: a TypeError for an argument that is missing, unknown, given twice or of
 * another type, and the errors of the class itself. A KeyError for an unknown class.
 *
 * @param name    the name of a class of torch.nn, or of a class added with ct_nn_register_class()
 * @param args    a list of the arguments given by position; NULL: none
 * @param kwargs  a dict of the arguments given by name; NULL: none
 */
CT_API ct_error ct_nn_new(const char *name, const ct_value *args CT_NULLABLE,
			  const ct_value *kwargs CT_NULLABLE,
			  ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Creates a module as ct_nn_new() does, with modules that exist: where Python takes a module, the
 * value may be its index in `modules`: `ct_nn_new_from("Sequential", modules, 2, &args, NULL, &net)`
 * has `args` [0, 1]. The new module holds references, or has copies if Python copies. An IndexError
 * for another index, a ValueError if no argument is the index of a module.
 */
CT_API ct_error ct_nn_new_from(const char *name, ct_module *const *modules, int64_t modules_len,
			       const ct_value *args CT_NULLABLE, const ct_value *kwargs CT_NULLABLE,
			       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a module of your own class. `kwargs` is a dict and `args` a list; both may be empty. */
typedef ct_error (*ct_nn_constructor_function)(const ct_value *args, const ct_value *kwargs,
					       void *context, ct_module **result);

/** Registers your own class for ct_nn_new(), for the whole process. A ValueError if a class has the
 * name already. */
CT_API ct_error ct_nn_register_class(const char *name,
				     ct_nn_constructor_function constructor CT_KEPT,
				     void *context CT_KEPT) CT_RETURNS_ERROR;

/** Lists all classes, a new value (ct_value_free()): dicts with "name" and, for classes of
 * torch.nn, "schema" and "forward", such as "Linear(int in_features, int out_features, ...)". */
CT_API ct_error ct_nn_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API void *ct_module_begin_(const ct_module_class *module_class, void *scratch CT_OUT,
			      const char *file, int line,
			      const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_module_child_(ct_module *self, const char *name, ct_module *child,
				   ct_module **field, const char *file, int line,
				   const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_tensor *ct_module_parameter_(ct_module *self, const char *name, const ct_tensor *data,
				       ct_tensor **field, const char *file, int line,
				       const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_tensor *ct_module_buffer_(ct_module *self, const char *name, const ct_tensor *buffer,
				    bool persistent, ct_tensor **field, const char *file, int line,
				    const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API void ct_module_tie_(ct_module *self, const char *path, const char *source, const char *file,
			   int line, const char *function) CT_NOEXCEPT;
CT_API ct_tensor *ct_module_call_(const ct_module *self,
				  const ct_tensor *const *inputs CT_LENGTH(1), const char *file,
				  int line, const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_module_append_(ct_module *self, const char *name CT_NULLABLE, ct_module *child,
				    const char *file, int line,
				    const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_module_next_(const ct_module *self,
				  int64_t *i CT_INOUT) CT_NOEXCEPT CT_BORROWED;
/* The items end with CT_LAST_. */
CT_API ct_module *ct_nn_list_(const char *class_name, ct_module *const *items CT_LENGTH(1),
			      const char *file, int line,
			      const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_nn_dict_(const char *class_name, const ct_named_module *items CT_LENGTH(1),
			      const char *file, int line,
			      const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_nn_parameter_list_(const ct_tensor *const *items CT_LENGTH(1),
					const char *file, int line,
					const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_nn_parameter_dict_(const ct_named_tensor *items CT_LENGTH(1), const char *file,
					int line, const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_nn_new_(const char *class_name, const void *args CT_LENGTH(1), size_t size,
			     const char *file, int line,
			     const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_module *ct_nn_skip_init_(const char *class_name, const void *args CT_LENGTH(1),
				   size_t size, const char *file, int line,
				   const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_named_tensor *ct_module_each_(const ct_module *self, bool buffers, int64_t *n,
					const char *file, int line,
					const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#ifdef CT_HAS_CALLS

#include <ctorch/calls/nn.h>
#include <ctorch/classes/nn.h>

/* As in call.h: code that programs do not write is in a system header. */
#ifndef __clang__
#pragma GCC system_header
#endif

/* Three arguments: the location, for the trace of an error. */
#define CT_AT_ CT_PLACE_

/* Implements CT_NN() and CT_NN_SKIP_INIT(), as CT_CALL_BEGIN_() does CT(). */
#define CT_NEW_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_END_(name)                                          \
	;                                                          \
	ct_nn_new_(&#name[3], &ct_args_, sizeof ct_args_, CT_AT_); \
	})
#define CT_NEW_CLOSE_()
#define CT_SKIP_INIT_BEGIN_(name) CT_NEW_BEGIN_(name)
#define CT_SKIP_INIT_END_(name)                                          \
	;                                                                \
	ct_nn_skip_init_(&#name[3], &ct_args_, sizeof ct_args_, CT_AT_); \
	})
#define CT_SKIP_INIT_CLOSE_()

static inline CT_MUST_BE_USED_ const ct_module *ct_write_a_module_first_(const ct_module *module)
{
	return module;
}

#ifndef __clang__
#pragma GCC system_header
# 174 "<ctorch/nn/nn.h>"
#endif

/* clang-format off: an argument of a macro is a brace. */

/* --- Modules of torch.nn --------------------------------------------------------------------- */

/**
 * Creates a module of a class of torch.nn: `CT_NN(Linear, 784, 10, .bias = false)`. It belongs to
 * the innermost scope. The arguments are Python's, as with CT(). None is CT_NO_INT, which is
 * INT64_MIN, for an `int?`, and CT_NO_FLOAT for a `float?`. The value is NULL after an error.
 */
#define CT_NN(...) \
	__extension__({                                                                           \
		CT_QUIET_                                                                         \
		ct_module *ct_made_ = CT_NN_PICK_(__VA_ARGS__, )(CT_NEW_, {, __VA_ARGS__, ); \
		CT_AS_BEFORE_                                                                     \
		ct_made_;                                                                         \
	})
/** Creates a module with uninitialized parameters and buffers, and draws no random numbers
 * (Python's nn.utils.skip_init()): `CT_NN_SKIP_INIT(Linear, 784, 10)`. Otherwise as CT_NN(). */
#define CT_NN_SKIP_INIT(...) \
	__extension__({                                                                            \
		CT_QUIET_                                                                          \
		ct_module *ct_made_ = CT_NN_PICK_(__VA_ARGS__, )(CT_SKIP_INIT_, {, __VA_ARGS__, ); \
		CT_AS_BEFORE_                                                                      \
		ct_made_;                                                                          \
	})
/* clang-format on */

/** Python's padding="same" and padding="valid": `.padding = CT_PADDING_SAME`. */
#define CT_PADDING_SAME ((ct_ints){ NULL, -1 })
#define CT_PADDING_VALID ((ct_ints){ NULL, -2 })

/* --- Containers ------------------------------------------------------------------------------ */

/** Creates Python's nn.Sequential(): `CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(ReLU), CT_NN(Linear,
 * 4, 1))`. The items are created in this order. CT_NN(Sequential) creates an empty one. */
#define CT_SEQUENTIAL(...) CT_LIST_OF_MODULES_("Sequential", __VA_ARGS__)
/** Creates Python's nn.ModuleList(): `CT_MODULE_LIST(block_new(8), block_new(8))`. */
#define CT_MODULE_LIST(...) CT_LIST_OF_MODULES_("ModuleList", __VA_ARGS__)
#define CT_LIST_OF_MODULES_(class_name, ...) \
	ct_nn_list_((class_name), (ct_module *const[]){ __VA_ARGS__, CT_LAST_ }, CT_AT_)

/** Creates Python's nn.Sequential(OrderedDict(...)): `CT_SEQUENTIAL_NAMED({ "conv", CT_NN(Conv2d,
 * 1, 8, CT_L(3)) }, { "relu", CT_NN(ReLU) })`. */
#define CT_SEQUENTIAL_NAMED(...) CT_DICT_OF_MODULES_("Sequential", __VA_ARGS__)
/** Creates Python's nn.ModuleDict(): `CT_MODULE_DICT({ "left", CT_NN(Linear, 3, 4) }, { "right",
 * CT_NN(Linear, 3, 4) })`. */
#define CT_MODULE_DICT(...) CT_DICT_OF_MODULES_("ModuleDict", __VA_ARGS__)
#define CT_DICT_OF_MODULES_(class_name, ...)                                                    \
	ct_nn_dict_((class_name), (const ct_named_module[]){ __VA_ARGS__, { NULL, CT_LAST_ } }, \
		    CT_AT_)

/** Creates Python's nn.ParameterList(): `CT_PARAMETER_LIST(CT_E(zeros, CT_L(3)), CT_E(ones,
 * CT_L(3)))`. */
#define CT_PARAMETER_LIST(...)                                                                  \
	ct_nn_parameter_list_((const ct_tensor *const[]){ __VA_ARGS__, (ct_tensor *)CT_LAST_ }, \
			      CT_AT_)
/** Creates Python's nn.ParameterDict(): `CT_PARAMETER_DICT({ "scale", CT_E(ones, CT_L(3)) })`. */
#define CT_PARAMETER_DICT(...) \
	ct_nn_parameter_dict_( \
		(const ct_named_tensor[]){ __VA_ARGS__, { NULL, (ct_tensor *)CT_LAST_ } }, CT_AT_)

/* Marks the end of the items; no module has this address. */
#define CT_LAST_ ((ct_module *)1)

/** Appends to a Sequential or a ModuleList: `CT_APPEND(m->blocks, block_new(8));`. The value is the
 * appended module. */
#define CT_APPEND(list, module) ct_module_append_((list), NULL, (module), CT_AT_)

/** Adds a child by name to a container or any other module: `CT_APPEND_AS(m->head, "norm",
 * CT_NN(LayerNorm, CT_L(8)));`. It replaces a child of this name. */
#define CT_APPEND_AS(module, name, child) ct_module_append_((module), (name), (child), CT_AT_)

/**
 * Loops over the children of a module, in Python's order:
 *
 *     CT_EACH_CHILD(m->blocks, block)
 *             x = CT_M(block, x);
 *
 * `block` is a `ct_module *`. Children that are None are skipped.
 */
#define CT_EACH_CHILD(module, child)                 \
	for (                                        \
		struct {                             \
			const ct_module *of;         \
			int64_t i;                   \
		} child##_in_ = { (module), 0 },     \
		  *child##_once_ = &child##_in_;     \
		child##_once_; child##_once_ = NULL) \
		for (ct_module * child; (child = ct_module_next_(child##_in_.of, &child##_in_.i));)

/* --- A module of your own -------------------------------------------------------------------- */

/**
 * Creates a module with data of a given type, initially zeros: `mlp *m = CT_MODULE(mlp, "MLP",
 * mlp_forward);`. The value is the data; ct_module_of(m) is the module. The forward function is an
 * expression as above, of one input or two, or a ct_module_forward_function, which returns a
 * ct_error; NULL for a container, or with `.forward_all`. More members of its ct_module_class may follow:
 * `CT_MODULE(mlp, "MLP", mlp_forward, .extra_repr = mlp_repr)`. After an error the value is scratch
 * memory that is safe to write to.
 */
#define CT_MODULE(type, class_name, ...)                                                           \
	__extension__({                                                                            \
		static const ct_module_class ct_class_ = CT_MODULE_CLASS_(class_name, __VA_ARGS__, \
									  .size = sizeof(type));   \
		static __thread struct {                                                           \
			void *unused_, *module_;                                                   \
			type data;                                                                 \
		} ct_scratch_;                                                                     \
		(type *)ct_module_begin_(&ct_class_, &ct_scratch_.data, CT_AT_);                   \
	})
/* A function of another type is a compiler error. */
#define CT_MODULE_CLASS_(class_name, function, ...)                                               \
	{                                                                                         \
		.name = class_name,                                                             \
		.forward = _Generic((function), ct_module_forward_function : (function),        \
				    ct_module_expression_function : NULL,                       \
				    ct_module_two_expression_function : NULL, void * : NULL),   \
		.expression = _Generic((function), ct_module_expression_function : (function),  \
				       ct_module_forward_function : NULL,                       \
				       ct_module_two_expression_function : NULL, void * : NULL), \
		.expression_of_two =                                                            \
			_Generic((function), ct_module_two_expression_function : (function),    \
				 ct_module_forward_function : NULL,                             \
				 ct_module_expression_function : NULL, void * : NULL),          \
		__VA_ARGS__ \
	}

/** Adds a module as a child and stores it in the field of the same name, here `m->head`:
 * `CT_CHILD(m, head, head_new(8));`. The value is the child. */
#define CT_CHILD(m, field, child) \
	ct_module_child_(ct_module_of(m), #field, (child), &(m)->field, CT_AT_)

/** Adds a new module of torch.nn as a child: `CT_LAYER(m, fc1, Linear, 784, 10, .bias =
 * false);`. */
#define CT_LAYER(m, field, ...) CT_CHILD(m, field, CT_NN(__VA_ARGS__))

/** Registers Python's nn.Parameter() of a tensor and stores it in the field, here `m->weight`:
 * `CT_PARAMETER(m, weight, CT_E(zeros, CT_L(3)));`. NULL is None. */
#define CT_PARAMETER(m, field, data) \
	ct_module_parameter_(ct_module_of(m), #field, (data), &(m)->field, CT_AT_)

/** Registers a buffer and stores it in the field: `CT_BUFFER(m, mask, x);`. With `CT_BUFFER(m,
 * mask, x, false)` it is not persistent: it is not in the state dict. */
#define CT_BUFFER(m, field, ...) CT_BUFFER_(m, field, __VA_ARGS__, true, )
#define CT_BUFFER_(m, field, buffer, persistent, ...) \
	ct_module_buffer_(ct_module_of(m), #field, (buffer), (persistent), &(m)->field, CT_AT_)

/** Ties two parameters, as Python's `self.head.weight = self.tokens.weight`: `CT_TIE(m,
 * "head.weight", "tokens.weight");`. `m` is a module's data, or a module. */
#define CT_TIE(m, path, source) ct_module_tie_(CT_MODULE_(m), (path), (source), CT_AT_)
#define CT_MODULE_(m) \
	_Generic((m), ct_module * : (m), const ct_module * : (m), default : ct_module_of(m))

/** Calls a module within an expression: `CT_M(m->fc1, x)`. With several inputs: `CT_M(loss, logits,
 * labels)`; NULL is None. The value is the only output. */
#define CT_M(module, ...)                                                                       \
	__extension__({                                                                         \
		CT_QUIET_                                                                       \
		ct_tensor *ct_returned_ = ct_module_call_(                                      \
			ct_write_a_module_first_(module),                                       \
			(const ct_tensor *const[]){ __VA_ARGS__, (const ct_tensor *)CT_LAST_ }, \
			CT_AT_);                                                                \
		CT_AS_BEFORE_                                                                   \
		ct_returned_;                                                                   \
	})

/** Calls a module with masks by their names in Python within an expression:
 * `CT_M_MASKED(m->attention, CT_TENSORS(q, k, v), .attn_mask = mask, .no_need_weights = true)`;
 * ct_module_forward_masked() has the names. The value is the output. */
#define CT_M_MASKED(module, ...) CT_M_MASKED_(module, __VA_ARGS__, )
#define CT_M_MASKED_(module, inputs, ...)                                                       \
	__extension__({                                                                         \
		CT_QUIET_                                                                       \
		ct_tensor *ct_made_ = NULL;                                                     \
		CT_DO(ct_module_forward_masked(                                                 \
			(module), (inputs),                                                     \
			&(const ct_module_forward_masked_options){ .mask = NULL, __VA_ARGS__ }, \
			&ct_made_));                                                            \
		CT_AS_BEFORE_                                                                   \
		ct_made_;                                                                       \
	})

/** Packs a batch of padded sequences within an expression: Python's pack_padded_sequence(). `CT_PACK(x,
 * lengths, .batch_first = true, .no_enforce_sorted = true)`; the value is a ct_packed_sequence. */
#define CT_PACK(...) CT_PACK_(__VA_ARGS__, )
#define CT_PACK_(x, lengths, ...)                                                      \
	__extension__({                                                                \
		CT_QUIET_                                                              \
		ct_packed_sequence ct_made_ = { 0 };                                   \
		CT_DO(ct_nn_utils_rnn_pack_padded_sequence(                            \
			(x), (lengths),                                                \
			&(const ct_pack_options){ .batch_first = false, __VA_ARGS__ }, \
			&ct_made_));                                                   \
		CT_AS_BEFORE_                                                          \
		ct_made_;                                                              \
	})

/** Pads a packed sequence within an expression: Python's pad_packed_sequence(), the tensor alone.
 * `CT_UNPACK(packed, .batch_first = true)`. */
#define CT_UNPACK(...) CT_UNPACK_(__VA_ARGS__, )
#define CT_UNPACK_(packed, ...)                                                              \
	__extension__({                                                                      \
		CT_QUIET_                                                                    \
		const ct_packed_sequence ct_packed_ = (packed);                              \
		ct_tensor *ct_made_ = NULL;                                                  \
		CT_DO(ct_nn_utils_rnn_pad_packed_sequence(                                   \
			&ct_packed_,                                                         \
			&(const ct_pad_packed_options){ .batch_first = false, __VA_ARGS__ }, \
			&ct_made_, NULL));                                                   \
		CT_AS_BEFORE_                                                                \
		ct_made_;                                                                    \
	})

/** Calls an RNN, GRU or LSTM with a packed sequence within an expression: `CT_M_PACKED(m->lstm,
 * CT_PACK(x, lengths))`; the value is the output, packed. */
#define CT_M_PACKED(module, packed)                                                    \
	__extension__({                                                                \
		CT_QUIET_                                                              \
		const ct_packed_sequence ct_packed_ = (packed);                        \
		ct_packed_sequence ct_made_ = { 0 };                                   \
		CT_DO(ct_nn_RNNBase_forward_packed((module), &ct_packed_, &ct_made_)); \
		CT_AS_BEFORE_                                                          \
		ct_made_;                                                              \
	})

/* --- All parts ------------------------------------------------------------------------------- */

/**
 * Loops over all parameters of a module, in Python's order and shared ones once:
 *
 *     CT_EACH_PARAMETER(net, p)
 *             printf("%s %lld\n", p->name, (long long)ct_tensor_numel(p->tensor));
 *
 * `p` is a `const ct_named_tensor *`. The list is created once, and belongs to the scope.
 */
#define CT_EACH_PARAMETER(module, p) CT_EACH_(module, p, false)
/** Loops over all buffers in the same way. */
#define CT_EACH_BUFFER(module, p) CT_EACH_(module, p, true)
#define CT_EACH_(module, p, buffers)                                                              \
	for (                                                                                     \
		struct {                                                                          \
			int64_t n;                                                                \
			const ct_named_tensor *at;                                                \
		} p##_list_ = { 0, NULL },                                                        \
		  *p##_once_ = (p##_list_.at = ct_module_each_((module), (buffers), &p##_list_.n, \
							       CT_AT_),                           \
			       &p##_list_);                                                       \
		p##_once_; p##_once_ = NULL)                                                      \
		for (const ct_named_tensor *p = p##_list_.at; p < p##_list_.at + p##_list_.n; p++)

#endif

#endif
