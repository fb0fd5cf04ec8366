/*
 * MultiheadAttention: the weights, and the choice between the operator that computes all at once,
 * the fast path, and torch.nn.functional's function.
 */
#include <math.h>
#include <stdio.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/nn/forward.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "module/computed.h"
#include "nn/functional/give.h"
#include "nn/functional/masks.h"
#include "nn/functional/raise.h"
#include "nn/layers/attention.h"
#include "nn/layers/typed.h"
#include "tensor/tensor/sizes.h"

/* --- the output's projection ------------------------------------------------------------------ */

/* A Linear with another name, as in Python. */
struct projection {
	ct_tensor *weight, *bias; /* bias: NULL: none */
	int64_t features;         /* in and out */
	bool has_bias;
};

static ct_error projection_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct projection *m = self;

	return CT(linear, result, x, m->weight, m->bias);
}

static ct_error projection_reset(void *self)
{
	const struct projection *m = self;
	const double bound = 1 / sqrt((double)ct_size_of(m->weight, 1));

	CT_E(nn_init_kaiming_uniform_, m->weight, .a = sqrt(5));
	if (m->bias)
		CT_E(nn_init_uniform_, m->bias, 0 - bound, bound);
	return CT_DONE();
}

static ct_error projection_repr(const void *self, char **result)
{
	const struct projection *m = self;
	struct ct_text text = { 0 };

	ct_text_addf(&text, "in_features=%lld, out_features=%lld, bias=%s", (long long)m->features,
		     (long long)m->features, m->has_bias ? "True" : "False");
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}

static const ct_module_class projection_class = {
	.name = "NonDynamicallyQuantizableLinear",
	.size = sizeof(struct projection),
	.forward = projection_forward,
	.extra_repr = projection_repr,
	.reset_parameters = projection_reset,
};

static ct_error make_projection(const struct ct_args_nn_MultiheadAttention_ *a, ct_module **result)
{
	const int64_t n = a->embed_dim;
	ct_module *made;
	struct projection *m;

	CT_TRY(ct_module_new(&projection_class, &made));
	m = ct_module_data(made);
	m->features = n;
	m->has_bias = a->bias;
	CT_PARAMETER(m, weight, CT_E(empty, CT_L(n, n), .dtype = a->dtype, .device = a->device));
	CT_PARAMETER(m, bias,
		     a->bias ? CT_E(empty, CT_L(n), .dtype = a->dtype, .device = a->device) : NULL);
	CT_TRY(CT_DONE());
	CT_TRY(projection_reset(m));
	*result = made;
	return NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

static int64_t kdim(const struct ct_args_nn_MultiheadAttention_ *a)
{
	return a->kdim == CT_NO_INT ? a->embed_dim : a->kdim;
}

static int64_t vdim(const struct ct_args_nn_MultiheadAttention_ *a)
{
	return a->vdim == CT_NO_INT ? a->embed_dim : a->vdim;
}

static bool has_one_weight(const struct ct_nn_attention *m)
{
	return kdim(m->args) == m->args->embed_dim && vdim(m->args) == m->args->embed_dim;
}

static ct_tensor *attention_empty(const struct ct_nn_attention *m, ct_ints shape)
{
	return CT_E(empty, shape, .dtype = m->args->dtype, .device = m->args->device);
}

static void add_weights(struct ct_nn_attention *m)
{
	const int64_t n = m->args->embed_dim;
	const bool one = has_one_weight(m);

	if (one)
		CT_PARAMETER(m, in_proj_weight, attention_empty(m, CT_L(ct_size_times(3, n), n)));
	CT_PARAMETER(m, q_proj_weight, one ? NULL : attention_empty(m, CT_L(n, n)));
	CT_PARAMETER(m, k_proj_weight, one ? NULL : attention_empty(m, CT_L(n, kdim(m->args))));
	CT_PARAMETER(m, v_proj_weight, one ? NULL : attention_empty(m, CT_L(n, vdim(m->args))));
	if (!one)
		CT_PARAMETER(m, in_proj_weight, NULL);
	CT_PARAMETER(m, in_proj_bias,
		     m->args->bias ? attention_empty(m, CT_L(ct_size_times(3, n))) : NULL);
}

static void begin(const struct ct_nn_attention *m)
{
	ct_tensor *bias = ct_nn_parameter(m->out_proj, "bias");

	if (has_one_weight(m)) {
		CT_E(nn_init_xavier_uniform_, m->in_proj_weight);
	} else {
		CT_E(nn_init_xavier_uniform_, m->q_proj_weight);
		CT_E(nn_init_xavier_uniform_, m->k_proj_weight);
		CT_E(nn_init_xavier_uniform_, m->v_proj_weight);
	}
	if (m->in_proj_bias) {
		CT_E(nn_init_constant_, m->in_proj_bias, 0);
		CT_E(nn_init_constant_, bias, 0);
	}
	if (m->bias_k)
		CT_E(nn_init_xavier_normal_, m->bias_k);
	if (m->bias_v)
		CT_E(nn_init_xavier_normal_, m->bias_v);
}

static ct_error attention_check_arguments(const struct ct_args_nn_MultiheadAttention_ *a)
{
	if (a->embed_dim <= 0 || a->num_heads <= 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "embed_dim and num_heads must be greater than 0, got "
			    "embed_dim=%lld and num_heads=%lld instead",
			    (long long)a->embed_dim, (long long)a->num_heads);
	if (a->embed_dim % a->num_heads != 0)
		CT_NN_RAISE(CT_ERROR_ASSERTION, "embed_dim must be divisible by num_heads");
	return NULL;
}

static ct_error attention_init(void *self)
{
	struct ct_nn_attention *m = self;
	ct_module *projection = NULL;

	CT_TRY(attention_check_arguments(m->args));
	add_weights(m);
	CT_DO(make_projection(m->args, &projection));
	CT_CHILD(m, out_proj, projection);
	if (m->args->add_bias_kv) {
		CT_PARAMETER(m, bias_k, attention_empty(m, CT_L(1, 1, m->args->embed_dim)));
		CT_PARAMETER(m, bias_v, attention_empty(m, CT_L(1, 1, m->args->embed_dim)));
	}
	CT_TRY(CT_DONE());
	begin(m);
	return CT_DONE();
}

ct_tensor *ct_nn_parameter(const ct_module *self, const char *name)
{
	struct ct_part *part = self ? ct_part_find(self, CT_PARAMETERS, name) : NULL;

	return part ? part->object : NULL;
}

/* --- the fast path ---------------------------------------------------------------------------- */

/* One call. */
struct attend {
	const struct ct_nn_attention *m;
	const ct_tensor *query, *key, *value, *key_padding_mask, *attn_mask;
	const ct_tensor *out_weight, *out_bias; /* of find_projection() */
	ct_nn_attention_options options;        /* without the masks */
	bool is_batched;
	char why_not[256]; /* the reason against the fast path; empty: none yet */
	ct_tensor *output, *weights;
};

static bool is_float_mask(const ct_tensor *mask)
{
	return mask && ct_dtype_is_floating_point(ct_tensor_dtype(mask));
}

static bool attention_differs(const ct_tensor *x, const ct_tensor *weight)
{
	return ct_tensor_dtype(x) != ct_tensor_dtype(weight);
}

static void say_dtypes(struct attend *a, const ct_tensor *weight, const char *name)
{
	snprintf(a->why_not, sizeof a->why_not,
		 "dtypes of query (torch.%s) and self.%s (torch.%s) don't match",
		 ct_dtype_name(ct_tensor_dtype(a->query)), name,
		 ct_dtype_name(ct_tensor_dtype(weight)));
}

/* In Python's order; NULL: nothing is against the fast path. */
static const char *reason_of_inputs(const struct attend *a)
{
	if (!ct_nn_is_fastpath_enabled())
		return "torch.backends.mha.get_fastpath_enabled() was not True";
	if (!a->is_batched)
		return "";
	if (a->query != a->key || a->key != a->value)
		return "non-self attention was used (query, key, and value are not the same "
		       "Tensor)";
	return NULL;
}

static const char *reason_of_module(const struct attend *a)
{
	const struct ct_nn_attention *m = a->m;

	if (ct_module_is_training(ct_module_of(m)))
		return "training is enabled";
	if (m->args->num_heads % 2 != 0)
		return "self.num_heads is not even";
	if (!m->args->batch_first)
		return "batch_first was not True";
	if (m->bias_k)
		return "self.bias_k was not None";
	if (m->bias_v)
		return "self.bias_v was not None";
	if (m->args->add_zero_attn)
		return "add_zero_attn was enabled";
	if (!has_one_weight(m))
		return "_qkv_same_embed_dim was not True";
	if (ct_tensor_is_nested(a->query) && (a->key_padding_mask || a->attn_mask))
		return "supplying both src_key_padding_mask and src_mask at the same time "
		       "                                is not supported with NestedTensor input";
	return NULL;
}

static void say_reason_of_tensors(struct attend *a)
{
	const ct_tensor *const tensors[] = { a->query, a->m->in_proj_weight, a->m->in_proj_bias,
					     a->out_weight, a->out_bias };
	bool is_slow = false, is_recorded = false;

	for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
		is_slow |= tensors[i] && !ct_nn_is_fast_device(tensors[i]);
		is_recorded |= tensors[i] && ct_tensor_requires_grad(tensors[i]);
	}
	if (is_slow)
		snprintf(a->why_not, sizeof a->why_not,
			 "some Tensor argument's device is neither one of cpu, cuda or %s",
			 ct_device_type_name(CT_DEVICE_TYPE_PRIVATEUSE1));
	else if (is_recorded && ct_autograd_is_grad_enabled())
		snprintf(a->why_not, sizeof a->why_not,
			 "grad is enabled and at least one of query or the input/output "
			 "projection weights or biases requires_grad");
}

static void say(struct attend *a, const char *why)
{
	if (why)
		snprintf(a->why_not, sizeof a->why_not, "%s", why);
}

static void find_reason(struct attend *a)
{
	const struct ct_nn_attention *m = a->m;
	const char *why = reason_of_inputs(a);

	if (why && *why == '\0')
		snprintf(a->why_not, sizeof a->why_not,
			 "input not batched; expected query.dim() of 3 but got %lld",
			 (long long)ct_tensor_dim(a->query));
	else if (why)
		say(a, why);
	else if (m->in_proj_bias && attention_differs(a->query, m->in_proj_bias))
		say_dtypes(a, m->in_proj_bias, "in_proj_bias");
	else if (m->in_proj_weight == NULL)
		say(a, "in_proj_weight was None");
	else if (attention_differs(a->query, m->in_proj_weight))
		say_dtypes(a, m->in_proj_weight, "in_proj_weight");
	else
		say(a, reason_of_module(a));
	if (*a->why_not == '\0')
		say_reason_of_tensors(a);
}

static ct_error attend_fast(struct attend *a)
{
	const struct ct_nn_attention *m = a->m;
	int64_t type;
	const ct_tensor *mask = ct_nn_merge_masks(a->attn_mask, a->key_padding_mask, a->query,
						  m->args->num_heads, &type);

	CT_DO(CT(_native_multi_head_attention, &a->output, &a->weights, a->query, a->key, a->value,
		 m->args->embed_dim, m->args->num_heads, m->in_proj_weight, m->in_proj_bias,
		 a->out_weight, a->out_bias, mask, !a->options.no_need_weights,
		 !a->options.no_average_attn_weights, type));
	return CT_DONE();
}

/* --- the slow path ---------------------------------------------------------------------------- */

/* To (length, batch, embed_dim); equal tensors stay equal, since these are projected together. */
static void put_batch_second(struct attend *a)
{
	const ct_tensor *query = a->query, *key = a->key, *value = a->value;

	a->query = CT_E(transpose_int, query, 1, 0);
	a->key = key == query && key == value ? a->query : CT_E(transpose_int, key, 1, 0);
	a->value = key == value ? a->key : CT_E(transpose_int, value, 1, 0);
}

static ct_error attend_slow(struct attend *a)
{
	const struct ct_nn_attention *m = a->m;
	const bool swaps = m->args->batch_first && a->is_batched;

	if (ct_tensor_is_nested(a->query) || ct_tensor_is_nested(a->key) ||
	    ct_tensor_is_nested(a->value))
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "MultiheadAttention does not support NestedTensor outside of "
			    "its fast path. The fast path was not hit because %s",
			    a->why_not);
	if (swaps)
		put_batch_second(a);
	CT_DO(CT(nn_multi_head_attention_forward, &a->output, &a->weights, a->query, a->key,
		 a->value, m->args->embed_dim, m->args->num_heads, m->in_proj_weight,
		 m->in_proj_bias, m->bias_k, m->bias_v, m->args->add_zero_attn, m->args->dropout,
		 a->out_weight, a->out_bias, .training = ct_module_is_training(ct_module_of(m)),
		 .key_padding_mask = a->key_padding_mask,
		 .need_weights = !a->options.no_need_weights, .attn_mask = a->attn_mask,
		 .use_separate_proj_weight = !has_one_weight(m), .q_proj_weight = m->q_proj_weight,
		 .k_proj_weight = m->k_proj_weight, .v_proj_weight = m->v_proj_weight,
		 .average_attn_weights = !a->options.no_average_attn_weights,
		 .is_causal = a->options.is_causal));
	if (swaps)
		a->output = CT_E(transpose_int, a->output, 1, 0);
	return CT_DONE();
}

/* --- calling ---------------------------------------------------------------------------------- */

static ct_error attention_prepare_masks(struct attend *a)
{
	const ct_dtype dtype = ct_tensor_dtype(a->query);
	const ct_tensor *attn_mask = a->attn_mask;

	if (is_float_mask(attn_mask) || is_float_mask(a->key_padding_mask))
		say(a, "floating-point masks are not supported for fast path.");
	a->key_padding_mask = ct_nn_canonical_mask(a->key_padding_mask, "key_padding_mask",
						   attn_mask, "attn_mask", dtype);
	a->attn_mask = ct_nn_canonical_mask(attn_mask, "attn_mask", NULL, "", dtype);
	return CT_DONE();
}

/* They may be computed, which the projection's own call would do. */
static ct_error find_projection(struct attend *a)
{
	ct_tensor *weight = NULL, *bias = NULL;

	if (a->m->out_proj) {
		CT_TRY(ct_module_find_tensor(a->m->out_proj, "weight", &weight));
		CT_TRY(ct_module_find_tensor(a->m->out_proj, "bias", &bias));
	}
	a->out_weight = weight;
	a->out_bias = bias;
	return NULL;
}

static ct_error run(struct attend *a, ct_tensor **outputs, int64_t outputs_len)
{
	CT_OWN_SCOPE(NULL);

	CT_TRY(find_projection(a));
	CT_TRY(attention_prepare_masks(a));
	find_reason(a);
	CT_TRY(*a->why_not == '\0' && a->m->in_proj_bias ? attend_fast(a) : attend_slow(a));
	if (outputs_len > 0)
		CT_TRY(ct_nn_give(a->output, &outputs[0]));
	if (outputs_len > 1)
		CT_TRY(ct_nn_give(a->weights, &outputs[1]));
	return NULL;
}

/* Inputs: query, key, value, key_padding_mask, attn_mask. */
static ct_error attention_attend(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				 ct_tensor **outputs, int64_t outputs_len, const void *options)
{
	static const char *const names[] = { "query", "key", "value" };
	const struct ct_nn_attention *m = self;
	const ct_nn_attention_options *given = options;
	struct attend a = {
		.m = m,
		.query = inputs[0],
		.key = inputs[1],
		.value = inputs[2],
		.key_padding_mask = inputs_len > 3 ? inputs[3] : NULL,
		.attn_mask = inputs_len > 4 ? inputs[4] : NULL,
		.options = given ? *given : (ct_nn_attention_options){ 0 },
		.is_batched = ct_tensor_dim(inputs[0]) == 3,
	};

	for (int i = 0; i < 3; i++)
		if (inputs[i] == NULL)
			return ct_missing_argument(NULL, i + 1, names[i]);
	return run(&a, outputs, outputs_len);
}

static ct_error attention_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				  ct_tensor **outputs, int64_t outputs_len)
{
	return attention_attend(self, inputs, inputs_len, outputs, outputs_len, NULL);
}

CT_NN_CLASS(MultiheadAttention, struct ct_nn_attention, attention_init, NULL,
	    .module.forward_all = attention_forward, .module.inputs_min = 3, .module.inputs_max = 5,
	    .module.outputs_max = 2);

ct_error ct_nn_MultiheadAttention_forward(const ct_module *module, const ct_tensor *query,
					  const ct_tensor *key, const ct_tensor *value,
					  const ct_nn_attention_options *options,
					  ct_tensor **output, ct_tensor **weights)
{
	const ct_tensor *const inputs[] = { query, key, value,
					    options ? options->key_padding_mask : NULL,
					    options ? options->attn_mask : NULL };
	ct_tensor *outputs[2] = { NULL };

	CT_TRY(ct_nn_check_class(module, &ct_nn_MultiheadAttention_code, __func__));
	CT_TRY(ct_module_call_with(module, attention_attend, options, inputs, 5, outputs,
				   weights ? 2 : 1));
	if (weights)
		*weights = outputs[1];
	ct_nn_take(outputs[0], output);
	return NULL;
}
