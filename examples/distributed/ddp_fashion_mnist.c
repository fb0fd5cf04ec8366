/*
 * ddp_fashion_mnist.c: trains on Fashion-MNIST with several processes, and resumes after a failure.
 *
 *     ct_launch -n 4 --max-restarts 3 ddp_fashion_mnist FOLDER fashion.pt 5
 *
 * FOLDER has the four IDX files of the data set. Each process learns from its share of the images.
 * After each epoch rank 0 writes a checkpoint; a run that finds one goes on from it, as after
 * ct_launch has started all processes again because one has failed. So do later runs with more
 * epochs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

enum { SIDE = 28, CLASSES = 10, BATCH = 64 };

struct data {
	ct_tensor *images, *labels, *test_images, *test_labels;
};

/* --- the network ------------------------------------------------------------------------------ */

static ct_module *network_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Flatten), CT_NN(Linear, SIDE * SIDE, 256),
			     CT_NN(BatchNorm1d, 256), CT_NN(ReLU), CT_NN(Linear, 256, CLASSES));
}

/* Pixels of 0 to 255 become numbers of 0 to 1. */
static ct_tensor *scale(const ct_tensor *pixels)
{
	return CT_E(div_, CT_E(to_dtype, pixels, CT_FLOAT32), 255);
}

/* --- what all processes do together ----------------------------------------------------------- */

/* Adds up a number of each process. */
static ct_error sum_over_ranks(double *number)
{
	CT_SCOPE;
	ct_tensor *sum;

	CT_TRY(ct_tensor_from_data(number, CT_FLOAT64, CT_L(1), &sum));
	CT_TRY(ct_dist_all_reduce(sum, NULL, NULL));
	return ct_tensor_item_double(sum, number);
}

/* A loader of this process's share: each has as many images, of which a few may be twice. */
static ct_error train_loader_new(const struct data *data, ct_data_loader **result)
{
	ct_dataset *images = CT_TENSOR_DATASET(data->images, data->labels);

	*result = CT_DATA_LOADER(images, .batch_size = BATCH,
				 .sampler = CT_DDP_SAMPLER(images, .seed = 1));
	return CT_DONE();
}

/* The test images of this process: one process has each. */
static ct_error test_loader_new(const struct data *data, ct_data_loader **result)
{
	const int64_t n = ct_tensor_size(data->test_images, 0), ranks = ct_dist_world_size(NULL);
	const int64_t begin = n * ct_dist_rank(NULL) / ranks;
	const int64_t count = n * (ct_dist_rank(NULL) + 1) / ranks - begin;
	ct_tensor *images = CT_E(narrow, data->test_images, 0, begin, count);
	ct_tensor *labels = CT_E(narrow, data->test_labels, 0, begin, count);

	*result = CT_DATA_LOADER(CT_TENSOR_DATASET(images, labels), .batch_size = BATCH);
	return CT_DONE();
}

static ct_error train_epoch(const ct_train_state *run, ct_module *ddp, ct_data_loader *loader,
			    double *mean)
{
	ct_running_mean losses = { 0 };

	CT_EACH_BATCH (batch, loader) {
		ct_tensor *scores = CT_M(ddp, scale(batch->data));
		ct_tensor *loss = CT_E(cross_entropy, scores, batch->target);

		CT_TRY(ct_optimizer_minimize(run->optimizer, loss));
		ct_running_mean_add(&losses, CT_ITEM(loss), (double)batch->size);
	}
	*mean = ct_running_mean_value(&losses) / (double)ct_dist_world_size(NULL);
	return sum_over_ranks(mean);
}

static ct_error evaluate(ct_module *net, ct_data_loader *loader, double *result)
{
	ct_accuracy found = { 0 };
	double right, total;

	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_module_eval(net));
	CT_EACH_BATCH (batch, loader)
		CT_TRY(ct_accuracy_add(&found, CT_M(net, scale(batch->data)), batch->target));
	right = (double)found.right;
	total = (double)found.total;
	CT_TRY(sum_over_ranks(&right));
	CT_TRY(sum_over_ranks(&total));
	*result = right / total;
	return ct_module_train(net, true);
}

/* --- training --------------------------------------------------------------------------------- */

/* All processes call it, and rank 0 writes. The checkpoint also has the loader's position, which is the
 * same in all processes. */
static ct_error save(ct_train_state *run, const ct_data_loader *loader, const char *checkpoint)
{
	ct_value_free(run->values);
	CT_TRY(ct_data_loader_state_dict(loader, run->values));
	return ct_dist_train_save(run, checkpoint, NULL);
}

static ct_error train_epochs(ct_train_state *run, const struct data *data, const char *checkpoint,
			     int64_t epochs)
{
	ct_data_loader *train, *test;
	double loss, accuracy;
	ct_module *ddp;

	CT_TRY(train_loader_new(data, &train));
	CT_TRY(test_loader_new(data, &test));
	if (run->epoch > 0) /* the order of the next epoch */
		CT_TRY(ct_data_loader_load_state_dict(train, run->values));
	CT_TRY(ct_ddp_new(run->model, NULL, &ddp));
	while (run->epoch < epochs) {
		CT_TRY(train_epoch(run, ddp, train, &loss));
		CT_TRY(evaluate(run->model, test, &accuracy));
		run->epoch++;
		CT_TRY(save(run, train, checkpoint));
		if (ct_dist_rank(NULL) == 0)
			printf("epoch %lld of %lld: loss %.3f, test accuracy %.2f %%\n",
			       (long long)run->epoch, (long long)epochs, loss, 100 * accuracy);
	}
	return NULL;
}

static ct_error train(const char *folder, const char *checkpoint, int64_t epochs)
{
	CT_SCOPE;
	struct data data;
	ct_value position = ct_value_none();
	ct_train_state run = { .values = &position };
	ct_error error;

	CT_TRY(ct_mnist_load(folder, true, &data.images, &data.labels));
	CT_TRY(ct_mnist_load(folder, false, &data.test_images, &data.test_labels));
	CT_TRY(ct_manual_seed(1));
	run.model = network_new();
	run.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(run.model), .lr = 0.1, .momentum = 0.9);
	CT_TRY(CT_DONE());
	/* All processes read the same file, before rank 0 writes the next one. */
	if (access(checkpoint, R_OK) == 0)
		CT_TRY(ct_dist_train_load(&run, checkpoint, NULL));
	CT_TRY(ct_dist_barrier(NULL, NULL));
	if (ct_dist_rank(NULL) == 0 && run.epoch > 0)
		printf("going on after epoch %lld\n", (long long)run.epoch);
	error = train_epochs(&run, &data, checkpoint, epochs);
	ct_value_free(&position);
	return error;
}

static ct_error run(char **arguments)
{
	CT_TRY(ct_dist_init(NULL));
	CT_TRY(train(arguments[0], arguments[1], atoll(arguments[2])));
	return ct_dist_destroy();
}

int main(int argc, char **argv)
{
	ct_error error;

	if (argc != 4) {
		fprintf(stderr, "Usage: %s FOLDER CHECKPOINT EPOCHS\n", argv[0]);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	error = run(argv + 1);
	if (error == NULL)
		return 0;
	fprintf(stderr, "ddp_fashion_mnist: %s\n", error);
	ct_error_free(error);
	return 1;
}
