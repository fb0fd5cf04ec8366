#include <string.h>

#include "gpu.h"

enum { BATCH = 64, INPUTS = 784, HIDDEN = 512, CLASSES = 10 };

ct_error training_new(struct training *self, const char *optimizer)
{
	CT_TRY(ct_manual_seed(1));
	self->net = CT_SEQUENTIAL(CT_NN(Linear, INPUTS, HIDDEN), CT_NN(ReLU),
				  CT_NN(Linear, HIDDEN, CLASSES));
	self->x = CT_E(to_device, CT_E(randn, CT_L(BATCH, INPUTS)), GPU, CT_FLOAT32);
	self->target = CT_E(remainder, CT_E(arange, BATCH, .device = GPU), CLASSES);
	self->loss = CT_E(zeros, CT_NO_INTS, .device = GPU);
	CT_TRY(CT_DONE());
	CT_TRY(ct_module_to(self->net, &(ct_module_to_options){ .device = GPU }));
	self->optimizer = strcmp(optimizer, "SGD") == 0
				  ? CT_OPTIMIZER(SGD, CT_PARAMETERS(self->net), .lr = 0.01,
						 .momentum = 0.9)
				  : CT_OPTIMIZER(AdamW, CT_PARAMETERS(self->net), .lr = 0.001,
						 .capturable = true);
	return CT_DONE();
}

ct_error training_step(void *context)
{
	const struct training *self = context;
	ct_tensor *loss;

	CT_TRY(ct_optimizer_zero_grad(self->optimizer));
	loss = CT_E(cross_entropy_loss, CT_M(self->net, self->x), self->target);
	CT_TRY(CT_DONE());
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(ct_optimizer_step(self->optimizer));
	/* Without its graph, which would grow from step to step. */
	return ct_copy_(self->loss, CT_E(detach, loss), false, NULL);
}
