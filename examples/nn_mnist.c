/*
 * nn_mnist.c: a perceptron learns to read digits (MNIST), or to tell clothes apart (Fashion-MNIST).
 *
 *     nn_mnist [FOLDER]    with the four files of MNIST or Fashion-MNIST
 *
 * The twin in Python is twins/nn_mnist.py, and bindings/python/examples/mnist.py is the same with the
 * binding of Python: all print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { EPOCHS = 3, BATCH = 32, PIXELS = 28 * 28, HIDDEN = 128, CLASSES = 10 };

static ct_module *mlp_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Flatten), CT_NN(Linear, PIXELS, HIDDEN), CT_NN(ReLU),
			     CT_NN(Linear, HIDDEN, CLASSES));
}

static ct_data_loader *load(const char *folder, bool train)
{
	ct_tensor *images = NULL, *labels = NULL;

	CT_DO(ct_mnist_load(folder, train, &images, &labels));
	return CT_DATA_LOADER(CT_TENSOR_DATASET(CT_E(div, images, 255), labels),
			      .batch_size = BATCH, .shuffle = train);
}

static ct_error train(ct_module *net, ct_data_loader *loader)
{
	ct_optimizer *optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.05,
					       .momentum = 0.9);

	for (int epoch = 1; epoch <= EPOCHS; epoch++) {
		ct_running_mean losses = { 0 };

		CT_EACH_BATCH (b, loader) {
			ct_tensor *loss = CT_E(cross_entropy, CT_M(net, b->data), b->target);

			CT_TRY(ct_optimizer_minimize(optimizer, loss));
			ct_running_mean_add(&losses, CT_ITEM(loss), 1);
		}
		printf("epoch %d: loss %.5f\n", epoch, ct_running_mean_value(&losses));
	}
	return NULL;
}

static ct_error test(ct_module *net, ct_data_loader *loader)
{
	CT_NO_GRAD_SCOPE;
	ct_accuracy found = { 0 };

	CT_EACH_BATCH (b, loader)
		CT_TRY(ct_accuracy_add(&found, CT_M(net, b->data), b->target));
	printf("accuracy %.4f\n", ct_accuracy_value(&found));
	return NULL;
}

static ct_error run(const char *folder)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *net = mlp_new();

	CT_TRY(train(net, load(folder, true)));
	return test(net, load(folder, false));
}

int main(int argc, char **argv)
{
	CT_CHECK(run(argc > 1 ? argv[1] : "/usr/share/datasets/mnist"));
	return 0;
}
