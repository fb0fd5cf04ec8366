#include "model.h"

ct_module *model_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Linear, 2, 64), CT_NN(ReLU), CT_NN(Linear, 64, 64), CT_NN(ReLU),
			     CT_NN(Linear, 64, 2));
}

ct_error model_train(ct_module *self, ct_optimizer *optimizer, ct_data_loader *loader, double *loss)
{
	ct_running_mean losses = { 0 };

	CT_TRY(ct_module_train(self, true));
	CT_EACH_BATCH (batch, loader) {
		ct_tensor *each = CT_E(cross_entropy, CT_M(self, batch->data), batch->target);

		CT_TRY(ct_optimizer_minimize(optimizer, each));
		ct_running_mean_add(&losses, CT_ITEM(each), (double)batch->size);
	}
	*loss = ct_running_mean_value(&losses);
	return NULL;
}

ct_error model_test(ct_module *self, ct_data_loader *loader, double *accuracy)
{
	CT_NO_GRAD_SCOPE;
	ct_accuracy found = { 0 };

	CT_TRY(ct_module_eval(self));
	CT_EACH_BATCH (batch, loader)
		CT_TRY(ct_accuracy_add(&found, CT_M(self, batch->data), batch->target));
	*accuracy = ct_accuracy_value(&found);
	return NULL;
}
