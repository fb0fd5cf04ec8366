/*
 * torch.nn.functional: multi_head_attention_forward().
 *
 * A call keeps what it computes in struct attention; each step checks what Python checks there, in
 * the same order, and adds to it. All of it is one expression.
 */
#include <math.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/nn/functions.h>

#include "nn/functional/give.h"
#include "nn/functional/masks.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

struct attention {
	/* Python's arguments; the masks are then replaced by their canonical forms. */
	const ct_tensor *query, *key, *value;
	int64_t embed_dim_to_check, num_heads;
	const ct_tensor *in_proj_weight, *in_proj_bias, *bias_k, *bias_v;
	bool add_zero_attn;
	double dropout_p;
	const ct_tensor *out_proj_weight, *out_proj_bias;
	const ct_tensor *key_padding_mask, *attn_mask;
	bool need_weights, use_separate_proj_weight;
	const ct_tensor *q_proj_weight, *k_proj_weight, *v_proj_weight, *static_k, *static_v;
	bool average_attn_weights, is_causal;

	bool is_batched;
	int64_t tgt_len, src_len, bsz, embed_dim, head_dim;
	const ct_tensor *q, *k, *v;
	ct_tensor *output, *weights; /* weights: NULL if not needed */
};

/* --- Checks of the inputs --------------------------------------------------------------------- */

static ct_error wrong_dims(const struct attention *a, const char *what, const char *wanted,
			   const ct_tensor *got)
{
	CT_NN_RAISE(CT_ERROR_ASSERTION,
		    "For %s `query`, expected `%s` to be `None`%s but found %lld-D tensor "
		    "instead",
		    a->is_batched ? "batched (3-D)" : "unbatched (2-D)", what, wanted,
		    (long long)ct_tensor_dim(got));
}

static ct_error wrong_unbatched_mask(const struct attention *a)
{
	CT_NN_RAISE(CT_ERROR_ASSERTION,
		    "Expected `attn_mask` shape to be (%lld, %lld, %lld) but got %s",
		    (long long)a->num_heads, (long long)ct_size_of(a->query, 0),
		    (long long)ct_size_of(a->key, 0), ct_nn_size_text(a->attn_mask).at);
}

static bool has_shape(const ct_tensor *x, ct_ints shape)
{
	if (ct_tensor_dim(x) != shape.len)
		return false;
	for (int64_t i = 0; i < shape.len; i++)
		if (ct_sizes_of(x).at[i] != shape.at[i])
			return false;
	return true;
}

static bool have_same_sizes(const ct_tensor *a, const ct_tensor *b, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (ct_sizes_of(a).at[i] != ct_sizes_of(b).at[i])
			return false;
	return true;
}

static ct_error check_masks(const struct attention *a)
{
	const ct_tensor *padding = a->key_padding_mask, *mask = a->attn_mask;
	const int64_t dim = mask ? ct_tensor_dim(mask) : 2;

	if (padding && ct_tensor_dim(padding) != (a->is_batched ? 2 : 1))
		return wrong_dims(a, "key_padding_mask", a->is_batched ? " or 2-D" : " or 1-D",
				  padding);
	if (dim != 2 && dim != 3)
		return wrong_dims(a, "attn_mask", ", 2-D or 3-D", mask);
	if (!a->is_batched && dim == 3 &&
	    !has_shape(mask, CT_L(a->num_heads, ct_size_of(a->query, 0), ct_size_of(a->key, 0))))
		return wrong_unbatched_mask(a);
	return NULL;
}

static ct_error check_shapes(struct attention *a)
{
	const int64_t dim = ct_tensor_dim(a->query);

	a->is_batched = dim == 3;
	if (dim != 2 && dim != 3)
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "query should be unbatched 2D or batched 3D tensor but "
			    "received %lld-D query tensor",
			    (long long)dim);
	if (ct_tensor_dim(a->key) != dim || ct_tensor_dim(a->value) != dim)
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "For %s `query`, expected `key` and `value` to be %lld-D but "
			    "found %lld-D and %lld-D tensors respectively",
			    a->is_batched ? "batched (3-D)" : "unbatched (2-D)", (long long)dim,
			    (long long)ct_tensor_dim(a->key), (long long)ct_tensor_dim(a->value));
	return check_masks(a);
}

/* --- Masks ------------------------------------------------------------------------------------ */

/* Afterwards is_causal is only true where the mask need not be read. */
static ct_error functional_attention_prepare_masks(struct attention *a)
{
	const ct_dtype dtype = ct_tensor_dtype(a->query);

	a->key_padding_mask = ct_nn_canonical_mask(a->key_padding_mask, "key_padding_mask",
						   a->attn_mask, "attn_mask", dtype);
	if (ct_expression_failed())
		return CT_DONE();
	if (a->is_causal && a->attn_mask == NULL)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "Need attn_mask if specifying the is_causal hint. You may use "
			    "the Transformer module method "
			    "`generate_square_subsequent_mask` to create this mask.");
	if (a->is_causal && a->key_padding_mask == NULL && !a->need_weights) {
		a->attn_mask = NULL;
		return NULL;
	}
	a->attn_mask = ct_nn_canonical_mask(a->attn_mask, "attn_mask", NULL, "", dtype);
	if (a->key_padding_mask)
		a->is_causal = false;
	return CT_DONE();
}

static ct_error wrong_mask(const struct attention *a, ct_ints shape)
{
	CT_NN_RAISE(CT_ERROR_RUNTIME, "The shape of the %lldD attn_mask is %s, but should be %s.",
		    (long long)shape.len, ct_nn_size_text(a->attn_mask).at,
		    ct_nn_tuple_text(shape).at);
}

/* A mask for all heads becomes one of three dimensions. */
static ct_error check_mask_size(struct attention *a)
{
	const ct_ints each = CT_L(a->bsz * a->num_heads, a->tgt_len, a->src_len);
	const bool is_3d = a->attn_mask && ct_tensor_dim(a->attn_mask) == 3;
	const ct_ints shape = is_3d ? each : CT_INTS_OF(each.at + 1, 2);

	if (a->attn_mask == NULL)
		return NULL;
	if (!has_shape(a->attn_mask, shape))
		return wrong_mask(a, shape);
	if (!is_3d)
		a->attn_mask = CT_E(unsqueeze, a->attn_mask, 0);
	return CT_DONE();
}

/* One more key, which is not masked. */
static void widen_masks(struct attention *a)
{
	if (a->attn_mask)
		a->attn_mask = CT_E(pad, a->attn_mask, CT_L(0, 1));
	if (a->key_padding_mask)
		a->key_padding_mask = CT_E(pad, a->key_padding_mask, CT_L(0, 1));
}

static ct_error check_padding_mask(const struct attention *a)
{
	const int64_t wanted[] = { a->bsz, a->src_len };

	for (int i = 0; i < 2; i++)
		if (ct_sizes_of(a->key_padding_mask).at[i] != wanted[i])
			CT_NN_RAISE(CT_ERROR_ASSERTION,
				    "Expected key_padded_mask.shape[%d] to be %lld, but "
				    "got %lld",
				    i, (long long)wanted[i],
				    (long long)ct_sizes_of(a->key_padding_mask).at[i]);
	return NULL;
}

static ct_error merge_masks(struct attention *a)
{
	const ct_tensor *mask = a->key_padding_mask;

	if (mask == NULL)
		return NULL;
	CT_TRY(check_padding_mask(a));
	mask = CT_E(view, mask, CT_L(a->bsz, 1, 1, a->src_len));
	mask = CT_E(expand, mask, CT_L(-1, a->num_heads, -1, -1));
	mask = CT_E(reshape, mask, CT_L(a->bsz * a->num_heads, 1, a->src_len));
	a->attn_mask = a->attn_mask ? CT_E(add, a->attn_mask, mask) : mask;
	return CT_DONE();
}

/* --- Projections ------------------------------------------------------------------------------ */

static ct_error read_sizes(struct attention *a)
{
	const int64_t *shape = ct_sizes_of(a->query).at;

	a->tgt_len = shape[0];
	a->bsz = shape[1];
	a->embed_dim = shape[2];
	a->src_len = ct_sizes_of(a->key).at[0];
	return NULL;
}

static ct_error functional_attention_check_sizes(struct attention *a)
{
	if (a->embed_dim != a->embed_dim_to_check)
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "was expecting embedding dimension of %lld, but got %lld",
			    (long long)a->embed_dim_to_check, (long long)a->embed_dim);
	if (a->num_heads == 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "integer division or modulo by zero");
	a->head_dim = a->embed_dim / a->num_heads;
	if (a->head_dim * a->num_heads != a->embed_dim)
		CT_NN_RAISE(CT_ERROR_ASSERTION, "embed_dim %lld not divisible by num_heads %lld",
			    (long long)a->embed_dim, (long long)a->num_heads);
	return NULL;
}

/* Separate weights may be for different widths of keys and values. */
static ct_error check_pair(struct attention *a)
{
	const ct_ints key = ct_sizes_of(a->key), value = ct_sizes_of(a->value);

	if (a->use_separate_proj_weight && !have_same_sizes(a->key, a->value, 2))
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "key's sequence and batch dims torch.Size(%s) do not match "
			    "value's torch.Size(%s)",
			    ct_nn_list_text(CT_INTS_OF(key.at, 2)).at,
			    ct_nn_list_text(CT_INTS_OF(value.at, 2)).at);
	if (!a->use_separate_proj_weight && !have_same_sizes(a->key, a->value, 3))
		CT_NN_RAISE(CT_ERROR_ASSERTION, "key shape %s does not match value shape %s",
			    ct_nn_size_text(a->key).at, ct_nn_size_text(a->value).at);
	return NULL;
}

/* `n` projections of one tensor by one product. */
static ct_tensor *project(const ct_tensor *x, const ct_tensor *weight, const ct_tensor *bias,
			  int64_t n)
{
	ct_tensor *y = CT_E(linear, x, weight, bias);

	y = CT_E(unflatten_int, y, -1, CT_L(n, ct_size_of(x, -1)));
	y = CT_E(squeeze_dim, CT_E(transpose_int, CT_E(unsqueeze, y, 0), 0, -2), -2);
	return CT_E(contiguous, y);
}

/* The weight, or the bias, of q and that of k and v. */
/* libtorch's operators that split a nested tensor may read sizes that it does not have. */

static void split_in_two(const ct_tensor *x, int64_t embed_dim, ct_tensor **parts)
{
	ct_tensor **list = NULL;
	int64_t n = 0;

	parts[0] = parts[1] = NULL;
	if (x)
		CT_DO(ct_check_sizes(x));
	if (x)
		CT_DO(CT(split_with_sizes, &list, &n, x, CT_L(embed_dim, embed_dim * 2)));
	for (int64_t i = 0; i < n && i < 2; i++)
		parts[i] = list[i];
}

/* NULL where there are fewer. */
static void split_in_three(const ct_tensor *x, ct_tensor **parts)
{
	ct_tensor **list = NULL;
	int64_t n = 0;

	parts[0] = parts[1] = parts[2] = NULL;
	if (x)
		CT_DO(ct_check_sizes(x));
	if (x)
		CT_DO(CT(chunk, &list, &n, x, 3));
	if (x && n != 3)
		CT_FAIL(CT_ERROR_VALUE, "not enough values to unpack (expected 3, got %lld)",
			(long long)n);
	for (int64_t i = 0; i < n && i < 3; i++)
		parts[i] = list[i];
}

/* Equal inputs are projected together; handles on one tensor are equal. */
static void project_packed(struct attention *a)
{
	ct_tensor *w[3], *b[3];
	const ct_tensor *y;

	if (a->key == a->value && a->query == a->key) {
		y = project(a->query, a->in_proj_weight, a->in_proj_bias, 3);
		a->q = CT_E(select_int, y, 0, 0);
		a->k = CT_E(select_int, y, 0, 1);
		a->v = CT_E(select_int, y, 0, 2);
	} else if (a->key == a->value) {
		split_in_two(a->in_proj_weight, a->embed_dim, w);
		split_in_two(a->in_proj_bias, a->embed_dim, b);
		a->q = CT_E(linear, a->query, w[0], b[0]);
		y = project(a->key, w[1], b[1], 2);
		a->k = CT_E(select_int, y, 0, 0);
		a->v = CT_E(select_int, y, 0, 1);
	} else {
		split_in_three(a->in_proj_weight, w);
		split_in_three(a->in_proj_bias, b);
		a->q = CT_E(linear, a->query, w[0], b[0]);
		a->k = CT_E(linear, a->key, w[1], b[1]);
		a->v = CT_E(linear, a->value, w[2], b[2]);
	}
}

static ct_error wrong_projection(const char *name, const char *what, ct_ints wanted,
				 const ct_tensor *got)
{
	CT_NN_RAISE(CT_ERROR_ASSERTION, "expecting %s %s shape of %s, but got %s", name, what,
		    ct_nn_tuple_text(wanted).at, ct_nn_size_text(got).at);
}

static const char *const projected[] = { "query", "key", "value" };

static ct_error check_weights(const struct attention *a, const ct_tensor *const *inputs,
			      const ct_tensor *const *weights, ct_tensor *const *biases)
{
	for (int i = 0; i < 3; i++) {
		const ct_ints wanted = CT_L(a->embed_dim, ct_size_of(inputs[i], -1));

		if (!has_shape(weights[i], wanted))
			return wrong_projection(projected[i], "weights", wanted, weights[i]);
	}
	for (int i = 0; i < 3; i++)
		if (biases[i] && !has_shape(biases[i], CT_L(a->embed_dim)))
			return wrong_projection(projected[i], "bias", CT_L(a->embed_dim),
						biases[i]);
	return NULL;
}

static ct_error project_separately(struct attention *a)
{
	static const char *const names[] = { "q", "k", "v" };
	const ct_tensor *const inputs[] = { a->query, a->key, a->value };
	const ct_tensor *const weights[] = { a->q_proj_weight, a->k_proj_weight, a->v_proj_weight };
	ct_tensor *biases[3];

	for (int i = 0; i < 3; i++)
		if (weights[i] == NULL)
			CT_NN_RAISE(CT_ERROR_ASSERTION,
				    "use_separate_proj_weight is True but %s_proj_weight "
				    "is None",
				    names[i]);
	split_in_three(a->in_proj_bias, biases);
	CT_TRY(CT_DONE());
	CT_TRY(check_weights(a, inputs, weights, biases));
	a->q = CT_E(linear, a->query, weights[0], biases[0]);
	a->k = CT_E(linear, a->key, weights[1], biases[1]);
	a->v = CT_E(linear, a->value, weights[2], biases[2]);
	return CT_DONE();
}

static ct_error project_all(struct attention *a)
{
	if (a->use_separate_proj_weight)
		return project_separately(a);
	if (a->in_proj_weight == NULL)
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "use_separate_proj_weight is False but in_proj_weight is None");
	project_packed(a);
	return CT_DONE();
}

/* --- Keys and values -------------------------------------------------------------------------- */

static ct_error assertion(const char *text)
{
	CT_NN_RAISE(CT_ERROR_ASSERTION, "%s", text);
}

static ct_error add_biases(struct attention *a)
{
	if (a->bias_k == NULL && a->bias_v == NULL)
		return NULL;
	if (a->bias_v == NULL)
		return assertion("bias_k is set but bias_v is None");
	if (a->bias_k == NULL)
		return assertion("bias_v is set but bias_k is None");
	if (a->static_k)
		return assertion("bias cannot be added to static key.");
	if (a->static_v)
		return assertion("bias cannot be added to static value.");
	a->k = CT_E(cat, CT_TENSORS(a->k, CT_E(repeat, a->bias_k, CT_L(1, a->bsz, 1))));
	a->v = CT_E(cat, CT_TENSORS(a->v, CT_E(repeat, a->bias_v, CT_L(1, a->bsz, 1))));
	widen_masks(a);
	return CT_DONE();
}

/* (length, batch, embed_dim) to (batch * heads, length, head_dim) */
static ct_tensor *heads(const struct attention *a, const ct_tensor *x, int64_t length)
{
	x = CT_E(view, x, CT_L(length, a->bsz * a->num_heads, a->head_dim));
	return CT_E(transpose_int, x, 0, 1);
}

static ct_error check_static(const struct attention *a, const ct_tensor *x, const char *name)
{
	const int64_t wanted[] = { a->bsz * a->num_heads, 0, a->head_dim };

	for (int64_t i = 0; i <= 2; i += 2) {
		int64_t size;

		CT_TRY(ct_size_int(x, i, &size));
		if (size != wanted[i])
			CT_NN_RAISE(CT_ERROR_ASSERTION,
				    "expecting %s.size(%lld) of %lld, but got %lld", name,
				    (long long)i, (long long)wanted[i], (long long)size);
	}
	return NULL;
}

static ct_error split_heads(struct attention *a)
{
	a->q = heads(a, a->q, a->tgt_len);
	if (a->static_k == NULL)
		a->k = heads(a, a->k, ct_size_of(a->k, 0));
	CT_TRY(CT_DONE());
	if (a->static_k) {
		CT_TRY(check_static(a, a->static_k, "static_k"));
		a->k = a->static_k;
	}
	if (a->static_v) {
		CT_TRY(check_static(a, a->static_v, "static_v"));
		a->v = a->static_v;
	} else {
		a->v = heads(a, a->v, ct_size_of(a->v, 0));
	}
	return CT_DONE();
}

static ct_tensor *with_zeros(const struct attention *a, const ct_tensor *x)
{
	ct_tensor *zeros = CT_E(zeros, CT_L(a->bsz * a->num_heads, 1, a->head_dim),
				.dtype = ct_tensor_dtype(x), .device = ct_tensor_device(x));

	return CT_E(cat, CT_TENSORS(x, zeros), 1);
}

static ct_error add_zeros(struct attention *a)
{
	if (!a->add_zero_attn)
		return NULL;
	a->k = with_zeros(a, a->k);
	a->v = with_zeros(a, a->v);
	widen_masks(a);
	return CT_DONE();
}

static ct_error count_keys(struct attention *a)
{
	return ct_size_int(a->k, 1, &a->src_len);
}

/* --- Attention -------------------------------------------------------------------------------- */

static ct_error wrong_dropout(double p)
{
	CT_NN_RAISE(CT_ERROR_VALUE, "dropout probability has to be between 0 and 1, but got %s",
		    ct_nn_float_text(p).at);
}

/* The projection of (length * batch, embed_dim) to the output. */
static void project_output(struct attention *a, const ct_tensor *y)
{
	y = CT_E(linear, y, a->out_proj_weight, a->out_proj_bias);
	a->output = CT_E(view, y, CT_L(a->tgt_len, a->bsz, ct_size_of(y, 1)));
	if (!a->is_batched)
		a->output = CT_E(squeeze_dim, a->output, 1);
}

static ct_error attend_with_weights(struct attention *a)
{
	const int64_t width = ct_size_of(a->q, 2);
	const ct_tensor *q = CT_E(mul, a->q, sqrt(1.0 / (double)width)), *y;
	ct_tensor *w;

	if (a->is_causal && a->attn_mask == NULL)
		return assertion("FIXME: is_causal not implemented for need_weights");
	if (a->attn_mask)
		w = CT_E(baddbmm, a->attn_mask, q, CT_E(transpose_int, a->k, -2, -1));
	else
		w = CT_E(bmm, q, CT_E(transpose_int, a->k, -2, -1));
	w = CT_E(softmax_int, w, -1);
	if (a->dropout_p > 0) {
		if (a->dropout_p > 1)
			CT_DO(wrong_dropout(a->dropout_p));
		w = CT_E(dropout, w, a->dropout_p, true);
	}
	y = CT_E(transpose_int, CT_E(bmm, w, a->v), 0, 1);
	project_output(a, CT_E(reshape, y, CT_L(a->tgt_len * a->bsz, a->embed_dim)));
	w = CT_E(view, w, CT_L(a->bsz, a->num_heads, a->tgt_len, a->src_len));
	if (a->average_attn_weights)
		w = CT_E(mean_dim, w, CT_L(1));
	a->weights = a->is_batched ? w : CT_E(squeeze_dim, w, 0);
	return CT_DONE();
}

#ifdef CT_OP_scaled_dot_product_attention_
static const bool weights_are_optional = true;

static ct_error attend_only(struct attention *a)
{
	const ct_tensor *mask = a->attn_mask, *q, *k, *v, *y;

	if (mask && ct_tensor_dim(mask) == 3 && ct_size_of(mask, 0) == 1)
		mask = CT_E(unsqueeze, mask, 0);
	else if (mask)
		mask = CT_E(view, mask, CT_L(a->bsz, a->num_heads, -1, a->src_len));
	q = CT_E(view, a->q, CT_L(a->bsz, a->num_heads, a->tgt_len, a->head_dim));
	k = CT_E(view, a->k, CT_L(a->bsz, a->num_heads, a->src_len, a->head_dim));
	v = CT_E(view, a->v, CT_L(a->bsz, a->num_heads, a->src_len, a->head_dim));
	y = CT_E(scaled_dot_product_attention, q, k, v, mask, a->dropout_p, a->is_causal);
	y = CT_E(reshape, CT_E(permute, y, CT_L(2, 0, 1, 3)),
		 CT_L(a->bsz * a->tgt_len, a->embed_dim));
	project_output(a, y);
	return CT_DONE();
}

#else
/* A release before 2.0. */
static const bool weights_are_optional = false;

static ct_error attend_only(struct attention *a)
{
	return attend_with_weights(a);
}
#endif

static ct_error functional_attention_attend(struct attention *a)
{
	return a->need_weights ? attend_with_weights(a) : attend_only(a);
}

/* Without a batch: one of size 1. As in Python, equal inputs are then projected separately. */
static ct_error make_batch(struct attention *a)
{
	if (a->is_batched)
		return NULL;
	a->query = CT_E(unsqueeze, a->query, 1);
	a->key = CT_E(unsqueeze, a->key, 1);
	a->value = CT_E(unsqueeze, a->value, 1);
	if (a->key_padding_mask)
		a->key_padding_mask = CT_E(unsqueeze, a->key_padding_mask, 0);
	return CT_DONE();
}

static ct_error functional_attention_compute(struct attention *a)
{
	static ct_error (*const steps[])(struct attention *) = {
		check_shapes,
		make_batch,
		read_sizes,
		functional_attention_prepare_masks,
		functional_attention_check_sizes,
		check_pair,
		project_all,
		check_mask_size,
		add_biases,
		split_heads,
		add_zeros,
		count_keys,
		merge_masks,
		functional_attention_attend,
	};

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		CT_TRY(steps[i](a));
	return NULL;
}

ct_error ct_nn_multi_head_attention_forward(
	const ct_tensor *query, const ct_tensor *key, const ct_tensor *value,
	int64_t embed_dim_to_check, int64_t num_heads, const ct_tensor *in_proj_weight,
	const ct_tensor *in_proj_bias, const ct_tensor *bias_k, const ct_tensor *bias_v,
	bool add_zero_attn, double dropout_p, const ct_tensor *out_proj_weight,
	const ct_tensor *out_proj_bias, bool training, const ct_tensor *key_padding_mask,
	bool need_weights, const ct_tensor *attn_mask, bool use_separate_proj_weight,
	const ct_tensor *q_proj_weight, const ct_tensor *k_proj_weight,
	const ct_tensor *v_proj_weight, const ct_tensor *static_k, const ct_tensor *static_v,
	bool average_attn_weights, bool is_causal, ct_tensor **result0, ct_tensor **result1)
{
	CT_NN_NEEDS(query, 1);
	CT_NN_NEEDS(key, 2);
	CT_NN_NEEDS(value, 3);
	CT_NN_NEEDS(out_proj_weight, 12);
	CT_OWN_SCOPE(__func__);
	struct attention a = {
		.query = query,
		.key = key,
		.value = value,
		.embed_dim_to_check = embed_dim_to_check,
		.num_heads = num_heads,
		.in_proj_weight = in_proj_weight,
		.in_proj_bias = in_proj_bias,
		.bias_k = bias_k,
		.bias_v = bias_v,
		.add_zero_attn = add_zero_attn,
		.dropout_p = training ? dropout_p : 0,
		.out_proj_weight = out_proj_weight,
		.out_proj_bias = out_proj_bias,
		.key_padding_mask = key_padding_mask,
		.attn_mask = attn_mask,
		.need_weights = need_weights || !weights_are_optional,
		.use_separate_proj_weight = use_separate_proj_weight,
		.q_proj_weight = q_proj_weight,
		.k_proj_weight = k_proj_weight,
		.v_proj_weight = v_proj_weight,
		.static_k = static_k,
		.static_v = static_v,
		.average_attn_weights = average_attn_weights,
		.is_causal = is_causal,
	};

	CT_TRY(functional_attention_compute(&a));
	CT_TRY(ct_nn_give_if_wanted(a.output, result0));
	return ct_nn_give_if_wanted(need_weights ? a.weights : NULL, result1);
}
