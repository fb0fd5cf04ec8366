/*
 * data.c: for data.sh: how fast the loader is.
 *
 *     bench_data make FOLDER N    writes N JPEG files of 256 x 256 pixels into folders of two classes
 *     bench_data load FOLDER W    images a second of the loader with W workers: decode, resize, crop,
 *                                 flip, normalize, batches of 64
 *     bench_data bare FOLDER      the same work without a loader: decode and transform, one by one
 *     bench_data decode FOLDER    decode only
 *     bench_data memory           microseconds for a batch of rows of tensors in memory, and for the
 *                                 operators that copy them
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>
#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>
#include <ctorch/vision/vision.h>

enum { SIDE = 256, BATCH = 64 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Waves with a little noise, as much as a photograph has. */
static ct_error make_one(const char *path, int i)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(linspace, CT_S(0), CT_S(1), SIDE);
	ct_tensor *y = CT_E(unsqueeze, x, 1);
	ct_tensor *planes[3];

	for (int c = 0; c < 3; c++) {
		ct_tensor *angle = CT_E(add, CT_E(mul, x, 10 + i % 17 + c), CT_E(mul, y, 5 + c));
		ct_tensor *wave = CT_E(mul, CT_E(sin, angle), 0.35);

		planes[c] = CT_E(add, CT_E(add, wave, 0.5),
				 CT_E(mul, CT_E(randn, CT_L(SIDE, SIDE)), 0.04));
	}
	ct_tensor *image = CT_E(stack, CT_TENSORS_OF(planes, 3));

	CT_TRY(CT_DONE());
	return ct_image_save_jpeg(image, path, 90);
}

static ct_error make(const char *folder, int n)
{
	char path[4096];

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%d", folder, i);
		mkdir(path, 0777);
	}
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%d/%d.jpg", folder, i % 2, i);
		CT_TRY(make_one(path, i));
	}
	return NULL;
}

/* --- images ----------------------------------------------------------------------------------- */

static ct_transform *pipeline(void)
{
	return CT_COMPOSE(CT_T(Resize, CT_L(240)), CT_T(RandomCrop, CT_L(224)),
			  CT_T(RandomHorizontalFlip), CT_T(ToTensor),
			  CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
}

static ct_error load(const char *folder, int32_t workers)
{
	CT_SCOPE;
	ct_transform *transform = pipeline();
	ct_dataset *images, *dataset;
	double started = 0;
	int64_t n = 0;

	CT_TRY(CT_DONE());
	CT_TRY(ct_image_folder_new(folder, NULL, &images));
	CT_TRY(ct_transform_dataset_new(images, transform, &dataset));
	ct_data_loader *loader = CT_DATA_LOADER(dataset, .batch_size = BATCH, .shuffle = true,
						.num_workers = workers);

	CT_TRY(CT_DONE());
	for (int epoch = 0; epoch < 3; epoch++) { /* the first one warms up */
		if (epoch == 1)
			started = now();
		CT_EACH_BATCH (batch, loader)
			n += epoch ? batch->size : 0;
	}
	printf("%.1f\n", (double)n / (now() - started));
	return NULL;
}

static ct_error each_image(const char *folder, bool transforms)
{
	CT_SCOPE;
	ct_transform *transform = pipeline();
	ct_dataset *images;
	double started = 0;
	int64_t len = 0, n = 0;

	CT_TRY(CT_DONE());
	CT_TRY(ct_image_folder_new(folder, NULL, &images));
	CT_TRY(ct_dataset_count(images, &len));
	for (int epoch = 0; epoch < 3; epoch++) {
		if (epoch == 1)
			started = now();
		for (int64_t i = 0; i < len; i++) {
			CT_TRY(ct_gc());
			ct_value sample, image;
			ct_tensor *done;

			CT_TRY(ct_dataset_get(images, i, NULL, &sample));
			CT_TRY(ct_value_move_to_scope(&sample));
			CT_TRY(ct_value_item(&sample, 0, &image));
			if (transforms)
				CT_TRY(ct_transform_apply(transform, image.object, NULL, &done));
			n += epoch > 0;
		}
	}
	printf("%.1f\n", (double)n / (now() - started));
	return ct_gc_finish();
}

/* --- tensors in memory ------------------------------------------------------------------------ */

static ct_error through_loader(ct_tensor *x, ct_tensor *y, double *us)
{
	CT_SCOPE;
	ct_data_loader *loader = CT_DATA_LOADER(CT_TENSOR_DATASET(x, y), .batch_size = BATCH,
						.shuffle = true);
	double best = 1e9;

	CT_TRY(CT_DONE());
	for (int epoch = 0; epoch < 20; epoch++) {
		const double started = now();
		int64_t n = 0;

		CT_EACH_BATCH (batch, loader)
			n = batch->number + 1;
		best = now() - started < best * (double)n ? (now() - started) / (double)n : best;
	}
	*us = 1e6 * best;
	return NULL;
}

static ct_error by_operators(const ct_tensor *x, const ct_tensor *y, double *us)
{
	CT_SCOPE;
	const int64_t rows = ct_tensor_size(x, 0), n = rows / BATCH;
	double best = 1e9;

	for (int epoch = 0; epoch < 20; epoch++) {
		const double started = now();
		ct_tensor *order = CT_E(randperm, rows), *some, *a, *b;

		CT_TRY(CT_DONE());
		for (int64_t i = 0; i < n; i++) {
			CT_TRY(ct_narrow(order, 0, i * BATCH, BATCH, &some));
			CT_TRY(ct_index_select(x, 0, some, &a));
			CT_TRY(ct_index_select(y, 0, some, &b));
			ct_tensor_free(a);
			ct_tensor_free(b);
			ct_tensor_free(some);
		}
		best = now() - started < best * (double)n ? (now() - started) / (double)n : best;
	}
	*us = 1e6 * best;
	return NULL;
}

static ct_error memory(void)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(randn, CT_L(20000, 784)), *y = CT_E(randint, 10, CT_L(20000));
	double loader = 0, operators = 0;

	CT_TRY(CT_DONE());
	CT_TRY(through_loader(x, y, &loader));
	CT_TRY(by_operators(x, y, &operators));
	printf("%.2f %.2f\n", loader, operators);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *command = argc > 1 ? argv[1] : "", *folder = argc > 2 ? argv[2] : "";
	const int number = argc > 3 ? atoi(argv[3]) : 0;

	if (strcmp(command, "make") == 0)
		CT_CHECK(make(folder, number));
	else if (strcmp(command, "load") == 0)
		CT_CHECK(load(folder, number));
	else if (strcmp(command, "bare") == 0)
		CT_CHECK(each_image(folder, true));
	else if (strcmp(command, "decode") == 0)
		CT_CHECK(each_image(folder, false));
	else if (strcmp(command, "memory") == 0)
		CT_CHECK(memory());
	else
		return fputs("bench_data: for data.sh, which see\n", stderr), 2;
	return 0;
}
