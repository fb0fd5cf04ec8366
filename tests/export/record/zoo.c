#include "zoo.h"

#include <math.h>

#include "releases.h"

/* --- Inputs ----------------------------------------------------------------------------------- */

static ct_error rows(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], 4));
}

static ct_error images(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], 3, 32, 32));
}

static ct_error large_images(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], 3, 224, 224));
}

static ct_error any_images(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(2, 3, sizes[0], sizes[1]));
}

static ct_error digits(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], 1, 32, 32));
}

static ct_error noise(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], 8, 1, 1));
}

static ct_error faces(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], 3, 64, 64));
}

/* (length, batch, 4) */
static ct_error sequences(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randn, &inputs[0], CT_L(sizes[0], sizes[1], 4));
}

static ct_error two(const int64_t sizes[2], ct_tensor **inputs)
{
	CT_TRY(CT(randn, &inputs[0], CT_L(sizes[0], 4)));
	return CT(randn, &inputs[1], CT_L(sizes[0], 4));
}

static ct_error three(const int64_t sizes[2], ct_tensor **inputs)
{
	CT_TRY(two(sizes, inputs));
	return CT(randn, &inputs[2], CT_L(sizes[0], 4));
}

static ct_error words(const int64_t sizes[2], ct_tensor **inputs)
{
	return CT(randint, &inputs[0], 17, CT_L(sizes[0], sizes[1]));
}

/* (batch, length, 8), a mask of attention and one of padding */
static ct_error masked(const int64_t sizes[2], ct_tensor **inputs)
{
	ct_tensor *far;

	CT_TRY(CT(randn, &inputs[0], CT_L(sizes[0], sizes[1], 8)));
	CT_TRY(CT(full, &far, CT_L(sizes[1], sizes[1]), -INFINITY));
	CT_TRY(CT(triu, &inputs[1], far, 1));
	return CT(zeros, &inputs[2], CT_L(sizes[0], sizes[1]));
}

/* --- Modules of the library ------------------------------------------------------------------- */

#define MODULE(name, expression)                               \
	static ct_error make_##name(struct zoo_net *net)       \
	{                                                      \
		CT_TRY(CT_FINISH((expression), &net->module)); \
		return ct_module_eval(net->module);            \
	}

MODULE(mlp, CT_MODEL(mlp, .in_channels = 4, .hidden_channels = CT_L(8, 3)))
MODULE(lenet, CT_MODEL(lenet))
MODULE(mobilenet, CT_MODEL(mobilenet_v2, .num_classes = 5, .width_mult = 0.25))
MODULE(resnet18, CT_MODEL(resnet18, .num_classes = 5))
MODULE(resnet50, CT_MODEL(resnet50))
MODULE(alexnet, CT_MODEL(alexnet))
MODULE(vgg11, CT_MODEL(vgg11_bn))
MODULE(vit, CT_MODEL(vit_b_16))
MODULE(generator, CT_MODEL(dcgan_generator, .nz = 8, .ngf = 4))
MODULE(discriminator, CT_MODEL(dcgan_discriminator, .ndf = 4))
MODULE(lstm, CT_NN(LSTM, 4, 5, .num_layers = 2, .bidirectional = true))
MODULE(gru, CT_NN(GRU, 4, 5))
MODULE(rnn, CT_NN(RNN, 4, 5))
MODULE(encoder_layer, CT_NN(TransformerEncoderLayer, 8, 2, 16, .batch_first = true))
MODULE(attention, CT_NN(MultiheadAttention, 4, 2))
MODULE(transformer, CT_NN(Transformer, .d_model = 4, .nhead = 2, .num_encoder_layers = 1,
			  .num_decoder_layers = 1, .dim_feedforward = 8))
MODULE(gru_cell, CT_NN(GRUCell, 4, 5))
MODULE(bilinear, CT_NN(Bilinear, 4, 4, 3))
MODULE(embedding_bag, CT_NN(EmbeddingBag, 17, 4))
#if CT_RELEASE_AT_LEAST(2, 4)
#define RMS_NORM CT_NN(RMSNorm, CT_L(4))
#else
#define RMS_NORM CT_NN(LayerNorm, CT_L(4), .elementwise_affine = false)
#endif
MODULE(norms, CT_SEQUENTIAL(CT_NN(LayerNorm, CT_L(4)), RMS_NORM, CT_NN(Linear, 4, 4),
			    CT_NN(Softmax, .dim = -1)))
MODULE(upsampler, CT_SEQUENTIAL(CT_NN(ConvTranspose2d, 8, 8, CT_L(4)), CT_NN(InstanceNorm2d, 8),
				CT_NN(PReLU), CT_NN(PixelShuffle, 2),
				CT_NN(Upsample, .scale_factor = CT_FLOATS(2), .mode = "bilinear")))
MODULE(pools, CT_SEQUENTIAL(CT_NN(MaxPool2d, CT_L(2)), CT_NN(LocalResponseNorm, 2), CT_NN(Hardswish),
			    CT_NN(Dropout), CT_NN(AvgPool2d, CT_L(2)), CT_NN(ReflectionPad2d, CT_L(1)),
			    CT_NN(Conv2d, 3, 6, CT_L(3), .groups = 3)))
MODULE(convolutions,
       CT_SEQUENTIAL(CT_NN(Conv2d, 3, 4, CT_L(3), .stride = CT_L(2)), CT_NN(GroupNorm, 2, 4),
		     CT_NN(GELU), CT_NN(Conv2d, 4, 4, CT_L(3), .padding = CT_L(1)),
		     CT_NN(AdaptiveAvgPool2d, CT_L(2)), CT_NN(Flatten), CT_NN(Linear, 16, 3)))

/* In training mode, it writes to its buffers. */
static ct_error make_batch_norm(struct zoo_net *net)
{
	return CT_FINISH(CT_SEQUENTIAL(CT_NN(Conv2d, 3, 4, CT_L(3)), CT_NN(BatchNorm2d, 4),
				       CT_NN(ReLU), CT_NN(BatchNorm2d, 4)),
			 &net->module);
}

/* The same, of a model. */
static ct_error make_resnet18_training(struct zoo_net *net)
{
	return CT_FINISH(CT_MODEL(resnet18, .num_classes = 5), &net->module);
}

/* --- A transformer with masks ----------------------------------------------------------------- */

struct encoder {
	ct_module *first, *second;
};

static ct_error encode(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
		       ct_tensor **outputs, int64_t outputs_len)
{
	const struct encoder *encoder = self;
	ct_tensor *x;

	(void)inputs_len;
	CT_TRY(ct_module_forward_all(encoder->first, CT_TENSORS(inputs[0], inputs[1], inputs[2]),
				     &x, 1));
	return ct_module_forward_all(encoder->second, CT_TENSORS(x, inputs[1], inputs[2]), outputs,
				     outputs_len);
}

static const ct_module_class encoder_class = { .name = "Encoder",
					       .size = sizeof(struct encoder),
					       .forward_all = encode,
					       .inputs_min = 3,
					       .inputs_max = 3,
					       .outputs_max = 1 };

static ct_error make_encoder(struct zoo_net *net)
{
	struct encoder *encoder;

	CT_TRY(ct_module_new(&encoder_class, &net->module));
	encoder = ct_module_data(net->module);
	CT_TRY(ct_module_add_module(
		net->module, "first",
		CT_NN(TransformerEncoderLayer, 8, 2, 16, .batch_first = true, .dropout = 0),
		&encoder->first));
	return ct_module_add_module(
		net->module, "second",
		CT_NN(TransformerEncoderLayer, 8, 2, 16, .batch_first = true, .dropout = 0),
		&encoder->second);
}

/* --- A module with buffers -------------------------------------------------------------------- */

struct counter {
	ct_tensor *count, *seen, *scale;
};

static ct_tensor *count(void *self, ct_tensor *x)
{
	struct counter *counter = self;

	CT_DO(CT(add_, counter->count, 1));
	CT_DO(CT(copy_, counter->seen, CT_E(mean_dim, x, CT_L(0))));
	return CT_E(mul, CT_E(add, x, counter->count), counter->scale);
}

static const ct_module_class counter_class = { .name = "Counter",
					       .size = sizeof(struct counter),
					       .expression = count };

static ct_error make_counter(struct zoo_net *net)
{
	ct_tensor *zero, *zeros, *scale;
	struct counter *counter;

	CT_TRY(CT(zeros, &zero, CT_NO_INTS));
	CT_TRY(CT(zeros, &zeros, CT_L(4)));
	CT_TRY(CT(arange, &scale, 4.0));
	CT_TRY(ct_module_new(&counter_class, &net->module));
	counter = ct_module_data(net->module);
	CT_TRY(ct_module_register_buffer(net->module, "count", zero, true, &counter->count));
	CT_TRY(ct_module_register_buffer(net->module, "seen", zeros, true, &counter->seen));
	return ct_module_register_buffer(net->module, "scale", scale, false, &counter->scale);
}

/* --- A GPT ------------------------------------------------------------------------------------ */

enum { WORDS = 17, LONGEST = 64, WIDTH = 8, HEADS = 2 };

struct gpt_block {
	ct_module *ln1, *ln2, *qkv, *out, *up, *down;
};

static ct_tensor *heads_of(ct_tensor *x, int64_t batch, int64_t length)
{
	return CT_E(transpose_int, CT_E(view, x, CT_L(batch, length, HEADS, WIDTH / HEADS)), 1, 2);
}

static ct_tensor *attend(const struct gpt_block *block, ct_tensor *x)
{
	const int64_t batch = ct_tensor_size(x, 0), length = ct_tensor_size(x, 1);
	ct_tensors parts = CT_E(chunk, CT_M(block->qkv, CT_M(block->ln1, x)), 3, -1);
	ct_tensor *q = heads_of(parts.at[0], batch, length), *y;

	y = CT_E(scaled_dot_product_attention, q, heads_of(parts.at[1], batch, length),
		 heads_of(parts.at[2], batch, length), .is_causal = true);
	y = CT_E(reshape, CT_E(transpose_int, y, 1, 2), CT_L(batch, length, WIDTH));
	return CT_M(block->out, y);
}

static ct_tensor *gpt_block_forward(void *self, ct_tensor *x)
{
	const struct gpt_block *block = self;

	x = CT_E(add, x, attend(block, x));
	return CT_E(add, x, CT_M(block->down, CT_E(gelu, CT_M(block->up, CT_M(block->ln2, x)))));
}

static const ct_module_class gpt_block_class = { .name = "Block",
						 .size = sizeof(struct gpt_block),
						 .expression = gpt_block_forward };

static ct_error make_gpt_block(ct_module **result)
{
	ct_module *module;
	struct gpt_block *block;

	CT_TRY(ct_module_new(&gpt_block_class, &module));
	block = ct_module_data(module);
	CT_TRY(ct_module_add_module(module, "ln1", CT_NN(LayerNorm, CT_L(WIDTH)), &block->ln1));
	CT_TRY(ct_module_add_module(module, "ln2", CT_NN(LayerNorm, CT_L(WIDTH)), &block->ln2));
	CT_TRY(ct_module_add_module(module, "qkv", CT_NN(Linear, WIDTH, 3 * WIDTH), &block->qkv));
	CT_TRY(ct_module_add_module(module, "out", CT_NN(Linear, WIDTH, WIDTH), &block->out));
	CT_TRY(ct_module_add_module(module, "up", CT_NN(Linear, WIDTH, 4 * WIDTH), &block->up));
	CT_TRY(ct_module_add_module(module, "down", CT_NN(Linear, 4 * WIDTH, WIDTH), &block->down));
	*result = module;
	return NULL;
}

struct gpt {
	ct_module *word, *place, *blocks[2], *ln;
};

/* Its head has the weights of the embedding of words. */
static ct_tensor *gpt_forward(void *self, ct_tensor *x)
{
	const struct gpt *gpt = self;
	ct_tensor *places = CT_E(arange, ct_tensor_size(x, 1)), *table = NULL;

	x = CT_E(add, CT_M(gpt->word, x), CT_M(gpt->place, places));
	for (int i = 0; i < 2; i++)
		x = CT_M(gpt->blocks[i], x);
	CT_DO(ct_module_get_parameter(gpt->word, "weight", &table));
	return CT_E(linear, CT_M(gpt->ln, x), table);
}

static const ct_module_class gpt_class = { .name = "GPT",
					   .size = sizeof(struct gpt),
					   .expression = gpt_forward };

static ct_error make_gpt(struct zoo_net *net)
{
	ct_module *module, *block;
	struct gpt *gpt;

	CT_TRY(ct_module_new(&gpt_class, &module));
	gpt = ct_module_data(module);
	CT_TRY(ct_module_add_module(module, "word", CT_NN(Embedding, WORDS, WIDTH), &gpt->word));
	CT_TRY(ct_module_add_module(module, "place", CT_NN(Embedding, LONGEST, WIDTH),
				    &gpt->place));
	for (int i = 0; i < 2; i++) {
		CT_TRY(make_gpt_block(&block));
		CT_TRY(ct_module_add_module(module, i ? "second" : "first", block,
					    &gpt->blocks[i]));
	}
	CT_TRY(ct_module_add_module(module, "ln", CT_NN(LayerNorm, CT_L(WIDTH)), &gpt->ln));
	net->module = module;
	return ct_module_eval(module);
}

/* --- Functions -------------------------------------------------------------------------------- */

#define FUNCTION(name, results)                                                           \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *context, \
			     ct_tensor **outputs, int64_t outputs_len);                   \
	static ct_error make_##name(struct zoo_net *net)                                  \
	{                                                                                 \
		*net = (struct zoo_net){ .function = name, .outputs_len = (results) };    \
		return NULL;                                                              \
	}                                                                                 \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *context, \
			     ct_tensor **outputs, int64_t outputs_len)

#define UNUSED (void)inputs_len, (void)context, (void)outputs_len

FUNCTION(formula, 1)
{
	ct_tensor *x = inputs[0];

	UNUSED;
	return CT_FINISH(CT_E(div, CT_E(sub, 1, CT_E(exp, CT_E(mul, x, -2.5))),
			      CT_E(add, CT_E(square, x), 0.5)),
			 outputs);
}

/* Plain calls, an out= operator and an in-place one. */
FUNCTION(plain_calls, 2)
{
	ct_tensor *y, *weight, *out;

	UNUSED;
	CT_TRY(ct_relu(inputs[0], &y));
	CT_TRY(ct_sigmoid_(y, NULL));
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 2, 3, 4, 5, 6, 7, 8 }, CT_FLOAT32,
				   CT_L(4, 2), &weight));
	CT_TRY(CT(empty, &out, CT_L(ct_tensor_size(y, 0), 2)));
	CT_TRY(ct_mm_out(y, weight, out, NULL));
	outputs[0] = out;
	outputs[1] = y;
	return NULL;
}

/* Writes to an input, and to a view of another. */
FUNCTION(writes_inputs, 1)
{
	UNUSED;
	CT_TRY(CT(mul_, inputs[0], 2));
	CT_TRY(CT(add_, CT_E(select, inputs[1], 1, 0), CT_E(select, inputs[0], 1, 1)));
	return CT_FINISH(CT_E(matmul, inputs[0], CT_E(t, inputs[1])), outputs);
}

FUNCTION(views, 3)
{
	ct_tensor *x = inputs[0];
	ct_tensors halves = CT_E(split, x, 2, -1);

	UNUSED;
	outputs[0] = CT_E(cat, CT_TENSORS(halves.at[1], halves.at[0]), 1);
	outputs[1] = CT_E(reshape, CT_E(t, x), CT_L(-1, 2));
	outputs[2] = CT_E(index_select, CT_E(unsqueeze, x, 0), 2,
			  CT_E(arange, ct_tensor_size(x, 1)));
	return CT_DONE();
}

/* A constant of C that is new in each call. */
FUNCTION(fresh_constant, 1)
{
	ct_tensor *total;

	UNUSED;
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 2, 3, 4 }, CT_FLOAT32, CT_L(4), &total));
	CT_TRY(CT(add_, total, CT_E(sum_dim_IntList, inputs[0], CT_L(0))));
	return CT_FINISH(CT_E(mul, inputs[0], total), outputs);
}

FUNCTION(autocast, 1)
{
	UNUSED;
	CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
	return CT_FINISH(CT_E(softmax_int, CT_E(matmul, inputs[0], CT_E(t, inputs[1])), -1),
			 outputs);
}

static ct_error exp_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	(void)context;
	return ct_exp(inputs[0], &outputs[0]);
}

/* A function with its own derivative, which is not recorded. */
FUNCTION(custom_function, 1)
{
	static const ct_function own = { .name = "Exp", .forward = exp_forward };

	UNUSED;
	CT_TRY(ct_function_apply(&own, NULL, CT_TENSORS(inputs[0]), outputs, 1));
	return CT(mul, outputs, outputs[0], 3);
}

/* Sizes in factories, products and quotients. */
FUNCTION(sizes, 4)
{
	ct_tensor *x = inputs[0];
	const int64_t length = ct_tensor_size(x, 0), batch = ct_tensor_size(x, 1);

	UNUSED;
	outputs[0] = CT_E(view, x, CT_L(length * batch, 4));
	outputs[1] = CT_E(mul, CT_E(ones, CT_L(3 * length - 1, 2)), length + 2);
	outputs[2] = CT_E(slice_Tensor, x, 0, 0, length / 2);
	outputs[3] = CT_E(masked_fill, CT_E(ones, CT_L(length, length)),
			  CT_E(triu, CT_E(ones, CT_L(length, length), .dtype = CT_BOOL), 1),
			  -INFINITY);
	return CT_DONE();
}

/* Some of several outputs, and None. */
FUNCTION(several_results, 4)
{
	UNUSED;
	CT_TRY(CT(max_dim, &outputs[0], &outputs[1], inputs[0], 1));
	outputs[2] = NULL;
	return CT(topk, &outputs[3], NULL, inputs[0], 2);
}

FUNCTION(indices, 1)
{
	ct_tensor *y;

	UNUSED;
	CT_TRY(ct_tensor_index_text(inputs[0], ":, 1:3", &y));
	return CT_FINISH(CT_E(add, y, CT_E(index, inputs[0], CT_TENSORS(NULL, CT_E(arange, 2)))),
			 outputs);
}

FUNCTION(complex_numbers, 1)
{
	UNUSED;
	return CT_FINISH(CT_E(abs, CT_E(fft_fft, inputs[0])), outputs);
}

/* What softshrink computes: scripts/prove_export_back.py defines the same operator. */
static ct_error shrink_kernel(const ct_value *args, int64_t args_len, void *context,
			      ct_value *results, int64_t results_len)
{
	ct_tensor *x, *result;
	double by;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(ct_value_as_float(&args[1], &by));
	CT_TRY(CT(softshrink, &result, x, CT_S(by)));
	results[0] = ct_value_tensor(result);
	return NULL;
}

/* An operator of the program's own, with its default and without it. */
static ct_error own_operator(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	ct_value args[2] = { ct_value_tensor(inputs[0]), ct_value_float(0.25) }, result;
	ct_tensor *wide, *narrow;

	UNUSED;
	CT_TRY(ct_call("record_zoo::shrink", args, 1, &result, 1));
	CT_TRY(ct_value_take_tensor(&result, &wide));
	CT_TRY(ct_call("record_zoo::shrink", args, 2, &result, 1));
	CT_TRY(ct_value_take_tensor(&result, &narrow));
	return CT_FINISH(CT_E(sub, narrow, CT_E(mul, wide, 3)), outputs);
}

static ct_error make_own_operator(struct zoo_net *net)
{
	static ct_library *library; /* lives as long as the process */

	*net = (struct zoo_net){ .function = own_operator, .outputs_len = 1 };
	if (library)
		return NULL;
	CT_TRY(ct_library_new("record_zoo", &library));
	CT_TRY(ct_library_define(library, "shrink(Tensor x, float by=0.5) -> Tensor"));
	return ct_library_implement(library, "shrink", "CPU", shrink_kernel, NULL, NULL);
}

/* --- The list --------------------------------------------------------------------------------- */

#define BATCH .dynamic = { { 0, 0, "batch", 0, 64, 0 } }, .dynamic_len = 1
#define BATCHES .sizes = { { 3 }, { 5 }, { 2 } }, .sizes_len = 3, BATCH
#define FIXED .sizes = { { 3 } }, .sizes_len = 1
#define LENGTHS                                                    \
	.sizes = { { 6, 2 }, { 9, 3 }, { 2, 7 } }, .sizes_len = 3, \
	.dynamic = { { 0, 0, "length", 0, 64, 0 }, { 0, 1, "batch", 0, 64, 0 } }, .dynamic_len = 2
/* Python unrolls the steps when it decomposes, so only the batch varies. */
#define RECURRENT                                                  \
	.sizes = { { 6, 2 }, { 6, 3 }, { 6, 7 } }, .sizes_len = 3, \
	.dynamic = { { 0, 1, "batch", 0, 64, 0 } }, .dynamic_len = 1
#define PAIRS                                             \
	.sizes = { { 3 }, { 5 }, { 2 } }, .sizes_len = 3, \
	.dynamic = { { 0, 0, "batch", 0, 64, 0 }, { 1, 0, "batch", 0, 64, 0 } }, .dynamic_len = 2
#define MASKED                                                     \
	.sizes = { { 2, 5 }, { 3, 9 }, { 4, 2 } }, .sizes_len = 3, \
	.dynamic = { { 0, 0, "batch", 0, 64, 0 },                  \
		     { 0, 1, "length", 0, 64, 0 },                 \
		     { 1, 0, "length", 0, 64, 0 },                 \
		     { 1, 1, "length", 0, 64, 0 } },               \
	.dynamic_len = 4

#define MASKED_AND_PADDED                                                          \
	.sizes = { { 2, 5 }, { 3, 9 }, { 4, 2 } }, .sizes_len = 3,                 \
	.dynamic = { { 0, 0, "batch", 0, 64, 0 },  { 0, 1, "length", 0, 64, 0 },   \
		     { 1, 0, "length", 0, 64, 0 }, { 1, 1, "length", 0, 64, 0 },   \
		     { 2, 0, "batch", 0, 64, 0 },  { 2, 1, "length", 0, 64, 0 } }, \
	.dynamic_len = 6

const struct zoo_example zoo[] = {
	{ "mlp", make_mlp, rows, 1, BATCHES },
	{ "lenet", make_lenet, digits, 1, BATCHES },
	{ "mobilenet_v2", make_mobilenet, images, 1, BATCHES },
	{ "resnet18", make_resnet18, images, 1, BATCHES },
	{ "resnet18_training", make_resnet18_training, images, 1, FIXED },
	{ "dcgan_generator", make_generator, noise, 1, BATCHES },
	{ "dcgan_discriminator", make_discriminator, faces, 1, BATCHES },
	{ "lstm", make_lstm, sequences, 1, RECURRENT },
	{ "gru", make_gru, sequences, 1, RECURRENT },
	{ "rnn", make_rnn, sequences, 1, FIXED },
	{ "encoder_layer", make_encoder_layer, masked, 2, MASKED },
	{ "encoder", make_encoder, masked, 3, MASKED_AND_PADDED },
	{ "attention", make_attention, three, 3, FIXED },
	{ "transformer", make_transformer, two, 2, PAIRS },
	{ "gru_cell", make_gru_cell, rows, 1, BATCHES },
	{ "bilinear", make_bilinear, two, 2, PAIRS },
	{ "embedding_bag", make_embedding_bag, words, 1, .sizes = { { 3, 5 }, { 2, 4 }, { 7, 9 } },
	  .sizes_len = 3, .dynamic = { { 0, 0, "batch", 0, 64, 0 }, { 0, 1, "length", 0, 64, 0 } },
	  .dynamic_len = 2 },
	{ "norms", make_norms, sequences, 1, LENGTHS },
	{ "upsampler", make_upsampler, noise, 1, BATCHES },
	{ "pools", make_pools, images, 1, BATCHES },
	{ "convolutions", make_convolutions, any_images, 1,
	  .sizes = { { 16, 18 }, { 23, 17 }, { 40, 9 } }, .sizes_len = 3,
	  .dynamic = { { 0, 2, "height", 0, 64, 0 }, { 0, 3, "width", 0, 64, 0 } },
	  .dynamic_len = 2 },
	{ "batch_norm", make_batch_norm, images, 1, BATCHES },
	{ "counter", make_counter, rows, 1, BATCHES },
	{ "gpt", make_gpt, words, 1, .sizes = { { 2, 8 }, { 3, 12 }, { 1, 64 } }, .sizes_len = 3,
	  .dynamic = { { 0, 0, "batch", 0, 0, 0 }, { 0, 1, "length", 0, LONGEST, 0 } },
	  .dynamic_len = 2 },
	{ "formula", make_formula, rows, 1, BATCHES },
	{ "plain_calls", make_plain_calls, rows, 1, BATCHES },
	{ "writes_inputs", make_writes_inputs, two, 2, PAIRS },
	{ "views", make_views, rows, 1, BATCHES },
	{ "fresh_constant", make_fresh_constant, rows, 1, BATCHES },
	{ "autocast", make_autocast, two, 2, PAIRS },
	{ "custom_function", make_custom_function, rows, 1, BATCHES },
	{ "sizes", make_sizes, sequences, 1, LENGTHS },
	{ "several_results", make_several_results, rows, 1, BATCHES },
	{ "indices", make_indices, rows, 1, BATCHES },
	{ "complex_numbers", make_complex_numbers, rows, 1, FIXED },
	{ "own_operator", make_own_operator, rows, 1, BATCHES },
	{ "alexnet", make_alexnet, large_images, 1, BATCHES, .is_large = true },
	{ "vgg11_bn", make_vgg11, large_images, 1, FIXED, .is_large = true },
	{ "resnet50", make_resnet50, large_images, 1, BATCHES, .is_large = true },
	{ "vit_b_16", make_vit, large_images, 1, BATCHES, .is_large = true },
};
const int64_t zoo_len = sizeof zoo / sizeof *zoo;

/* --- Recording and calling -------------------------------------------------------------------- */

void zoo_count_outputs(struct zoo_net *net)
{
	const ct_module_class *of = ct_module_class_of(net->module);

	if (net->module)
		net->outputs_len = of->forward_all ? of->outputs_max : 1;
}

ct_error zoo_record(const struct zoo_example *example, const struct zoo_net *net,
		    ct_export **result)
{
	const ct_export_record_options options = { .dynamic = example->dynamic,
						   .dynamic_len = example->dynamic_len };
	ct_tensor *inputs[ZOO_INPUTS];
	ct_tensors list = { inputs, example->inputs_len };

	CT_TRY(example->inputs(example->sizes[0], inputs));
	if (net->module)
		return ct_export_record_module(net->module, list, &options, result);
	return ct_export_record(net->function, net->context, list, net->outputs_len, &options,
				result);
}

ct_error zoo_call(const struct zoo_net *net, ct_tensor *const *inputs, int64_t inputs_len,
		  ct_tensor **outputs)
{
	if (net->module)
		return ct_module_forward_all(net->module, CT_TENSORS_OF(inputs, inputs_len),
					     outputs, net->outputs_len);
	return net->function(inputs, inputs_len, net->context, outputs, net->outputs_len);
}
