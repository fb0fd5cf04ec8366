/*
 * A process that forks while it has loaders. The workers of a loader are threads, which the child does
 * not have: there its functions must return, and the child can make a loader of its own, also of a
 * dataset that the parent's workers were using. Only samples without operators are made: libtorch's
 * own threads do not survive a fork either.
 */
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

#include <ctorch/data/data.h>

enum { SAMPLES = 400, FORKS = 30, SECONDS_FOR_A_CHILD = 20 };

static const char elsewhere[] =
	"the workers of this data loader of CacheDataset are threads of the parent process; "
	"create a data loader in the child after fork()";

static ct_error count(const void *data, int64_t *result)
{
	(void)data;
	*result = SAMPLES;
	return NULL;
}

static ct_error give_index(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	(void)data;
	(void)generator;
	*sample = ct_value_int(index);
	return NULL;
}

static ct_error list_as_it_is(ct_value *samples, void *context, ct_value *batch)
{
	(void)context;
	return ct_value_copy(samples, batch);
}

static ct_dataset *make_dataset(void)
{
	const ct_dataset_functions functions = { .name = "Numbers",
						 .count = count,
						 .get = give_index };
	ct_dataset *numbers, *cached;

	CT_CHECK(ct_dataset_new(&functions, NULL, &numbers));
	CT_CHECK(ct_cache_dataset_new(numbers, 0, &cached));
	return cached;
}

static ct_data_loader *make_loader(const ct_dataset *dataset, int32_t workers)
{
	const ct_data_loader_options options = { .batch_size = 2,
						 .num_workers = workers,
						 .collate = list_as_it_is };
	ct_data_loader *loader;

	CT_CHECK(ct_data_loader_new(dataset, &options, &loader));
	return loader;
}

static void must_fail(ct_error error)
{
	MUST(error != NULL);
	if (strstr(error, elsewhere) == NULL)
		fprintf(stderr, "%s\n", error);
	MUST(strstr(error, elsewhere) != NULL);
	ct_error_free(error);
}

/* How many samples are left of the epoch, or of a new one. */
static int64_t count_samples(ct_data_loader *loader)
{
	const ct_batch *batch;
	int64_t n = 0;

	for (;;) {
		CT_CHECK(ct_data_loader_next(loader, &batch));
		if (batch == NULL)
			return n;
		n += batch->size;
	}
}

static void check_child(const ct_dataset *dataset, ct_data_loader *busy, ct_data_loader *idle,
			ct_data_loader *alone)
{
	const ct_batch *batch;
	ct_value state;

	must_fail(ct_data_loader_next(busy, &batch));
	must_fail(ct_data_loader_begin(busy));
	CT_CHECK(ct_data_loader_state_dict(busy, &state));
	must_fail(ct_data_loader_load_state_dict(busy, &state));
	ct_value_free(&state);
	ct_data_loader_free(busy);
	MUST(count_samples(idle) == SAMPLES); /* it had not begun: these are the child's threads */
	MUST(count_samples(alone) == SAMPLES - 2);
	MUST(count_samples(make_loader(dataset, 2)) == SAMPLES);
}

static void fork_once(const ct_dataset *dataset)
{
	ct_data_loader *busy = make_loader(dataset, 3), *idle = make_loader(dataset, 2);
	ct_data_loader *alone = make_loader(dataset, 0);
	const ct_batch *batch;
	pid_t child;
	int status;

	CT_CHECK(ct_data_loader_next(busy, &batch));
	CT_CHECK(ct_data_loader_next(alone, &batch));
	child = fork();
	if (child == 0) {
		alarm(SECONDS_FOR_A_CHILD); /* instead of hanging */
		check_child(dataset, busy, idle, alone);
		_exit(0);
	}
	MUST(child > 0);
	MUST(waitpid(child, &status, 0) == child);
	if (status)
		fprintf(stderr, "the child ended with status 0x%x; 0xe is a hang\n", status);
	MUST(status == 0);
	MUST(count_samples(busy) == SAMPLES - 2);
}

int main(void)
{
	for (int i = 0; i < FORKS; i++) {
		CT_SCOPE;
		fork_once(make_dataset());
	}
	printf("%d forks\n", FORKS);
	return 0;
}
