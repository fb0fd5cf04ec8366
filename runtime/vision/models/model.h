/*
 * Inside the library: the models of ctorch/vision/models.h. Each is described by a struct ct_model,
 * for a call with options in C and for one by name with Python's arguments.
 */
#ifndef CT_VISION_MODELS_MODEL_H
#define CT_VISION_MODELS_MODEL_H

#include <stddef.h>

#include <ctorch/nn/nn.h>
#include <ctorch/vision/models.h>

#include "classes/class.h"

struct ct_model {
	const char *name;     /* "resnet18" */
	struct ct_class of;   /* its name is that of Python's class: "ResNet" */
	const void *settings; /* what distinguishes it in its family, such as its depth */
	/* Python's constructor, in an expression: NULL after an error. */
	ct_module *(*make)(const void *settings, const void *options);
};

/* The new module belongs to the caller's scope. `options` may be NULL, if no option is required. */
ct_error ct_models_make(const struct ct_model *model, const void *options,
			ct_module **result) CT_WARN_UNUSED;

/*
 * Defines ct_models_NAME() and its description, ct_model_NAME. `family` names the ct_FAMILY_options
 * of the header, and FAMILY_arguments[] and FAMILY_make() of the file; `schema` is the part in
 * parentheses.
 */
#define CT_MODEL_DEFINE(model, family, class_name, schema, settings)                               \
	static const ct_##family##_options model##_defaults = CT_MODEL_DEFAULTS_(                  \
		CT_MODEL_##model##_);                                                              \
	const struct ct_model ct_model_##model = {                                                 \
		#model,                                                                            \
		{ class_name, NULL, #model schema, family##_arguments,                             \
		  sizeof family##_arguments / sizeof *family##_arguments, &model##_defaults,       \
		  sizeof model##_defaults },                                                       \
		settings,                                                                          \
		family##_make,                                                                     \
	};                                                                                         \
	ct_error ct_models_##model##_new(const ct_##family##_options *options, ct_module **result) \
	{                                                                                          \
		return ct_models_make(&ct_model_##model, options, result);                         \
	}
#define CT_MODEL_DEFAULTS_(...) CT_MODEL_DEFAULTS_OF_(__VA_ARGS__)
#define CT_MODEL_DEFAULTS_OF_(type, ...) \
	{                                \
		__VA_ARGS__              \
	}

/* `CT_MODEL_ARGUMENT(vgg, dropout, "float", "0.5", FLOAT, false)`: the type, the default (NULL:
 * required), which one of enum ct_held, and whether it may be None. */
#define CT_MODEL_ARGUMENT(family, member, type, default_text, held, is_optional)      \
	{                                                                             \
#member, type, default_text, CT_HELD_##held,                          \
			offsetof(ct_##family##_options, member), 0, is_optional, true \
	}

/* A ValueError for a number with which sizes are computed that is too large for that, or NaN. */
ct_error ct_models_check_size(const char *name, double value) CT_WARN_UNUSED;

/* --- Parts: layers.c, mlp.c ------------------------------------------------------------------- */

/* The forward function of a class that Python derives from Sequential. */
ct_error ct_models_sequential_forward(void *self, const ct_tensor *x, ct_tensor **result);

/* In an expression: a new module of a class that has this forward function and no data, and an item
 * for it, whose name is the next number. */
ct_module *ct_models_sequential(const ct_module_class *klass);
void ct_models_append(ct_module *sequential, ct_module *item);

/* CT_M(), after which `x` is released if the innermost scope owns it: memory that Python gives back
 * when a variable gets its next value. The forward function has a scope of its own, so its input
 * stays. */
ct_tensor *ct_models_pass(const ct_module *module, const ct_tensor *x);
/* The same release after another step. */
void ct_models_done(const ct_tensor *x, const ct_tensor *next);

/* In an expression: torchvision.ops.MLP, as a module of a class derived from it. */
ct_module *ct_models_new_mlp(const ct_module_class *klass, const ct_mlp_options *options);

bool ct_models_is(const ct_module *module, const char *class_name);

/* In an expression: the initial weights of convolutional networks. He's normal numbers for the
 * outputs of convolutions, ones for batch norm, zeros for biases; if `linear_std` is not 0, normal
 * numbers of this deviation for linear layers, otherwise these stay as they are. */
void ct_models_init_weights(ct_module *model, double linear_std);

#endif
