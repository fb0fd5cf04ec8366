/*
 * @NAME@: trains a network and saves its weights.
 *
 *     @NAME@ [FILE]    where they go; @NAME@.pt by default
 */
#include <stdio.h>

#include "data.h"
#include "model.h"

enum { EPOCHS = 20, SAMPLES = 2000, BATCH = 50, WORKERS = 2 };

/* Four fifths of the samples are for training. */
static ct_error load(ct_data_loader **train, ct_data_loader **test)
{
	ct_dataset *all, *parts[2];

	CT_TRY(data_new(SAMPLES, 0.01, &all));
	CT_TRY(ct_dataset_random_split(all, CT_FLOATS(0.8, 0.2), NULL, parts));
	*train = CT_DATA_LOADER(parts[0], .batch_size = BATCH, .shuffle = true,
				.num_workers = WORKERS);
	*test = CT_DATA_LOADER(parts[1], .batch_size = BATCH, .num_workers = WORKERS);
	return CT_DONE();
}

static ct_error run(const char *path)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(0));
	/* Operators of so small a network are faster in one thread. Remove it for a larger one. */
	CT_TRY(ct_set_num_threads(1));
	ct_data_loader *train, *test;
	ct_module *model = model_new();
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(model), .lr = 0.005);
	double loss, accuracy;

	CT_TRY(load(&train, &test));
	for (int epoch = 1; epoch <= EPOCHS; epoch++) {
		CT_TRY(model_train(model, optimizer, train, &loss));
		CT_TRY(model_test(model, test, &accuracy));
		printf("epoch %2d of %d: loss %.3f, test accuracy %.1f %%\n", epoch, EPOCHS, loss,
		       100 * accuracy);
	}
	CT_TRY(ct_module_save(model, path));
	printf("saved: %s\n", path);
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
		fprintf(stderr, "usage: @NAME@ [FILE]\n");
		return 2;
	}
	CT_CHECK(run(argc == 2 ? argv[1] : "@NAME@.pt"));
	return 0;
}
