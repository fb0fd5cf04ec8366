/*
 * torch.nn.functional: a linear layer and its cross entropy, at once or in chunks of rows.
 */
#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/chunked_loss.h"
#include "nn/functional/give.h"
#include "nn/functional/reduction.h"
#include "tensor/tensor/sizes.h"

/* The weight is (classes, ..., features); what is between is further dimensions of the loss. */
static ct_ints between(const ct_tensor *weight)
{
	return CT_INTS_OF(ct_sizes_of(weight).at + 1, ct_sizes_of(weight).len - 2);
}

static ct_error linear_loss_check(const ct_tensor *input, const ct_tensor *weight)
{
	int64_t features;

	if (ct_tensor_dim(input) < 1 || ct_tensor_dim(input) > 2)
		CT_NN_RAISE(CT_ERROR_RUNTIME, "expected input with dimensionality 1 or 2, got %lld",
			    (long long)ct_tensor_dim(input));
	if (ct_tensor_dim(weight) < 2)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "expected linear_weight with dimensionality at least 2, got %lld",
			    (long long)ct_tensor_dim(weight));
	features = ct_size_of(input, -1);
	if (features != ct_size_of(weight, -1))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "expected equal input and linear_weight last dimensions (in_features), "
			    "got %lld and %lld, respectively",
			    (long long)features, (long long)ct_size_of(weight, -1));
	return NULL;
}

static ct_error check_linear_bias(const ct_tensor *bias, const ct_tensor *weight)
{
	const ct_ints expected = CT_INTS_OF(ct_sizes_of(weight).at, ct_tensor_dim(weight) - 1);

	if (bias && !ct_nn_same_ints(ct_sizes_of(bias), expected))
		CT_NN_RAISE(CT_ERROR_RUNTIME, "expected linear_bias shape %s, got %s",
			    ct_nn_tuple_text(expected).at, ct_nn_tuple_text(ct_sizes_of(bias)).at);
	return NULL;
}

static ct_error check_linear_batch(const ct_tensor *input, const ct_tensor *weight)
{
	if (between(weight).len > 0 && ct_tensor_dim(input) == 1)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "K-dimensional loss defined by linear_weight shape %s requires batched "
			    "input, (N, %lld), got unbatched input with shape %s",
			    ct_nn_tuple_text(ct_sizes_of(weight)).at,
			    (long long)ct_size_of(input, -1),
			    ct_nn_tuple_text(ct_sizes_of(input)).at);
	return NULL;
}

/* (batch, classes, ...) */
static ct_tensor *linear_logits(const ct_tensor *input, const ct_tensor *weight,
				const ct_tensor *bias)
{
	const ct_ints more = between(weight);
	const ct_tensor *flat = weight;
	ct_tensor *logits;

	if (more.len > 0) {
		flat = CT_E(reshape, weight, CT_L(-1, ct_size_of(weight, -1)));
		bias = bias ? CT_E(reshape, bias, CT_L(-1)) : NULL;
	}
	logits = CT_E(linear, input, flat, bias);
	if (more.len == 0)
		return logits;
	return CT_E(unflatten, logits, 1, CT_INTS_OF(ct_sizes_of(weight).at, more.len + 1));
}

/* Whether the chunked path applies: one softmax over all outputs, and a target that needs no
 * gradient. */
static bool may_be_chunked(const struct ct_nn_linear_loss *loss, double label_smoothing,
			   bool has_probabilities)
{
	const ct_tensor *target = loss->target;
	const ct_dtype dtype = ct_tensor_dtype(target);
	const bool needs_grad = ct_tensor_requires_grad(target) && ct_autograd_is_grad_enabled();

	if (label_smoothing != 0 || between(loss->weight).len > 0)
		return false;
	return dtype == CT_INT64 ||
	       (has_probabilities && dtype == ct_tensor_dtype(loss->input) && !needs_grad);
}

/* Python leaves these unchecked, and gives wrong numbers for them. */
static ct_error check_chunk_sizes(const struct ct_nn_linear_loss *loss)
{
	const int64_t classes = ct_size_of(loss->weight, 0);
	const ct_tensor *weight = loss->class_weight;

	if (ct_tensor_dim(loss->input) == 2 && ct_tensor_dim(loss->target) == 1 &&
	    ct_size_of(loss->target, 0) > ct_size_of(loss->input, 0))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Expected input batch_size (%lld) to match target batch_size (%lld).",
			    (long long)ct_size_of(loss->input, 0),
			    (long long)ct_size_of(loss->target, 0));
	if (weight && (ct_tensor_dim(weight) != 1 || ct_size_of(weight, 0) != classes))
		CT_NN_RAISE(CT_ERROR_RUNTIME, "expected weight shape to be %s, got %s",
			    ct_nn_tuple_text(CT_L(classes)).at,
			    ct_nn_tuple_text(ct_sizes_of(weight)).at);
	return NULL;
}

static void warn_of_chunks(const struct ct_nn_linear_loss *loss, double label_smoothing)
{
	static const char *const reductions[] = { [CT_REDUCTION_NONE] = "none",
						  [CT_REDUCTION_MEAN] = "mean",
						  [CT_REDUCTION_SUM] = "sum" };

	ct_warn_of("linear_cross_entropy: ``options`` ignored; chunked path needs reduction in "
		   "{'mean','sum','none'}, label_smoothing == 0, target.dtype == int64 (or a "
		   "probability target with dtype matching input and requires_grad == False), "
		   "out_features == (). Got reduction='%s', label_smoothing=%s, "
		   "target.dtype=torch.%s, out_features=%s, tracing=False, "
		   "target.requires_grad=%s, linear_bias.shape=%s.",
		   reductions[loss->reduction], ct_nn_float_text(label_smoothing).at,
		   ct_dtype_name(ct_tensor_dtype(loss->target)),
		   ct_nn_tuple_text(between(loss->weight)).at,
		   ct_tensor_requires_grad(loss->target) ? "True" : "False",
		   loss->bias ? ct_nn_tuple_text(ct_sizes_of(loss->bias)).at : "None");
}

/* Whether the targets are probabilities of classes: as large as the logits. */
static bool has_logits_size(const ct_tensor *target, const ct_tensor *input,
			    const ct_tensor *weight)
{
	const int64_t batches = ct_tensor_dim(input) - 1;
	const ct_ints classes = CT_INTS_OF(ct_sizes_of(weight).at, ct_tensor_dim(weight) - 1);
	const ct_ints sizes = ct_sizes_of(target);

	return sizes.len == batches + classes.len &&
	       (batches == 0 || sizes.at[0] == ct_size_of(input, 0)) &&
	       ct_nn_same_ints(CT_INTS_OF(sizes.at + batches, classes.len), classes);
}

ct_error ct_nn_linear_cross_entropy(const ct_tensor *input, const ct_tensor *linear_weight,
				    const ct_tensor *target, const ct_tensor *linear_bias,
				    const ct_tensor *weight, int64_t reduction,
				    const int64_t *ignore_index, double label_smoothing,
				    bool chunked, bool allow_retain_graph,
				    const int64_t *batch_chunk_size, const char *chunking_method,
				    const char *acc_policy, ct_dtype acc_dtype, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_nn_linear_loss loss = { input,
						linear_weight,
						target,
						linear_bias,
						weight,
						reduction,
						ignore_index ? *ignore_index : -100 };
	const struct ct_nn_chunk_options options = {
		chunked,
		allow_retain_graph,
		batch_chunk_size ? *batch_chunk_size : CT_NO_INT,
		chunking_method,
		acc_policy,
		acc_dtype
	};
	bool has_probabilities;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(linear_weight, 2);
	CT_NN_NEEDS(target, 3);
	CT_NN_NEEDS(chunking_method, 12);
	CT_NN_NEEDS(acc_policy, 13);
	CT_TRY(ct_nn_check_chunk_options(&options));
	CT_TRY(ct_nn_check_reduction(reduction));
	CT_TRY(linear_loss_check(input, linear_weight));
	CT_TRY(check_linear_bias(linear_bias, linear_weight));
	CT_TRY(check_linear_batch(input, linear_weight));
	has_probabilities = has_logits_size(target, input, linear_weight);
	if (has_probabilities && ignore_index)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "ignore_index cannot be specified when target contains probabilities");
	if (chunked && may_be_chunked(&loss, label_smoothing, has_probabilities)) {
		CT_TRY(check_chunk_sizes(&loss));
		return ct_nn_give(ct_nn_chunked_loss(&loss, &options), result);
	}
	if (chunked)
		warn_of_chunks(&loss, label_smoothing);
	return ct_nn_give(CT_E(cross_entropy_loss, linear_logits(input, linear_weight, linear_bias),
			       target, weight, reduction, loss.ignore_index, label_smoothing),
			  result);
}
