/*
 * AlexNet: torchvision/models/alexnet.py.
 */
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "vision/models/model.h"

typedef struct {
	ct_module *features, *avgpool, *classifier;
} alexnet;

static ct_error alexnet_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const alexnet *m = self;

	CT_OWN_SCOPE(NULL);
	x = ct_models_pass(m->avgpool, CT_M(m->features, x));
	return ct_nn_give(CT_M(m->classifier, CT_E(flatten, x, 1)), result);
}

static ct_module *alexnet_make(const void *settings, const void *options)
{
	const ct_alexnet_options *o = options;
	alexnet *m = CT_MODULE(alexnet, "AlexNet", alexnet_forward);

	(void)settings;
	CT_CHILD(m, features,
		 CT_SEQUENTIAL(
			 CT_NN(Conv2d, 3, 64, CT_L(11), CT_L(4), CT_L(2)), CT_NN(ReLU, true),
			 CT_NN(MaxPool2d, CT_L(3), CT_L(2)),
			 CT_NN(Conv2d, 64, 192, CT_L(5), .padding = CT_L(2)), CT_NN(ReLU, true),
			 CT_NN(MaxPool2d, CT_L(3), CT_L(2)),
			 CT_NN(Conv2d, 192, 384, CT_L(3), .padding = CT_L(1)), CT_NN(ReLU, true),
			 CT_NN(Conv2d, 384, 256, CT_L(3), .padding = CT_L(1)), CT_NN(ReLU, true),
			 CT_NN(Conv2d, 256, 256, CT_L(3), .padding = CT_L(1)), CT_NN(ReLU, true),
			 CT_NN(MaxPool2d, CT_L(3), CT_L(2))));
	CT_LAYER(m, avgpool, AdaptiveAvgPool2d, CT_L(6, 6));
	CT_CHILD(m, classifier,
		 CT_SEQUENTIAL(CT_NN(Dropout, o->dropout), CT_NN(Linear, 256 * 6 * 6, 4096),
			       CT_NN(ReLU, true), CT_NN(Dropout, o->dropout),
			       CT_NN(Linear, 4096, 4096), CT_NN(ReLU, true),
			       CT_NN(Linear, 4096, o->num_classes)));
	return ct_module_of(m);
}

static const struct ct_argument alexnet_arguments[] = {
	CT_MODEL_ARGUMENT(alexnet, num_classes, "int", "1000", INT, false),
	CT_MODEL_ARGUMENT(alexnet, dropout, "float", "0.5", FLOAT, false),
};

CT_MODEL_DEFINE(alexnet, alexnet, "AlexNet", "(*, int num_classes=1000, float dropout=0.5)", NULL)
