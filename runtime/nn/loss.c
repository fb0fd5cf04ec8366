/*
 * The losses. Weights are buffers, as in Python.
 */

#include "memory/own_scope.h"
#include "nn/give.h"
#include "nn/losses.h"
#include "nn/plain.h"
#include "nn/raise.h"
#include "settings/warn.h"

/* --- With a weight ---------------------------------------------------------------------------- */

struct weighted {
	struct ct_nn_head head;
	ct_tensor *weight; /* a buffer; NULL: none */
};

/*
 * A loss of an input and a target with a weight. The block that follows is the forward function,
 * with the module `m`, the arguments `a`, and x[0] and x[1].
 */
#define WEIGHTED(class_name, check)                                                            \
	static ct_error class_name##_call(const struct weighted *m,                            \
					  const struct ct_args_nn_##class_name *a,             \
					  const ct_tensor *const *x, ct_tensor **result);      \
                                                                                               \
	static ct_error class_name##_init(void *self)                                          \
	{                                                                                      \
		struct weighted *m = self;                                                     \
		const struct ct_args_nn_##class_name *a = m->head.args;                        \
                                                                                               \
		CT_TRY(check(a));                                                              \
		CT_BUFFER(m, weight, a->weight);                                               \
		return CT_FINISH(NULL, NULL);                                                  \
	}                                                                                      \
                                                                                               \
	static ct_error class_name##_forward(void *self, const ct_tensor *const *x, int64_t n, \
					     ct_tensor **results, int64_t results_len)         \
	{                                                                                      \
		const struct weighted *m = self;                                               \
                                                                                               \
		(void)n;                                                                       \
		return class_name##_call(m, m->head.args, x, results_len ? results : NULL);    \
	}                                                                                      \
                                                                                               \
	CT_NN_CLASS(class_name, struct weighted, class_name##_init, NULL,                      \
		    .module.forward_all = class_name##_forward, .module.inputs_min = 2,        \
		    .module.inputs_max = 2, .module.outputs_max = 1);                          \
                                                                                               \
	static ct_error class_name##_call(const struct weighted *m,                            \
					  const struct ct_args_nn_##class_name *a,             \
					  const ct_tensor *const *x, ct_tensor **result)

#define NOTHING_TO_CHECK(a) (NULL)

WEIGHTED(CrossEntropyLoss, NOTHING_TO_CHECK)
{
	return CT(nn_cross_entropy, result, x[0], x[1], m->weight, a->ignore_index, a->reduction,
		  a->label_smoothing);
}

WEIGHTED(NLLLoss, NOTHING_TO_CHECK)
{
	return CT(nn_nll_loss, result, x[0], x[1], m->weight, a->ignore_index, a->reduction);
}

static ct_error warn_of_name(const struct ct_args_nn_NLLLoss2d *a)
{
	(void)a;
	ct_warn("`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in "
		"replacement and see https://pytorch.org/docs/main/nn.html#torch.nn.NLLLoss for more "
		"details.");
	return NULL;
}

WEIGHTED(NLLLoss2d, warn_of_name)
{
	return CT(nn_nll_loss, result, x[0], x[1], m->weight, a->ignore_index, a->reduction);
}

WEIGHTED(BCELoss, NOTHING_TO_CHECK)
{
	return CT(nn_binary_cross_entropy, result, x[0], x[1], m->weight, a->reduction);
}

WEIGHTED(MultiLabelSoftMarginLoss, NOTHING_TO_CHECK)
{
	return CT(nn_multilabel_soft_margin_loss, result, x[0], x[1], m->weight, a->reduction);
}

static ct_error check_multi_margin(const struct ct_args_nn_MultiMarginLoss *a)
{
	if (a->p != 1 && a->p != 2)
		return ct_error_new(CT_ERROR_VALUE, "MultiMarginLoss",
				    "only p == 1 and p == 2 supported");
	if (a->weight && ct_tensor_dim(a->weight) != 1)
		return ct_error_new(CT_ERROR_VALUE, "MultiMarginLoss",
				    "MultiMarginLoss: expected weight to be None or 1D tensor, got "
				    "%lldD instead",
				    (long long)ct_tensor_dim(a->weight));
	return NULL;
}

WEIGHTED(MultiMarginLoss, check_multi_margin)
{
	return CT(nn_multi_margin_loss, result, x[0], x[1], a->p, a->margin, m->weight,
		  a->reduction);
}

/* --- BCEWithLogitsLoss ------------------------------------------------------------------------ */

struct bce_with_logits {
	CT_NN_HEAD(BCEWithLogitsLoss);
	ct_tensor *weight, *pos_weight; /* buffers; NULL: none */
};

static ct_error bce_with_logits_init(void *self)
{
	struct bce_with_logits *m = self;

	CT_BUFFER(m, weight, m->args->weight);
	CT_BUFFER(m, pos_weight, m->args->pos_weight);
	return CT_FINISH(NULL, NULL);
}

static ct_error bce_with_logits_forward(void *self, const ct_tensor *const *x, int64_t n,
					ct_tensor **results, int64_t results_len)
{
	const struct bce_with_logits *m = self;

	(void)n;
	return CT(nn_binary_cross_entropy_with_logits, results_len ? results : NULL, x[0], x[1],
		  m->weight, m->args->reduction, m->pos_weight);
}

CT_NN_CLASS(BCEWithLogitsLoss, struct bce_with_logits, bce_with_logits_init, NULL,
	    .module.forward_all = bce_with_logits_forward, .module.inputs_min = 2,
	    .module.inputs_max = 2, .module.outputs_max = 1);

/* --- Of an input and a target ----------------------------------------------------------------- */

CT_NN_PLAIN_OF(2, L1Loss, NULL)
{
	return CT(nn_l1_loss, result, x[0], x[1], a->reduction);
}

CT_NN_PLAIN_OF(2, MSELoss, NULL)
{
	return CT(nn_mse_loss, result, x[0], x[1], a->reduction);
}

CT_NN_PLAIN_OF(2, HuberLoss, NULL)
{
	return CT(nn_huber_loss, result, x[0], x[1], a->reduction, a->delta);
}

CT_NN_PLAIN_OF(2, SmoothL1Loss, NULL)
{
	return CT(nn_smooth_l1_loss, result, x[0], x[1], a->reduction, a->beta);
}

CT_NN_PLAIN_OF(2, SoftMarginLoss, NULL)
{
	CT_TRY(ct_nn_check_reduction(a->reduction));
	return CT(soft_margin_loss, result, x[0], x[1], a->reduction);
}

CT_NN_PLAIN_OF(2, MultiLabelMarginLoss, NULL)
{
	CT_TRY(ct_nn_check_reduction(a->reduction));
	return CT(multilabel_margin_loss, result, x[0], x[1], a->reduction);
}

CT_NN_PLAIN_OF(2, HingeEmbeddingLoss, NULL)
{
	CT_TRY(ct_nn_check_reduction(a->reduction));
	return CT(hinge_embedding_loss, result, x[0], x[1], a->margin, a->reduction);
}

CT_NN_PLAIN_OF(2, PoissonNLLLoss, NULL)
{
	return CT(nn_poisson_nll_loss, result, x[0], x[1], a->log_input, a->full, a->eps,
		  a->reduction);
}

CT_NN_PLAIN_OF(2, KLDivLoss, NULL)
{
	return CT(nn_kl_div, result, x[0], x[1], a->reduction, a->log_target);
}

/* --- Of more ---------------------------------------------------------------------------------- */

/* Input, target, variance. */
CT_NN_PLAIN_OF(3, GaussianNLLLoss, NULL)
{
	return CT(nn_gaussian_nll_loss, result, x[0], x[1], x[2], a->full, a->eps, a->reduction);
}

CT_NN_PLAIN_OF(3, CosineEmbeddingLoss, NULL)
{
	CT_TRY(ct_nn_check_reduction(a->reduction));
	return CT(cosine_embedding_loss, result, x[0], x[1], x[2], a->margin, a->reduction);
}

CT_NN_PLAIN_OF(3, MarginRankingLoss, NULL)
{
	return CT(nn_margin_ranking_loss, result, x[0], x[1], x[2], a->margin, a->reduction);
}

/* Log probabilities, targets, and the lengths of both. */
CT_NN_PLAIN_OF(4, CTCLoss, NULL)
{
	CT_TRY(ct_nn_check_reduction(a->reduction));
	return CT(ctc_loss_Tensor, result, x[0], x[1], x[2], x[3], a->blank, a->reduction,
		  a->zero_infinity);
}

/* --- LinearCrossEntropyLoss ------------------------------------------------------------------- */

enum { MOST_FEATURES = 62 }; /* libtorch's tensors have at most 64 dimensions */

struct linear_cross_entropy {
	CT_NN_HEAD(LinearCrossEntropyLoss);
	ct_tensor *weight; /* a buffer, of the classes; NULL: none */
	ct_module *linear;
};

static ct_error check_linear(const struct ct_args_nn_LinearCrossEntropyLoss *a)
{
	const double smoothing = a->label_smoothing;
	const ct_ints shape = CT_L(a->num_classes);

	if (a->weight &&
	    (ct_tensor_dim(a->weight) != 1 || ct_tensor_size(a->weight, 0) != a->num_classes))
		return ct_error_new(CT_ERROR_RUNTIME, "LinearCrossEntropyLoss",
				    "expected weight shape to be %s, got %s",
				    ct_nn_tuple_text(shape).at,
				    ct_nn_tuple_text(ct_nn_sizes(a->weight)).at);
	if (smoothing < 0 || smoothing > 1)
		return ct_error_new(CT_ERROR_RUNTIME, "LinearCrossEntropyLoss",
				    "expected label_smoothing to be in range [0, 1], got %s",
				    ct_nn_float_text(smoothing).at);
	if (a->out_features.len > MOST_FEATURES)
		return ct_error_new(CT_ERROR_VALUE, "LinearCrossEntropyLoss",
				    "out_features has more than %d elements", MOST_FEATURES);
	return NULL;
}

static ct_error linear_cross_entropy_init(void *self)
{
	struct linear_cross_entropy *m = self;
	const struct ct_args_nn_LinearCrossEntropyLoss *a = m->args;
	int64_t outputs = a->num_classes;

	CT_TRY(check_linear(a));
	for (int64_t i = 0; i < a->out_features.len; i++)
		outputs *= a->out_features.at[i];
	CT_BUFFER(m, weight, a->weight);
	CT_LAYER(m, linear, Linear, a->in_features, outputs, a->bias, a->device, a->dtype);
	return CT_FINISH(NULL, NULL);
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
	CT_OWN_SCOPE("LinearCrossEntropyLoss");
	const struct linear_cross_entropy *m = self;
	const struct ct_args_nn_LinearCrossEntropyLoss *a = m->args;
	const ct_tensor *weight = shaped(m, "weight");
	const ct_tensor *bias = a->bias ? shaped(m, "bias") : NULL;

	(void)n;
	return ct_nn_give(CT_E(nn_linear_cross_entropy, x[0], weight, x[1], .linear_bias = bias,
			       .weight = m->weight, .reduction = a->reduction,
			       .ignore_index = a->ignore_index,
			       .label_smoothing = a->label_smoothing),
			  results_len ? results : NULL);
}

CT_NN_CLASS(LinearCrossEntropyLoss, struct linear_cross_entropy, linear_cross_entropy_init, NULL,
	    .module.forward_all = linear_cross_entropy_forward, .module.inputs_min = 2,
	    .module.inputs_max = 2, .module.outputs_max = 1);
