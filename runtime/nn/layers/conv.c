/*
 * Convolutions and transposed convolutions over 1, 2 and 3 dimensions. The classes differ in their
 * arguments and in the operators; the rest is written once, for `struct conv`.
 */
#include <math.h>
#include <string.h>

#include <ctorch/nn/forward.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/text.h"
#include "module/module.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/layers/lazy.h"
#include "tensor/tensor/sizes.h"

enum { MOST_DIMS = 3 };

struct conv {
	const struct ct_nn_class *klass;
	const void *args;
	ct_tensor *weight;
	ct_tensor *bias; /* NULL: none */

	/* Out of the arguments, whose memory the lists and the text share. */
	int64_t in_channels, out_channels, groups;
	ct_ints kernel_size, stride, padding, dilation;
	ct_ints output_padding; /* of a transposed one */
	const char *padding_mode;
	ct_device device;
	ct_dtype dtype;
	bool has_bias;
	int dims;
	bool is_transposed;
	bool is_lazy; /* in_channels are not known yet */

	int64_t padded[2 * MOST_DIMS]; /* for ct_pad(), where padding_mode is not "zeros" */
};

#define READ(m, a)                                                         \
	((m)->out_channels = (a)->out_channels, (m)->groups = (a)->groups, \
	 (m)->kernel_size = (a)->kernel_size, (m)->stride = (a)->stride,   \
	 (m)->padding = (a)->padding, (m)->dilation = (a)->dilation,       \
	 (m)->padding_mode = (a)->padding_mode, (m)->device = (a)->device, \
	 (m)->dtype = (a)->dtype, (m)->has_bias = (a)->bias)

/* --- operators -------------------------------------------------------------------------------- */

static const struct {
	ct_error (*conv)(const ct_tensor *, const ct_tensor *, const ct_tensor *, const int64_t *,
			 int64_t, const int64_t *, int64_t, const int64_t *, int64_t, int64_t,
			 ct_tensor **);
	ct_error (*worded)(const ct_tensor *, const ct_tensor *, const ct_tensor *, const int64_t *,
			   int64_t, const char *, const int64_t *, int64_t, int64_t, ct_tensor **);
	ct_error (*transposed)(const ct_tensor *, const ct_tensor *, const ct_tensor *,
			       const int64_t *, int64_t, const int64_t *, int64_t, const int64_t *,
			       int64_t, int64_t, const int64_t *, int64_t, ct_tensor **);
} operators[] = {
	{ NULL, NULL, NULL },
	{ ct_conv1d, ct_conv1d_padding, ct_conv_transpose1d },
	{ ct_conv2d, ct_conv2d_padding, ct_conv_transpose2d_input },
	{ ct_conv3d, ct_conv3d_padding, ct_conv_transpose3d_input },
};

/* --- making ----------------------------------------------------------------------------------- */

static bool is_strided(const struct conv *m)
{
	bool strided = false;

	for (int64_t i = 0; i < m->stride.len; i++)
		strided = strided || m->stride.at[i] != 1;
	return strided;
}

static bool conv_is_one_of(const char *word, const char *const *words)
{
	while (*words && strcmp(word, *words) != 0)
		words++;
	return *words != NULL;
}

static ct_error conv_check(const struct conv *m)
{
	static const char *const modes[] = { "zeros", "reflect", "replicate", "circular", NULL };
	const char *name = m->klass->of.name;

	if (m->groups <= 0)
		return ct_error_new(CT_ERROR_VALUE, name, "groups must be a positive integer");
	if (m->in_channels % m->groups != 0) /* 0 of a lazy one */
		return ct_error_new(CT_ERROR_VALUE, name,
				    "in_channels must be divisible by groups");
	if (!m->is_lazy && m->out_channels % m->groups != 0)
		return ct_error_new(CT_ERROR_VALUE, name,
				    "out_channels must be divisible by groups");
	if (m->padding.len == CT_PADDING_SAME.len && is_strided(m))
		return ct_error_new(CT_ERROR_VALUE, name,
				    "padding='same' is not supported for strided convolutions");
	if (!m->padding_mode || !conv_is_one_of(m->padding_mode, modes))
		return ct_error_new(CT_ERROR_VALUE, name,
				    "padding_mode must be one of {'zeros', 'reflect', 'replicate', "
				    "'circular'}, but got padding_mode='%s'",
				    m->padding_mode ? m->padding_mode : "None");
	return NULL;
}

/* What ct_pad() gets: both sides of each dimension, the last dimension first. */
static void set_padded(struct conv *m)
{
	for (int i = 0; i < m->dims; i++) {
		int64_t *sides = &m->padded[2 * (m->dims - 1 - i)];
		int64_t all;

		if (m->padding.len == CT_PADDING_VALID.len) {
			sides[0] = sides[1] = 0;
		} else if (m->padding.len == CT_PADDING_SAME.len) {
			all = ct_size_times(ct_nn_at(m->dilation, i),
					    ct_nn_at(m->kernel_size, i) - 1);
			sides[0] = all / 2;
			sides[1] = all - sides[0];
		} else {
			sides[0] = sides[1] = ct_nn_at(m->padding, i);
		}
	}
}

static ct_error check_list(const struct conv *m, const char *argument, ct_ints list)
{
	if (list.len < 0 || list.len == 1 || list.len == m->dims)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, m->klass->of.name,
			    "%s must have 1 or %d elements, not %lld", argument, m->dims,
			    (long long)list.len);
}

/* What is derived from the arguments, after these were read. */
static ct_error settle(struct conv *m)
{
	CT_TRY(check_list(m, "kernel_size", m->kernel_size));
	CT_TRY(check_list(m, "stride", m->stride));
	CT_TRY(check_list(m, "padding", m->padding));
	CT_TRY(check_list(m, "dilation", m->dilation));
	if (m->is_transposed)
		CT_TRY(check_list(m, "output_padding", m->output_padding));
	set_padded(m);
	return NULL;
}

static ct_ints weight_shape(const struct conv *m, int64_t *shape)
{
	shape[0] = m->is_transposed ? m->in_channels : m->out_channels;
	shape[1] = (m->is_transposed ? m->out_channels : m->in_channels) / m->groups;
	for (int i = 0; i < m->dims; i++)
		shape[2 + i] = ct_nn_at(m->kernel_size, i);
	return CT_INTS_OF(shape, 2 + m->dims);
}

/* In memory order, whatever the order of the weight's own: a module in another memory format gets
 * the same values. */
static void reset_weight(ct_tensor *weight)
{
	ct_tensor *plain;

	if (ct_tensor_is_contiguous(weight)) {
		CT_E(nn_init_kaiming_uniform_, weight, .a = sqrt(5));
		return;
	}
	plain = CT_E(empty_like, CT_E(detach, weight), .memory_format = CT_CONTIGUOUS_FORMAT);
	CT_E(nn_init_kaiming_uniform_, plain, .a = sqrt(5));
	CT_E(copy_, CT_E(detach, weight), plain);
}

static ct_error conv_reset(void *self)
{
	const struct conv *m = self;
	int64_t fan_in = ct_size_of(m->weight, 1);
	double bound;

	for (int i = 0; i < m->dims; i++)
		fan_in *= ct_size_of(m->weight, 2 + i);
	bound = fan_in > 0 ? 1 / sqrt((double)fan_in) : 0;
	CT_OWN_SCOPE(NULL);
	reset_weight(m->weight);
	if (m->bias)
		CT_E(nn_init_uniform_, m->bias, 0 - bound, bound);
	return CT_DONE();
}

static ct_error conv_make(struct conv *m)
{
	int64_t shape[2 + MOST_DIMS];

	CT_TRY(conv_check(m));
	CT_TRY(settle(m));
	CT_PARAMETER(m, weight,
		     CT_E(empty, weight_shape(m, shape), .dtype = m->dtype, .device = m->device));
	CT_PARAMETER(m, bias,
		     m->has_bias ? CT_E(empty, CT_L(m->out_channels), .dtype = m->dtype,
					.device = m->device)
				 : NULL);
	CT_TRY(CT_DONE());
	return conv_reset(m);
}

/* --- lazy ones -------------------------------------------------------------------------------- */

/* With in_channels of the first input, unless a state was loaded. */
static ct_error conv_infer(struct conv *m, const ct_tensor *x)
{
	const int64_t dim = ct_tensor_dim(x);
	int64_t shape[2 + MOST_DIMS], channels;

	if (!ct_nn_has_lazy(m))
		return NULL;
	CT_TRY(ct_check_sizes(x));
	if (dim != m->dims + 1 && dim != m->dims + 2)
		return ct_error_new(
			CT_ERROR_RUNTIME, m->klass->of.name,
			"Expected %dD (unbatched) or %dD (batched) input to %s, but got "
			"input of size: %s",
			m->dims + 1, m->dims + 2, m->klass->of.name, ct_nn_size_text(x).at);
	channels = ct_size_of(x, dim == m->dims + 2 ? 1 : 0);
	if (channels % m->groups != 0)
		return ct_error_new(CT_ERROR_VALUE, m->klass->of.name,
				    "in_channels must be divisible by groups");
	m->in_channels = channels;
	CT_TRY(ct_nn_materialize(m->weight, weight_shape(m, shape)));
	CT_TRY(ct_nn_materialize(m->bias, CT_L(m->out_channels)));
	return channels ? conv_reset(m) : NULL;
}

static ct_error make_lazy(struct conv *m, ct_nn_infer function)
{
	m->is_lazy = true;
	CT_TRY(conv_check(m));
	CT_TRY(settle(m));
	CT_TRY(ct_nn_lazy_parameter(m, "weight", m->dtype, m->device, &m->weight));
	if (m->has_bias)
		CT_TRY(ct_nn_lazy_parameter(m, "bias", m->dtype, m->device, &m->bias));
	else
		CT_TRY(ct_module_register_parameter(ct_module_of(m), "bias", NULL, &m->bias));
	return ct_nn_lazy_begin(m, function);
}

/* The arguments of the plain class. */
#define PLAIN(m)                                                                                   \
	.in_channels = (m)->in_channels, .out_channels = (m)->out_channels, .groups = (m)->groups, \
	.kernel_size = (m)->kernel_size, .stride = (m)->stride, .padding = (m)->padding,           \
	.dilation = (m)->dilation, .padding_mode = (m)->padding_mode, .device = (m)->device,       \
	.dtype = (m)->dtype, .bias = (m)->has_bias

/* --- convolutions ----------------------------------------------------------------------------- */

static ct_error convolve(const struct conv *m, const ct_tensor *x, ct_ints padding,
			 ct_tensor **result)
{
	return operators[m->dims].conv(x, m->weight, m->bias, m->stride.at, m->stride.len,
				       padding.at, padding.len, m->dilation.at, m->dilation.len,
				       m->groups, result);
}

/* Around the values of the input itself, or of the other side. */
static ct_error convolve_padded(const struct conv *m, const ct_tensor *x, ct_tensor **result)
{
	ct_tensor *padded, *y = NULL;
	ct_error error;

	CT_OWN_SCOPE(NULL);
	CT_TRY(ct_pad(x, m->padded, 2 * m->dims, m->padding_mode, NULL, &padded));
	error = convolve(m, padded, CT_L(0), &y);
	if (error == NULL) {
		ct_scope_move_up(y);
		*result = y;
	}
	return error;
}

static ct_error conv_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct conv *m = self;

	if (strcmp(m->padding_mode, "zeros") != 0)
		return convolve_padded(m, x, result);
	if (ct_nn_is_word(m->padding))
		return operators[m->dims].worded(
			x, m->weight, m->bias, m->stride.at, m->stride.len,
			m->padding.len == CT_PADDING_SAME.len ? "same" : "valid", m->dilation.at,
			m->dilation.len, m->groups, result);
	return convolve(m, x, m->padding, result);
}

#define CONVOLUTION(n)                                                      \
	static ct_error conv##n##d_init(void *self)                         \
	{                                                                   \
		struct conv *m = self;                                      \
		const struct ct_args_nn_Conv##n##d_ *a = m->args;           \
                                                                            \
		READ(m, a);                                                 \
		m->in_channels = a->in_channels;                            \
		m->dims = n;                                                \
		return conv_make(m);                                        \
	}                                                                   \
                                                                            \
	CT_NN_CLASS(Conv##n##d, struct conv, conv##n##d_init, conv_forward, \
		    .module.reset_parameters = conv_reset);

CONVOLUTION(1)
CONVOLUTION(2)
CONVOLUTION(3)

#define LAZY_CONVOLUTION(n)                                                         \
	static ct_error lazy_conv##n##d_infer(void *self, const ct_tensor *x)       \
	{                                                                           \
		struct conv *m = self;                                              \
		const struct ct_args_nn_Conv##n##d_ *a;                             \
                                                                                    \
		CT_TRY(conv_infer(m, x));                                           \
		CT_TRY(ct_nn_become(m, "Conv" #n "d",                               \
				    &(struct ct_args_nn_Conv##n##d_){ PLAIN(m) })); \
		a = m->args;                                                        \
		READ(m, a);                                                         \
		return NULL;                                                        \
	}                                                                           \
                                                                                    \
	static ct_error lazy_conv##n##d_init(void *self)                            \
	{                                                                           \
		struct conv *m = self;                                              \
		const struct ct_args_nn_LazyConv##n##d_ *a = m->args;               \
                                                                                    \
		READ(m, a);                                                         \
		m->dims = n;                                                        \
		return make_lazy(m, lazy_conv##n##d_infer);                         \
	}                                                                           \
                                                                                    \
	CT_NN_CLASS(LazyConv##n##d, struct conv, lazy_conv##n##d_init, conv_forward);

LAZY_CONVOLUTION(1)
LAZY_CONVOLUTION(2)
LAZY_CONVOLUTION(3)

/* --- transposed convolutions ------------------------------------------------------------------ */

static ct_error transpose(const struct conv *m, const ct_tensor *x, ct_ints output_padding,
			  ct_tensor **result)
{
	return operators[m->dims].transposed(x, m->weight, m->bias, m->stride.at, m->stride.len,
					     m->padding.at, m->padding.len, output_padding.at,
					     output_padding.len, m->groups, m->dilation.at,
					     m->dilation.len, result);
}

static ct_error transposed_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct conv *m = self;

	return transpose(m, x, m->output_padding, result);
}

static ct_error conv_wrong_size(ct_ints size, const int64_t *least, const int64_t *most,
				const ct_tensor *x, int64_t n)
{
	const ct_ints sizes = { ct_sizes_of(x).at + 2, ct_tensor_dim(x) - 2 };
	const struct ct_nn_text shape = ct_nn_list_text(sizes.len > 0 ? sizes
								      : CT_INTS_OF(NULL, 0));

	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_nn_ConvTranspose_forward),
			    "requested an output size of %s, but valid sizes range from %s to %s "
			    "(for an input of torch.Size(%s))",
			    ct_nn_list_text(size).at, ct_nn_list_text(CT_INTS_OF(least, n)).at,
			    ct_nn_list_text(CT_INTS_OF(most, n)).at, shape.at);
}

/* The output padding with which the output has this size. */
static ct_error find_padding(const struct conv *m, const ct_tensor *x, ct_ints size,
			     int64_t *padding)
{
	const int64_t others = ct_tensor_dim(x) == m->dims + 2 ? 2 : 1;
	int64_t least[MOST_DIMS], most[MOST_DIMS];

	if (size.len == others + m->dims)
		size = CT_INTS_OF(size.at + others, m->dims);
	if (size.len != m->dims)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_nn_ConvTranspose_forward),
				    "ConvTranspose%dD: for %dD input, output_size must have %d or "
				    "%lld elements (got %lld)",
				    m->dims, (int)ct_tensor_dim(x), m->dims,
				    (long long)(others + m->dims), (long long)size.len);
	for (int i = 0; i < m->dims; i++) {
		least[i] = (ct_size_of(x, i + others) - 1) * ct_nn_at(m->stride, i) -
			   2 * ct_nn_at(m->padding, i) +
			   ct_nn_at(m->dilation, i) * (ct_nn_at(m->kernel_size, i) - 1) + 1;
		most[i] = least[i] + ct_nn_at(m->stride, i) - 1;
	}
	for (int i = 0; i < m->dims; i++) {
		if (size.at[i] < least[i] || size.at[i] > most[i])
			return conv_wrong_size(size, least, most, x, m->dims);
		padding[i] = size.at[i] - least[i];
	}
	return NULL;
}

static ct_error transpose_to_size(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				  ct_tensor **outputs, int64_t outputs_len, const void *options)
{
	const struct conv *m = self;
	int64_t padding[MOST_DIMS];

	(void)inputs_len, (void)outputs_len;
	CT_TRY(find_padding(m, inputs[0], *(const ct_ints *)options, padding));
	return transpose(m, inputs[0], CT_INTS_OF(padding, m->dims), outputs);
}

ct_error ct_nn_ConvTranspose_forward(const ct_module *module, const ct_tensor *input,
				     ct_ints output_size, ct_tensor **result)
{
	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	if (ct_module_class_of(module)->forward != transposed_forward)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "argument 1 (module) must be a transposed convolution, not %s",
				    ct_module_class_of(module)->name);
	if (output_size.at == NULL)
		return ct_module_forward(module, input, result);
	CT_NN_NEEDS(input, 2);
	CT_NN_NEEDS(result, 4);
	return ct_module_call_with(module, transpose_to_size, &output_size, &input, 1, result, 1);
}

static ct_error check_zeros(const struct conv *m)
{
	if (m->padding_mode == NULL || strcmp(m->padding_mode, "zeros") == 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, m->klass->of.name,
			    "Only \"zeros\" padding mode is supported for %s", m->klass->of.name);
}

#define TRANSPOSED(n)                                                                            \
	static ct_error transposed##n##d_init(void *self)                                        \
	{                                                                                        \
		struct conv *m = self;                                                           \
		const struct ct_args_nn_ConvTranspose##n##d_ *a = m->args;                       \
                                                                                                 \
		READ(m, a);                                                                      \
		m->in_channels = a->in_channels;                                                 \
		m->output_padding = a->output_padding;                                           \
		m->dims = n;                                                                     \
		m->is_transposed = true;                                                         \
		CT_TRY(check_zeros(m));                                                          \
		return conv_make(m);                                                             \
	}                                                                                        \
                                                                                                 \
	CT_NN_CLASS(ConvTranspose##n##d, struct conv, transposed##n##d_init, transposed_forward, \
		    .module.reset_parameters = conv_reset);

TRANSPOSED(1)
TRANSPOSED(2)
TRANSPOSED(3)

#define LAZY_TRANSPOSED(n)                                                                     \
	static ct_error lazy_transposed##n##d_infer(void *self, const ct_tensor *x)            \
	{                                                                                      \
		struct conv *m = self;                                                         \
		const struct ct_args_nn_ConvTranspose##n##d_ *a;                               \
                                                                                               \
		CT_TRY(conv_infer(m, x));                                                      \
		CT_TRY(ct_nn_become(m, "ConvTranspose" #n "d",                                 \
				    &(struct ct_args_nn_ConvTranspose##n##d_){                 \
					    PLAIN(m), .output_padding = m->output_padding })); \
		a = m->args;                                                                   \
		READ(m, a);                                                                    \
		m->output_padding = a->output_padding;                                         \
		return NULL;                                                                   \
	}                                                                                      \
                                                                                               \
	static ct_error lazy_transposed##n##d_init(void *self)                                 \
	{                                                                                      \
		struct conv *m = self;                                                         \
		const struct ct_args_nn_LazyConvTranspose##n##d_ *a = m->args;                 \
                                                                                               \
		READ(m, a);                                                                    \
		m->output_padding = a->output_padding;                                         \
		m->dims = n;                                                                   \
		m->is_transposed = true;                                                       \
		CT_TRY(check_zeros(m));                                                        \
		return make_lazy(m, lazy_transposed##n##d_infer);                              \
	}                                                                                      \
                                                                                               \
	CT_NN_CLASS(LazyConvTranspose##n##d, struct conv, lazy_transposed##n##d_init,          \
		    transposed_forward);

LAZY_TRANSPOSED(1)
LAZY_TRANSPOSED(2)
LAZY_TRANSPOSED(3)
