/*
 * ct_data bench: images a second, stage by stage, and of the loader with more and more workers.
 *
 * Each stage does what the ones before it do, too, so the differences are its own time. The files
 * are read once before, so that the first stage is not the only one that waits for the disk.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <time.h>

#include <ctorch/calls/call.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/vision/vision.h>

#include "data/read.h"
#include "data/shared.h"

struct bench {
	const struct options *options;
	ct_dataset *images, *transformed;
	int64_t n; /* images of each pass */
};

enum { STAGES = 4 };

/* How long a pass took. */
struct taken {
	int64_t images;
	double seconds;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- passes ----------------------------------------------------------------------------------- */

static ct_error read_only(const struct bench *self, struct taken *result)
{
	CT_SCOPE;
	ct_progress *progress;
	double started;

	CT_TRY(begin_progress(self->options, self->n, "images, read", &progress));
	started = now();
	CT_TRY(read_images(self->options, self->n, progress, &result->images));
	result->seconds = now() - started;
	return NULL;
}

/* `batch_size` may be CT_ZERO: samples as they are. */
static ct_error load(const struct bench *self, const ct_dataset *dataset, int64_t batch_size,
		     int64_t workers, struct taken *result)
{
	CT_SCOPE;
	const double started = now();
	ct_progress *progress;
	int64_t n = 0;

	CT_TRY(begin_progress(self->options, self->n, "images", &progress));
	ct_data_loader *loader = CT_DATA_LOADER(dataset, .batch_size = batch_size,
						.num_workers = (int32_t)workers,
						.progress = progress);

	CT_TRY(CT_DONE());
	CT_EACH_BATCH (batch, loader) {
		n += batch->size;
		if (n >= self->n)
			break;
	}
	*result = (struct taken){ n, now() - started };
	return NULL;
}

/* --- the table -------------------------------------------------------------------------------- */

static double rate_of(struct taken taken)
{
	return (double)taken.images / taken.seconds;
}

/* The time of one image, without that of the stages before. */
static double own_time(const struct taken *stages, int i)
{
	const double before = i ? 1 / rate_of(stages[i - 1]) : 0;
	const double own = 1 / rate_of(stages[i]) - before;

	return own > 0 ? own : 0;
}

static void show_stages(const struct taken stages[STAGES])
{
	static const char *const names[STAGES] = { "read", "+ decode", "+ transform", "+ collate" };
	double whole = 0;

	for (int i = 0; i < STAGES; i++)
		whole += own_time(stages, i);
	printf("%-24s %10s %14s\n", "stage", "images/s", "share of time");
	for (int i = 0; i < STAGES; i++)
		printf("%-24s %10.0f %12.1f %%\n", names[i], rate_of(stages[i]),
		       100 * own_time(stages, i) / whole);
}

static ct_error measure_stages(const struct bench *self, struct taken stages[STAGES])
{
	bool is_folder;

	CT_TRY(find_folder(self->options, &is_folder));
	if (is_folder) /* archives were read to count their images */
		CT_TRY(read_only(self, &stages[0]));
	CT_TRY(read_only(self, &stages[0]));
	CT_TRY(load(self, self->images, CT_ZERO, 0, &stages[1]));
	CT_TRY(load(self, self->transformed, CT_ZERO, 0, &stages[2]));
	return load(self, self->transformed, self->options->batch, 0, &stages[3]);
}

static void show_workers(int64_t workers, struct taken taken, struct taken alone)
{
	char name[40];

	snprintf(name, sizeof name, "%lld worker%s", (long long)workers, workers == 1 ? "" : "s");
	printf("%-24s %10.0f %14.2f\n", name, rate_of(taken), rate_of(taken) / rate_of(alone));
	fflush(stdout);
}

/* 1, 2, 4, ... workers, and as many as there may be; `alone` is without any. */
static ct_error measure_workers(const struct bench *self, struct taken alone)
{
	const int64_t most = self->options->workers;
	struct taken taken;

	printf("\n%-24s %10s %14s\n", "loader", "images/s", "speed-up");
	show_workers(0, alone, alone);
	for (int64_t workers = 1, last = 0; last < most; last = workers, workers *= 2) {
		workers = workers < most ? workers : most;
		CT_TRY(load(self, self->transformed, self->options->batch, workers, &taken));
		show_workers(workers, taken, alone);
	}
	return NULL;
}

static ct_error open_both(struct bench *self)
{
	const int64_t size = self->options->size, most = self->options->count;
	ct_transform *transform = CT_COMPOSE(CT_T(RandomResizedCrop, CT_L(size)),
					     CT_T(RandomHorizontalFlip), CT_T(ToTensor),
					     CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));

	CT_TRY(CT_DONE());
	CT_TRY(open_images(self->options, 0, &self->images));
	CT_TRY(ct_dataset_count(self->images, &self->n));
	self->n = most && most < self->n ? most : self->n;
	return ct_transform_dataset_new(self->images, transform, &self->transformed);
}

ct_error measure_pipeline(const struct options *o)
{
	CT_SCOPE;
	struct bench bench = { .options = o };
	struct taken stages[STAGES];

	CT_TRY(open_both(&bench));
	printf("%lld image%s of %lld x %lld, batches of %lld\n\n", (long long)bench.n,
	       bench.n == 1 ? "" : "s", (long long)o->size, (long long)o->size,
	       (long long)o->batch);
	fflush(stdout);
	CT_TRY(measure_stages(&bench, stages));
	show_stages(stages);
	return measure_workers(&bench, stages[STAGES - 1]);
}
