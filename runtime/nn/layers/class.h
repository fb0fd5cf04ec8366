/*
 * Inside the library: the module classes of torch.nn. What a class is called, takes and prints
 * comes from runtime/nn/classes.yaml, from which ctorch-gen writes classes/nn.c; what it does is in
 * the other files of this folder, in a `struct ct_nn_code` for each class.
 */
#ifndef CT_NN_LAYERS_CLASS_H
#define CT_NN_LAYERS_CLASS_H

#include <stddef.h>

#include <ctorch/classes/nn.h>
#include <ctorch/nn/module.h>
#include <ctorch/nn/nn.h>

#include "classes/class.h"

struct ct_nn_code;

struct ct_nn_class {
	struct ct_class of;
	const char *repr;    /* "in_features={in_features}, ..."; repr.c explains the marks */
	const char *forward; /* "forward(Tensor input) -> Tensor" */
	const struct ct_nn_code *code;
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_nn_class ct_nn_classes[];
extern const size_t ct_nn_classes_len;

extern const struct ct_class_table ct_nn_table;

/*
 * What a class does. Its data begins with CT_NN_HEAD(), so that the functions that serve all
 * classes find the arguments.
 */
struct ct_nn_code {
	ct_module_class module;
	/* Registers parts and gives them their initial values, as Python's __init__(); in a scope
	 * of its own. Checks what Python checks there. NULL: nothing to do. */
	ct_error (*init)(void *self);
	ct_module_text_function extra_repr; /* NULL: what the table says */
	ct_module_copy_function copy;       /* of what the data has besides the arguments */
	ct_module_release_function release; /* likewise */
};

/* The first members of a class's data: `m->args->in_features`. The arguments never change. */
#define CT_NN_HEAD(class_name)           \
	const struct ct_nn_class *klass; \
	const struct ct_args_nn_##class_name##_ *args

struct ct_nn_head {
	const struct ct_nn_class *klass;
	const void *args;
};

/*
 * Defines the code of a class; further members may follow the forward function:
 *
 *     CT_NN_CLASS(Linear, struct linear, linear_init, linear_forward,
 *                 .module.reset_parameters = linear_reset);
 */
#define CT_NN_CLASS(class_name, data, init_function, ...)                             \
	const struct ct_nn_code ct_nn_##class_name##_code = {                         \
		.module.name = #class_name,                                           \
		.module.size = sizeof(data),                                          \
		.module.extra_repr = ct_nn_extra_repr,                                \
		.module.copy = ct_nn_copy,                                            \
		.module.release = ct_nn_release,                                      \
		.module.kernel_size = ct_nn_kernel_size,                              \
		.init = init_function,                                                \
		.module.forward = __VA_ARGS__,                                        \
	}

/* Members of ct_module_class that all classes share. */
ct_error ct_nn_extra_repr(const void *self, char **result);
ct_error ct_nn_copy(void *self, const void *other);
void ct_nn_release(void *self);
ct_error ct_nn_kernel_size(const void *self, char **result);

/* What the class's `repr` in classes.yaml says, for an extra_repr that adds to it. */
struct ct_text;
void ct_nn_add_table_repr(struct ct_text *text, const struct ct_nn_head *head);

/* The module becomes one of another class with the same data, as Python's `self.__class__ = ...`,
 * with a copy of these arguments. Lists and texts in the data that are of the old ones must be read
 * again. */
ct_error ct_nn_become(void *self, const char *class_name, const void *args);

/* The containers whose items may be given by name; `call` makes the modules among them. */
struct ct_class_call;
bool ct_nn_has_contents(const struct ct_nn_class *klass);
ct_error ct_nn_make_with_contents(const struct ct_nn_class *klass, const struct ct_class_call *call,
				  const ct_value *args, const ct_value *kwargs, ct_module **result);

/* NULL if there is none of this name. */
const struct ct_nn_class *ct_nn_class_find(const char *name);

/* A new module of a class, with a copy of the arguments. */
ct_error ct_nn_class_make(const struct ct_nn_class *klass, const void *args, ct_module **result);

/* An element of a list in which one number stands for all. */
static inline int64_t ct_nn_at(ct_ints list, int64_t i)
{
	return list.at[list.len == 1 ? 0 : i];
}

/* Whether a padding is CT_PADDING_SAME or CT_PADDING_VALID. */
static inline bool ct_nn_is_word(ct_ints padding)
{
	return padding.len < 0;
}

#endif
