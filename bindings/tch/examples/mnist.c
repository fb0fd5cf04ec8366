/*
 * mnist.c FOLDER: the calls that the example mnist of tch-rs makes for its linear model, by gradients and
 * then by Adam. Prints losses and accuracies.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "torch_api_generated.h"

enum { PIXELS = 28 * 28, LABELS = 10, EPOCHS = 20, FLOAT = 6, CPU = -1 };

static tensor train_images, train_labels, test_images, test_labels;

/* tch-rs makes an error of Rust at each call. */
static void check_calls(void)
{
	char *error = get_and_reset_last_err();

	if (error == NULL)
		return;
	fprintf(stderr, "mnist: %s\n", error);
	exit(1);
}

/* Pixels of 0 to 255, a row for each picture, become numbers of 0 to 1. */
static tensor scaled(tensor pixels)
{
	int64_t shape[] = { -1, PIXELS };
	tensor rows = NULL, numbers = NULL, result = NULL;
	scalar most = ats_int(255);

	atg_reshape(&rows, pixels, shape, 2);
	atg_totype(&numbers, rows, FLOAT);
	atg_div_scalar(&result, numbers, most);
	ats_free(most);
	at_free(rows);
	at_free(numbers);
	at_free(pixels);
	return result;
}

static void load(const char *folder)
{
	CT_CHECK(ct_mnist_load(folder, true, &train_images, &train_labels));
	CT_CHECK(ct_mnist_load(folder, false, &test_images, &test_labels));
	train_images = scaled(train_images);
	test_images = scaled(test_images);
}

static tensor parameter(int64_t *shape, int len)
{
	tensor zeros = NULL, result = NULL;

	atg_zeros(&zeros, shape, len, FLOAT, CPU);
	atg_set_requires_grad(&result, zeros, 1);
	at_free(zeros);
	return result;
}

static tensor logits(tensor images, tensor ws, tensor bs)
{
	tensor product = NULL, result = NULL;

	atg_mm(&product, images, ws);
	atg_add(&result, product, bs);
	at_free(product);
	return result;
}

static tensor loss_of(tensor ws, tensor bs)
{
	tensor scores = logits(train_images, ws, bs), likely = NULL, loss = NULL;

	atg_log_softmax(&likely, scores, -1, FLOAT);
	atg_nll_loss(&loss, likely, train_labels, NULL, 1, -100);
	at_free(scores);
	at_free(likely);
	return loss;
}

static double accuracy(tensor ws, tensor bs)
{
	tensor scores = logits(test_images, ws, bs), found = NULL, right = NULL, mean = NULL;
	double result;

	atg_argmax(&found, scores, -1, 0, 0);
	atg_eq_tensor(&right, found, test_labels);
	atg_mean(&mean, right, FLOAT);
	result = at_double_value_at_indexes(mean, NULL, 0);
	at_free(scores);
	at_free(found);
	at_free(right);
	at_free(mean);
	return result;
}

/* x -= a tenth of its gradient, which becomes zero. */
static void descend(tensor x)
{
	tensor grad = NULL, step = NULL, same = NULL, zero = NULL;
	scalar rate = ats_float(-0.1);
	const int was = at_grad_set_enabled(0);

	atg_grad(&grad, x);
	atg_mul_scalar(&step, grad, rate);
	atg_add_(&same, x, step);
	atg_zero_(&zero, grad);
	at_grad_set_enabled(was);
	ats_free(rate);
	at_free(grad);
	at_free(step);
	at_free(same);
	at_free(zero);
}

static void report(const char *how, int epoch, tensor loss, tensor ws, tensor bs)
{
	const double value = at_double_value_at_indexes(loss, NULL, 0);

	printf("%s %2d: loss %.5f, accuracy %.4f\n", how, epoch, value, accuracy(ws, bs));
	at_free(loss);
	check_calls();
}

static void train(tensor ws, tensor bs)
{
	for (int epoch = 1; epoch <= EPOCHS; epoch++) {
		tensor loss = loss_of(ws, bs);

		at_backward(loss, 0, 0);
		descend(ws);
		descend(bs);
		report("gradients", epoch, loss, ws, bs);
	}
}

static void train_with_adam(tensor ws, tensor bs)
{
	optimizer adam = ato_adam(1e-3, 0.9, 0.999, 0, 1e-8, 0);

	ato_add_parameters(adam, ws, 0);
	ato_add_parameters(adam, bs, 0);
	for (int epoch = 1; epoch <= EPOCHS; epoch++) {
		tensor loss = loss_of(ws, bs);

		ato_zero_grad(adam);
		at_backward(loss, 0, 0);
		ato_step(adam);
		report("adam     ", epoch, loss, ws, bs);
	}
	ato_free(adam);
}

int main(int argc, char **argv)
{
	int64_t weights[] = { PIXELS, LABELS }, biases[] = { LABELS };
	tensor ws, bs;

	if (argc != 2) {
		fputs("usage: mnist FOLDER: one with the four IDX files of MNIST\n", stderr);
		return 2;
	}
	load(argv[1]);
	ws = parameter(weights, 2);
	bs = parameter(biases, 1);
	check_calls();
	train(ws, bs);
	train_with_adam(ws, bs);
	at_free(ws);
	at_free(bs);
	at_free(train_images);
	at_free(train_labels);
	at_free(test_images);
	at_free(test_labels);
	if (ct_memory_handle_count() == 0)
		return 0;
	fprintf(stderr, "mnist: %lld handles are left\n", (long long)ct_memory_handle_count());
	return 1;
}
