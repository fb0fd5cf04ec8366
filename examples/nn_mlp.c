/*
 * nn_mlp.c: a perceptron that learns to tell two spirals apart.
 *
 * The twin in Python is twins/nn_mlp.py; both print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { POINTS = 256, STEPS = 200 };

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *fc1, *drop, *fc2;
} mlp;

static ct_tensor *mlp_forward(void *self, ct_tensor *x)
{
	const mlp *m = self;

	return CT_M(m->fc2, CT_M(m->drop, CT_E(tanh, CT_M(m->fc1, x))));
}

static ct_module *mlp_new(int64_t inputs, int64_t hidden, int64_t classes)
{
	mlp *m = CT_MODULE(mlp, "MLP", mlp_forward);

	CT_LAYER(m, fc1, Linear, inputs, hidden);
	CT_LAYER(m, drop, Dropout, 0.1);
	CT_LAYER(m, fc2, Linear, hidden, classes);
	return ct_module_of(m);
}

/* --- training --------------------------------------------------------------------------------- */

/* Points of two spirals, and which one each belongs to. */
static ct_tensor *spirals(ct_tensor **labels)
{
	ct_tensor *arm = CT_E(arange, 2 * POINTS);
	ct_tensor *radius = CT_E(div, CT_E(to_dtype, arm, CT_FLOAT32), POINTS / 2);
	ct_tensor *turn = CT_E(mul, *labels = CT_E(remainder, arm, 2), 3.141592653589793);
	ct_tensor *angle = CT_E(add, CT_E(mul, radius, 1.5), turn);

	return CT_E(stack,
		    CT_TENSORS(CT_E(mul, radius, CT_E(cos, angle)),
			       CT_E(mul, radius, CT_E(sin, angle))),
		    1);
}

static ct_error run(void)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *net = mlp_new(2, 64, 2);
	ct_optimizer *optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 0.01);
	ct_tensor *labels, *points = spirals(&labels);

	CT_TRY(ct_module_print(net, NULL));
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *loss = CT_E(cross_entropy, CT_M(net, points), labels);

		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		if (i % 40 == 0)
			printf("step %d: loss %.6f\n", i, CT_ITEM(loss));
	}
	CT_TRY(ct_module_eval(net));
	ct_accuracy accuracy = { 0 };
	CT_DO(ct_accuracy_add(&accuracy, CT_M(net, points), labels));
	printf("accuracy %.4f\n", ct_accuracy_value(&accuracy));
	return CT_DONE();
}

int main(void)
{
	CT_CHECK(run());
	return 0;
}
