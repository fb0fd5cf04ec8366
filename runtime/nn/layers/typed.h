/*
 * Inside the library: the typed calls of ctorch/nn/forward.h.
 */
#ifndef CT_NN_LAYERS_TYPED_H
#define CT_NN_LAYERS_TYPED_H

#include <stdio.h>

#include <ctorch/tensor/tensor.h>

#include "module/module.h"
#include "nn/layers/class.h"

static inline bool ct_nn_is_a(const ct_module *self, const struct ct_nn_code *code)
{
	return self && self->klass == &code->module;
}

/* A TypeError unless the first argument of the function, `module`, is a module of the class. */
static inline ct_error ct_nn_check_class(const ct_module *module, const struct ct_nn_code *code,
					 const char *function)
{
	CT_TRY(ct_module_check(module, function, 1, "module"));
	if (ct_nn_is_a(module, code))
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function,
			    "expected a module of the class %s, but got %s", code->module.name,
			    module->klass->name);
}

/* An output of a call, for a caller who may not want it. */
static inline void ct_nn_take(ct_tensor *output, ct_tensor **result)
{
	if (result)
		*result = output;
	else
		ct_tensor_free(output);
}

/* The child of a list that has this index for a name. The expression's error, if one waits. */
static inline ct_error ct_nn_add_child(ct_module *list, int64_t index, const ct_module *child)
{
	char name[24];

	snprintf(name, sizeof name, "%lld", (long long)index);
	CT_TRY(CT_DONE());
	return ct_module_add_module(list, name, child, NULL);
}

/* The code of classes that others are made of. */
extern const struct ct_nn_code ct_nn_MultiheadAttention_code;
extern const struct ct_nn_code ct_nn_TransformerEncoderLayer_code;
extern const struct ct_nn_code ct_nn_TransformerDecoderLayer_code;
extern const struct ct_nn_code ct_nn_TransformerEncoder_code;
extern const struct ct_nn_code ct_nn_TransformerDecoder_code;
extern const struct ct_nn_code ct_nn_Transformer_code;
extern const struct ct_nn_code ct_nn_AdaptiveLogSoftmaxWithLoss_code;
extern const struct ct_nn_code ct_nn_LayerNorm_code;
extern const struct ct_nn_code ct_nn_ReLU_code;
extern const struct ct_nn_code ct_nn_GELU_code;

#endif
