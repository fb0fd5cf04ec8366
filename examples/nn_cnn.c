/*
 * nn_cnn.c: a convolutional network learns to tell clothes apart (Fashion-MNIST), is saved, loaded
 * and tried: all that a training program needs, and no more. fashion_mnist.c is the same with
 * options, progress, checkpoints and pictures of your own.
 *
 *     nn_cnn [FOLDER]    with the four files of MNIST or Fashion-MNIST
 *
 * The twin in Python is twins/nn_cnn.py; both print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { EPOCHS = 2, BATCH = 32, CLASSES = 10 };

static ct_module *cnn_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Conv2d, 1, 16, CT_L(3), .padding = CT_L(1)), CT_NN(ReLU),
			     CT_NN(MaxPool2d, CT_L(2)),
			     CT_NN(Conv2d, 16, 32, CT_L(3), .padding = CT_L(1)), CT_NN(ReLU),
			     CT_NN(MaxPool2d, CT_L(2)), CT_NN(Flatten),
			     CT_NN(Linear, 32 * 7 * 7, CLASSES));
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
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.003);

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

	CT_TRY(ct_module_eval(net));
	CT_EACH_BATCH (b, loader)
		CT_TRY(ct_accuracy_add(&found, CT_M(net, b->data), b->target));
	printf("accuracy %.4f\n", ct_accuracy_value(&found));
	return NULL;
}

static ct_error run(const char *folder)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *net = cnn_new();

	CT_TRY(train(net, load(folder, true)));
	CT_TRY(ct_module_save(net, "cnn.pt"));
	net = cnn_new();
	CT_TRY(ct_module_load(net, "cnn.pt", NULL, NULL));
	return test(net, load(folder, false));
}

int main(int argc, char **argv)
{
	CT_CHECK(run(argc > 1 ? argv[1] : "/usr/share/datasets/fashion-mnist"));
	return 0;
}
