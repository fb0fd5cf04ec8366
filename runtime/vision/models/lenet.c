/*
 * LeNet-5 as the class Net in PyTorch's tutorial "Neural Networks".
 */
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "vision/models/model.h"

typedef struct {
	ct_module *conv1, *conv2, *fc1, *fc2, *fc3;
} lenet;

static ct_error lenet_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const lenet *m = self;

	CT_OWN_SCOPE(NULL);
	x = CT_E(max_pool2d, CT_E(relu, CT_M(m->conv1, x)), CT_L(2, 2));
	x = CT_E(max_pool2d, CT_E(relu, CT_M(m->conv2, x)), CT_L(2));
	x = CT_E(relu, CT_M(m->fc1, CT_E(flatten, x, 1)));
	return ct_nn_give(CT_M(m->fc3, CT_E(relu, CT_M(m->fc2, x))), result);
}

static ct_module *lenet_make(const void *settings, const void *options)
{
	const ct_lenet_options *o = options;
	lenet *m = CT_MODULE(lenet, "LeNet", lenet_forward);

	(void)settings;
	CT_LAYER(m, conv1, Conv2d, o->in_channels, 6, CT_L(5));
	CT_LAYER(m, conv2, Conv2d, 6, 16, CT_L(5));
	CT_LAYER(m, fc1, Linear, 16 * 5 * 5, 120);
	CT_LAYER(m, fc2, Linear, 120, 84);
	CT_LAYER(m, fc3, Linear, 84, o->num_classes);
	return ct_module_of(m);
}

static const struct ct_argument lenet_arguments[] = {
	CT_MODEL_ARGUMENT(lenet, num_classes, "int", "10", INT, false),
	CT_MODEL_ARGUMENT(lenet, in_channels, "int", "1", INT, false),
};

CT_MODEL_DEFINE(lenet, lenet, "LeNet", "(*, int num_classes=10, int in_channels=1)", NULL)
