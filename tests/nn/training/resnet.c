/*
 * The ResNet-18 of examples/nn_resnet.c.
 */
int resnet_main(void);
#define main resnet_main
#include "../../../examples/nn_resnet.c"
#undef main

#include "networks.h"

static ct_module *make(void)
{
	return resnet_new(CLASSES);
}

static ct_error loss(const ct_module *network, ct_tensor **result)
{
	ct_tensor *labels, *pictures = stripes(&labels);

	return CT_FINISH(CT_E(nn_cross_entropy, CT_M(network, pictures), labels), result);
}

const struct network resnet_network = { "nn_resnet", make, loss, 0.003 };
