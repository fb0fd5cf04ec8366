/*
 * nn_resnet.c: ResNet-18 for small pictures, trained on stripes.
 *
 * The twin in Python is twins/nn_resnet.py; both print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { BATCH = 8, SIDE = 16, CLASSES = 2, STEPS = 8 };

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *conv1, *bn1, *conv2, *bn2, *downsample;
} block;

static ct_tensor *block_forward(void *self, ct_tensor *x)
{
	const block *m = self;
	ct_tensor *y = CT_E(relu, CT_M(m->bn1, CT_M(m->conv1, x)));

	y = CT_M(m->bn2, CT_M(m->conv2, y));
	return CT_E(relu, CT_E(add, y, m->downsample ? CT_M(m->downsample, x) : x));
}

static ct_module *block_new(int64_t inputs, int64_t outputs, int64_t stride)
{
	block *m = CT_MODULE(block, "BasicBlock", block_forward);

	CT_LAYER(m, conv1, Conv2d, inputs, outputs, CT_L(3), CT_L(stride), CT_L(1), .bias = false);
	CT_LAYER(m, bn1, BatchNorm2d, outputs);
	CT_LAYER(m, conv2, Conv2d, outputs, outputs, CT_L(3), .padding = CT_L(1), .bias = false);
	CT_LAYER(m, bn2, BatchNorm2d, outputs);
	if (stride != 1 || inputs != outputs)
		CT_CHILD(m, downsample,
			 CT_SEQUENTIAL(CT_NN(Conv2d, inputs, outputs, CT_L(1), CT_L(stride),
					     .bias = false),
				       CT_NN(BatchNorm2d, outputs)));
	return ct_module_of(m);
}

typedef struct {
	ct_module *conv1, *bn1, *layers, *fc;
} resnet;

static ct_tensor *resnet_forward(void *self, ct_tensor *x)
{
	const resnet *m = self;

	x = CT_M(m->layers, CT_E(relu, CT_M(m->bn1, CT_M(m->conv1, x))));
	return CT_M(m->fc, CT_E(flatten, CT_E(adaptive_avg_pool2d, x, CT_L(1, 1)), 1));
}

static ct_module *resnet_new(int64_t classes)
{
	resnet *m = CT_MODULE(resnet, "ResNet", resnet_forward);
	int64_t inputs = 64;

	CT_LAYER(m, conv1, Conv2d, 3, 64, CT_L(3), .padding = CT_L(1), .bias = false);
	CT_LAYER(m, bn1, BatchNorm2d, 64);
	CT_LAYER(m, layers, Sequential);
	for (int64_t outputs = 64; outputs <= 512; outputs *= 2) {
		CT_APPEND(m->layers, block_new(inputs, outputs, inputs == outputs ? 1 : 2));
		CT_APPEND(m->layers, block_new(outputs, outputs, 1));
		inputs = outputs;
	}
	CT_LAYER(m, fc, Linear, 512, classes);
	return ct_module_of(m);
}

/* --- training --------------------------------------------------------------------------------- */

/* Noisy pictures with stripes: label 0 across, 1 down. */
static ct_tensor *stripes(ct_tensor **labels)
{
	ct_tensor *wave, *across, *down, *is_down, *pictures;

	*labels = CT_E(randint, CLASSES, CT_L(BATCH));
	wave = CT_E(sin, CT_E(arange, SIDE));
	across = CT_E(expand, CT_E(reshape, wave, CT_L(1, 1, SIDE, 1)), CT_L(BATCH, 3, SIDE, SIDE));
	down = CT_E(transpose, across, 2, 3);
	is_down = CT_E(eq, CT_E(reshape, *labels, CT_L(-1, 1, 1, 1)), 1);
	pictures = CT_E(where_self, is_down, down, across);
	return CT_E(add, CT_E(mul, pictures, 2), CT_E(randn, CT_L(BATCH, 3, SIDE, SIDE)));
}

static ct_error run(void)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *net = resnet_new(CLASSES);
	ct_optimizer *optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.003,
					       .momentum = 0.9);
	int64_t parameters = 0;

	CT_EACH_PARAMETER(net, p)
	parameters += ct_tensor_numel(p->tensor);
	printf("%lld parameters\n", (long long)parameters);
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *labels, *pictures = stripes(&labels);
		ct_tensor *loss = CT_E(cross_entropy, CT_M(net, pictures), labels);

		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		printf("step %d: loss %.5f\n", i, CT_ITEM(loss));
	}
	return NULL;
}

int main(void)
{
	CT_CHECK(run());
	return 0;
}
