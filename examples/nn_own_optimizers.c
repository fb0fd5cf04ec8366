/*
 * nn_own_optimizers.c: Lion (Chen et al., 2023) and LAMB (You et al., 2020), optimizers that PyTorch
 * does not have, with groups, a scheduler and a state dict.
 *
 * The twin in Python is twins/nn_own_optimizers.py; both print the same numbers for the same seed.
 */
#include <math.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { POINTS = 64, STEPS = 30 };

/* --- Lion: the sign of an average ------------------------------------------------------------- */

static ct_error lion_update(const ct_optimizer_update *self, ct_tensor *p, const ct_tensor *grad)
{
	const double lr = ct_optimizer_update_option(self, "lr");
	const double beta1 = ct_optimizer_update_option_at(self, "betas", 0);
	const double beta2 = ct_optimizer_update_option_at(self, "betas", 1);
	ct_tensor *average = ct_optimizer_update_state(self, "exp_avg");

	CT_E(mul_, p, 1 - lr * ct_optimizer_update_option(self, "weight_decay"));
	CT_E(add_, p, CT_E(sign, CT_E(lerp, average, grad, 1 - beta1)), .alpha = CT_S(-lr));
	CT_E(lerp_, average, grad, 1 - beta2);
	return CT_DONE();
}

static const ct_optimizer_class lion = {
	.name = "Lion",
	.options = "lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0",
	.state = "exp_avg",
	.update = lion_update,
};

/* --- LAMB: Adam, with a rate for each tensor -------------------------------------------------- */

/* 1, if one of the norms is 0. */
static double trust(const ct_tensor *p, const ct_tensor *update)
{
	const double weight = CT_ITEM(CT_E(linalg_vector_norm, p));
	const double change = CT_ITEM(CT_E(linalg_vector_norm, update));

	return weight > 0 && change > 0 ? weight / change : 1;
}

static ct_error lamb_update(const ct_optimizer_update *self, ct_tensor *p, const ct_tensor *grad)
{
	const double beta1 = ct_optimizer_update_option_at(self, "betas", 0);
	const double beta2 = ct_optimizer_update_option_at(self, "betas", 1);
	const double step = CT_ITEM(ct_optimizer_update_state(self, "step"));
	ct_tensor *average = ct_optimizer_update_state(self, "exp_avg");
	ct_tensor *squares = ct_optimizer_update_state(self, "exp_avg_sq"), *root, *update;

	CT_E(lerp_, average, grad, 1 - beta1);
	CT_E(addcmul_, CT_E(mul_, squares, beta2), grad, grad, .value = CT_S(1 - beta2));
	root = CT_E(sqrt, CT_E(div, squares, 1 - pow(beta2, step)));
	update = CT_E(div, CT_E(div, average, 1 - pow(beta1, step)),
		      CT_E(add, root, ct_optimizer_update_option(self, "eps")));
	CT_E(add_, update, p, .alpha = CT_S(ct_optimizer_update_option(self, "weight_decay")));
	CT_E(add_, p, update,
	     .alpha = CT_S(-ct_optimizer_update_option(self, "lr") * trust(p, update)));
	return CT_DONE();
}

static const ct_optimizer_class lamb = {
	.name = "LAMB",
	.options = "lr=1e-3, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01",
	.state = "step, exp_avg, exp_avg_sq",
	.update = lamb_update,
};

/* --- training --------------------------------------------------------------------------------- */

static ct_error train(const ct_optimizer_class *optimizer_class, double rate)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *body = CT_SEQUENTIAL(CT_NN(Linear, 2, 16), CT_NN(Tanh));
	ct_module *head = CT_NN(Linear, 16, 1);
	ct_optimizer *optimizer = CT_OWN_OPTIMIZER(
		optimizer_class,
		CT_GROUPS(CT_GROUP(CT_PARAMETERS(body)),
			  CT_GROUP(CT_PARAMETERS(head), .lr = 2 * rate, .weight_decay = CT_ZERO)),
		.lr = rate, .weight_decay = 0.1);
	ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(StepLR, optimizer, 10, .gamma = 0.5);
	ct_tensor *x = CT_E(randn, CT_L(POINTS, 2));
	ct_tensor *y = CT_E(sin, CT_E(sum_dim_IntList, x, CT_L(1), .keepdim = true));

	CT_TRY(CT_DONE());
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *loss = CT_E(nn_mse_loss, CT_M(head, CT_M(body, x)), y);

		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		CT_TRY(ct_lr_scheduler_step(scheduler));
		if (i % 10 == 0)
			printf("%s step %d: loss %.6f, rate %.5f\n", optimizer_class->name, i,
			       CT_ITEM(loss), ct_optimizer_lr(optimizer, 1));
	}
	return ct_optimizer_print(optimizer, NULL);
}

int main(void)
{
	CT_CHECK(train(&lion, 0.01));
	CT_CHECK(train(&lamb, 0.05));
	return 0;
}
