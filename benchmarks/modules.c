/*
 * modules.c: the networks of modules.h in C.
 */
#include "modules.h"

#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>

#include <stdlib.h>
#include <string.h>

/* --- Networks -------------------------------------------------------------------------------- */

static ct_module *mlp_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Linear, MLP_INPUTS, MLP_HIDDEN), CT_NN(ReLU),
			     CT_NN(Linear, MLP_HIDDEN, MLP_HIDDEN), CT_NN(ReLU),
			     CT_NN(Linear, MLP_HIDDEN, CLASSES));
}

static ct_module *lenet_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Conv2d, 1, 6, CT_L(5), .padding = CT_L(2)), CT_NN(ReLU),
			     CT_NN(MaxPool2d, CT_L(2)), CT_NN(Conv2d, 6, 16, CT_L(5)), CT_NN(ReLU),
			     CT_NN(MaxPool2d, CT_L(2)), CT_NN(Flatten),
			     CT_NN(Linear, 16 * 5 * 5, 120), CT_NN(ReLU), CT_NN(Linear, 120, 84),
			     CT_NN(ReLU), CT_NN(Linear, 84, CLASSES));
}

/* The end of a forward function with a scope, which releases its temporaries as soon as C++
 * does. */
static ct_error give(const ct_tensor *value, ct_tensor **result)
{
	CT_TRY(CT_FINISH(value, result));
	ct_scope_move_up(*result);
	return NULL;
}

typedef struct {
	ct_module *conv1, *bn1, *conv2, *bn2, *downsample;
} block;

static ct_error block_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	const block *m = self;
	ct_tensor *y = CT_E(relu_, CT_M(m->bn1, CT_M(m->conv1, x)));

	y = CT_M(m->bn2, CT_M(m->conv2, y));
	y = CT_E(add_, y, m->downsample ? CT_M(m->downsample, x) : x);
	return give(CT_E(relu_, y), result);
}

static ct_module *block_new(int64_t inputs, int64_t outputs, int64_t stride)
{
	block *m = CT_MODULE(block, "BasicBlock", block_forward);

	CT_LAYER(m, conv1, Conv2d, inputs, outputs, CT_L(3), CT_L(stride), CT_L(1), .bias = false);
	CT_LAYER(m, bn1, BatchNorm2d, outputs);
	CT_LAYER(m, conv2, Conv2d, outputs, outputs, CT_L(3), .padding = CT_L(1), .bias = false);
	CT_LAYER(m, bn2, BatchNorm2d, outputs);
	if (stride != 1)
		CT_CHILD(m, downsample,
			 CT_SEQUENTIAL(CT_NN(Conv2d, inputs, outputs, CT_L(1), CT_L(stride),
					     .bias = false),
				       CT_NN(BatchNorm2d, outputs)));
	return ct_module_of(m);
}

/* ResNet-18 as for ImageNet, but with ten classes. */
static ct_module *resnet_new(void)
{
	ct_module *m = CT_SEQUENTIAL(CT_NN(Conv2d, 3, 64, CT_L(7), CT_L(2), CT_L(3), .bias = false),
				     CT_NN(BatchNorm2d, 64), CT_NN(ReLU, .inplace = true),
				     CT_NN(MaxPool2d, CT_L(3), CT_L(2), CT_L(1)));

	for (int64_t inputs = 64, outputs = 64; outputs <= 512; inputs = outputs, outputs *= 2) {
		CT_APPEND(m, block_new(inputs, outputs, inputs == outputs ? 1 : 2));
		CT_APPEND(m, block_new(outputs, outputs, 1));
	}
	CT_APPEND(m, CT_NN(AdaptiveAvgPool2d, CT_L(1)));
	CT_APPEND(m, CT_NN(Flatten));
	CT_APPEND(m, CT_NN(Linear, 512, CLASSES));
	return m;
}

typedef struct {
	ct_module *embedding, *lstm, *tag;
} tagger;

static ct_error tagger_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	const tagger *m = self;
	ct_tensor *logits = CT_M(m->tag, CT_M(m->lstm, CT_M(m->embedding, x)));

	return give(CT_E(flatten, logits, 0, 1), result);
}

static ct_module *tagger_new(void)
{
	tagger *m = CT_MODULE(tagger, "Tagger", tagger_forward);

	CT_LAYER(m, embedding, Embedding, TAGGER_WORDS, TAGGER_FEATURES);
	CT_LAYER(m, lstm, LSTM, TAGGER_FEATURES, TAGGER_FEATURES, .batch_first = true,
		 .bidirectional = true);
	CT_LAYER(m, tag, Linear, 2 * TAGGER_FEATURES, CLASSES);
	return ct_module_of(m);
}

static ct_module *encoder_new(void)
{
	return CT_SEQUENTIAL(CT_NN(TransformerEncoderLayer, ENCODER_FEATURES, ENCODER_HEADS,
				   4 * ENCODER_FEATURES),
			     CT_NN(Flatten, 0, 1), CT_NN(Linear, ENCODER_FEATURES, CLASSES));
}

/* --- Steps ----------------------------------------------------------------------------------- */

struct model {
	ct_module *net;
	ct_tensor *x, *labels;
};

static ct_error descend(const ct_module *net)
{
	CT_NO_GRAD_SCOPE;
	CT_EACH_PARAMETER(net, p)
		CT_E(add_, p->tensor, CT_F(ct_tensor_grad, p->tensor), .alpha = CT_S(-RATE));
		return CT_DONE();
}

static ct_error step(const struct model *model, double *loss_value)
{
	ct_tensor *loss;

	CT_TRY(ct_gc());
	CT_TRY(ct_module_zero_grad(model->net, true));
	loss = CT_E(cross_entropy, CT_M(model->net, model->x), model->labels);
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(descend(model->net));
	return ct_tensor_item_double(loss, loss_value);
}

bool c_step(void *model, double *loss)
{
	CT_CHECK(step(model, loss));
	return true;
}

/* --- Making them ----------------------------------------------------------------------------- */

static const struct kind {
	const char *name;
	ct_module *(*make)(void);
	int64_t inputs[4], inputs_len; /* shape of a batch */
	int64_t labels;                /* how many */
	int64_t words;                 /* inputs are numbers below this one; 0: random floats */
} kinds[] = {
	{ "mlp", mlp_new, { MLP_BATCH, MLP_INPUTS }, 2, MLP_BATCH, 0 },
	{ "lenet", lenet_new, { LENET_BATCH, 1, LENET_SIDE, LENET_SIDE }, 4, LENET_BATCH, 0 },
	{ "resnet", resnet_new, { RESNET_BATCH, 3, RESNET_SIDE, RESNET_SIDE }, 4, RESNET_BATCH, 0 },
	{ "tagger", tagger_new, { TAGGER_SHAPE }, 2, TAGGER_LABELS, TAGGER_WORDS },
	{ "encoder", encoder_new, { ENCODER_SHAPE }, 3, ENCODER_LABELS, 0 },
	{ "sdpa", encoder_new, { ENCODER_SHAPE }, 3, ENCODER_LABELS, 0 },
};

static ct_error fill(struct model *model, const struct kind *kind)
{
	const ct_ints shape = CT_INTS_OF(kind->inputs, kind->inputs_len);

	CT_TRY(ct_manual_seed(1));
	model->net = kind->make();
	model->x = kind->words ? CT_E(randint, kind->words, shape) : CT_E(randn, shape);
	model->labels = CT_E(randint, CLASSES, CT_L(kind->labels));
	return CT_DONE();
}

void *c_new(const char *name)
{
	struct model *model = calloc(1, sizeof *model);

	for (size_t i = 0; model && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, name) == 0) {
			CT_CHECK(fill(model, &kinds[i]));
			return model;
		}
	free(model);
	return NULL;
}
