/*
 * ct_data bench: images a second, stage by stage, and of the loader with more and more workers.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <time.h>

#include <ctorch/call.h>
#include <ctorch/transforms.h>

#include "data/commands.h"

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static ct_transform *pipeline(const struct options *o)
{
	return CT_COMPOSE(CT_T(RandomResizedCrop, CT_L(o->size)), CT_T(RandomHorizontalFlip),
			  CT_T(ToTensor), CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
}

static ct_error read_all(const struct options *o, const ct_dataset *images, int64_t batch_size,
			 int64_t workers, const char *what)
{
	CT_SCOPE;
	ct_progress *progress;
	double started;
	int64_t len, n = 0;

	CT_TRY(ct_dataset_len(images, &len));
	CT_TRY(begin_progress(o, len, "images", &progress));
	ct_data_loader *loader = CT_DATA_LOADER(images, .batch_size = batch_size,
						.num_workers = (int32_t)workers,
						.progress = progress);

	CT_TRY(CT_FINISH(NULL, NULL));
	started = now();
	CT_EACH_BATCH (batch, loader)
		n += batch->size;
	ct_progress_clear(progress);
	printf("%-34s %10.0f\n", what, (double)n / (now() - started));
	return NULL;
}

ct_error measure_pipeline(const struct options *o)
{
	CT_SCOPE;
	ct_transform *transform = pipeline(o);
	ct_dataset *images, *transformed;
	char what[64];

	CT_TRY(CT_FINISH(NULL, NULL));
	CT_TRY(open_images(o, 0, &images));
	CT_TRY(ct_transform_dataset(images, transform, &transformed));
	printf("%-34s %10s\n", "", "images/s");
	CT_TRY(read_all(o, images, CT_ZERO, 0, "read and decode"));
	CT_TRY(read_all(o, transformed, CT_ZERO, 0, "read, decode and transform"));
	for (int64_t workers = 0; workers <= o->workers; workers = workers ? workers * 2 : 1) {
		snprintf(what, sizeof what, "batches of %lld, %lld workers", (long long)o->batch,
			 (long long)workers);
		CT_TRY(read_all(o, transformed, o->batch, workers, what));
	}
	return NULL;
}
