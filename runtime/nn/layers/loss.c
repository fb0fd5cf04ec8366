/*
 * The losses but for those of triplets and of a linear layer. Weights are buffers, as in Python.
 */

#include "core/base/name_of.h"
#include "core/base/warn.h"
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/functional/reduction.h"
#include "nn/layers/plain.h"

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
					  const struct ct_args_nn_##class_name##_ *a,          \
					  const ct_tensor *const *x, ct_tensor **result);      \
                                                                                               \
	static ct_error class_name##_init(void *self)                                          \
	{                                                                                      \
		struct weighted *m = self;                                                     \
		const struct ct_args_nn_##class_name##_ *a = m->head.args;                     \
                                                                                               \
		CT_TRY(check(a));                                                              \
		CT_BUFFER(m, weight, a->weight);                                               \
		return CT_DONE();                                                              \
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
					  const struct ct_args_nn_##class_name##_ *a,          \
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

static ct_error loss_warn_of_name(const struct ct_args_nn_NLLLoss2d_ *a)
{
	(void)a;
	ct_warn("`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in "
		"replacement and see https://pytorch.org/docs/main/nn.html#torch.nn.NLLLoss for more "
		"details.");
	return NULL;
}

WEIGHTED(NLLLoss2d, loss_warn_of_name)
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

static ct_error check_multi_margin(const struct ct_args_nn_MultiMarginLoss_ *a)
{
	if (a->p != 1 && a->p != 2)
		return CT_RAISED(CT_ERROR_VALUE, "only p == 1 and p == 2 supported");
	if (a->weight && ct_tensor_dim(a->weight) != 1)
		return CT_RAISED(CT_ERROR_VALUE,
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
	return CT_DONE();
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
