/*
 * LinearCrossEntropyLoss: a linear layer and its cross entropy.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "nn/functional/chunked_loss.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"
#include "tensor/tensor/sizes.h"

enum { MOST_FEATURES = 62 }; /* libtorch's tensors have at most 64 dimensions */

struct linear_cross_entropy {
	CT_NN_HEAD(LinearCrossEntropyLoss);
	ct_tensor *weight; /* a buffer, of the classes; NULL: none */
	ct_module *linear;
};

static ct_error loss_linear_check(const struct ct_args_nn_LinearCrossEntropyLoss_ *a)
{
	const double smoothing = a->label_smoothing;
	const ct_ints shape = CT_L(a->num_classes);

	if (a->weight &&
	    (ct_tensor_dim(a->weight) != 1 || ct_size_of(a->weight, 0) != a->num_classes))
		return CT_RAISED(CT_ERROR_RUNTIME, "expected weight shape to be %s, got %s",
				 ct_nn_tuple_text(shape).at,
				 ct_nn_tuple_text(ct_sizes_of(a->weight)).at);
	if (smoothing < 0 || smoothing > 1)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "expected label_smoothing to be in range [0, 1], got %s",
				 ct_nn_float_text(smoothing).at);
	if (a->out_features.len > MOST_FEATURES)
		return CT_RAISED(CT_ERROR_VALUE, "out_features has more than %d elements",
				 MOST_FEATURES);
	return NULL;
}

static struct ct_nn_chunk_options options_of(const struct ct_args_nn_LinearCrossEntropyLoss_ *a)
{
	return (struct ct_nn_chunk_options){ a->chunked,          a->allow_retain_graph,
					     a->batch_chunk_size, a->chunking_method,
					     a->acc_policy,       a->acc_dtype };
}

static ct_error linear_cross_entropy_init(void *self)
{
	struct linear_cross_entropy *m = self;
	const struct ct_args_nn_LinearCrossEntropyLoss_ *a = m->args;
	const struct ct_nn_chunk_options options = options_of(a);
	int64_t outputs = a->num_classes;

	CT_TRY(loss_linear_check(a));
	CT_TRY(ct_nn_check_chunk_options(&options));
	for (int64_t i = 0; i < a->out_features.len; i++)
		if (__builtin_mul_overflow(outputs, a->out_features.at[i], &outputs))
			return CT_RAISED(CT_ERROR_VALUE,
					 "num_classes times out_features is too large");
	CT_BUFFER(m, weight, a->weight);
	CT_LAYER(m, linear, Linear, a->in_features, outputs, a->bias, a->device, a->dtype);
	return CT_DONE();
}

/* A parameter of the linear layer, with its first dimension as (num_classes, *out_features). */
static ct_tensor *shaped(const struct linear_cross_entropy *m, const char *name)
{
	const ct_ints features = m->args->out_features;
	int64_t sizes[1 + MOST_FEATURES] = { m->args->num_classes };
	ct_tensor *parameter = NULL;

	for (int64_t i = 0; i < features.len; i++)
		sizes[1 + i] = features.at[i];
	CT_DO(ct_module_get_parameter(m->linear, name, &parameter));
	return CT_E(unflatten_int, parameter, 0, CT_INTS_OF(sizes, features.len + 1));
}

static ct_error linear_cross_entropy_forward(void *self, const ct_tensor *const *x, int64_t n,
					     ct_tensor **results, int64_t results_len)
{
	CT_OWN_SCOPE(NULL);
	const struct linear_cross_entropy *m = self;
	const struct ct_args_nn_LinearCrossEntropyLoss_ *a = m->args;
	const ct_tensor *weight = shaped(m, "weight");
	const ct_tensor *bias = a->bias ? shaped(m, "bias") : NULL;

	(void)n;
	return ct_nn_give(
		CT_E(nn_linear_cross_entropy, x[0], weight, x[1], .linear_bias = bias,
		     .weight = m->weight, .reduction = a->reduction,
		     .ignore_index = a->ignore_index, .label_smoothing = a->label_smoothing,
		     .chunked = a->chunked, .allow_retain_graph = a->allow_retain_graph,
		     .batch_chunk_size = a->batch_chunk_size, .chunking_method = a->chunking_method,
		     .acc_policy = a->acc_policy, .acc_dtype = a->acc_dtype),
		results_len ? results : NULL);
}

/* --- print ------------------------------------------------------------------------------------ */

static void add_options(struct ct_text *text, const struct ct_args_nn_LinearCrossEntropyLoss_ *a)
{
	if (!a->chunked) {
		ct_text_add(text, "None");
		return;
	}
	ct_text_addf(text, "LinearCrossEntropyOptions(allow_retain_graph=%s, batch_chunk_size=",
		     a->allow_retain_graph ? "True" : "False");
	if (a->batch_chunk_size == CT_NO_INT)
		ct_text_add(text, "None");
	else
		ct_text_addf(text, "%lld", (long long)a->batch_chunk_size);
	if (strcmp(a->chunking_method, "none") == 0)
		ct_text_add(text, ", chunking_method=None");
	else
		ct_text_addf(text, ", chunking_method='%s'", a->chunking_method);
	ct_text_addf(text, ", acc_policy='%s', acc_dtype=", a->acc_policy);
	if (a->acc_dtype == CT_DTYPE_NONE)
		ct_text_add(text, "None)");
	else
		ct_text_addf(text, "torch.%s)", ct_dtype_name(a->acc_dtype));
}

static ct_error linear_cross_entropy_repr(const void *self, char **result)
{
	const struct linear_cross_entropy *m = self;
	struct ct_text text = { 0 };

	ct_nn_add_table_repr(&text, self);
	ct_text_add(&text, ", options=");
	add_options(&text, m->args);
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}

CT_NN_CLASS(LinearCrossEntropyLoss, struct linear_cross_entropy, linear_cross_entropy_init, NULL,
	    .module.forward_all = linear_cross_entropy_forward, .module.inputs_min = 2,
	    .module.inputs_max = 2, .module.outputs_max = 1,
	    .extra_repr = linear_cross_entropy_repr);
