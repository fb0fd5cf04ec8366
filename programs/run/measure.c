/*
 * Times of runs.
 */
#define _GNU_SOURCE

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "inspect/json.h"
#include "inspect/table.h"
#include "inspect/text.h"

/* Nanoseconds of each run, later sorted. */
struct times {
	int64_t *wall, *processor;
	int64_t len, whole; /* the sum of wall time */
	ct_device device;   /* on which the work is done */
};

static int64_t now_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* --- Running ---------------------------------------------------------------------------------- */

/* Where the inputs are: the program's device, unless an option names another one. */
static ct_error find_device(const struct call *call, ct_device *result)
{
	struct leaves leaves = { 0 };
	ct_error error = add_leaves(&call->args, &leaves);

	if (error == NULL)
		error = add_leaves(&call->named, &leaves);
	*result = CT_DEVICE_CPU;
	for (int64_t i = 0; i < leaves.len && error == NULL; i++) {
		const ct_tensor *tensor = tensor_of(&leaves.items[i]);

		if (tensor && ct_tensor_device(tensor).type != CT_DEVICE_TYPE_CPU)
			*result = ct_tensor_device(tensor);
	}
	free_leaves(&leaves);
	return error;
}

/* On an accelerator, a run ends when its work does. */
static ct_error run_once(struct model *model, const struct call *call, ct_device device)
{
	ct_value result;

	CT_TRY(call_model(model, call, &result));
	ct_value_free(&result);
	if (device.type == CT_DEVICE_TYPE_CPU || device.type == CT_DEVICE_TYPE_META)
		return NULL;
	return ct_device_synchronize(device);
}

static ct_error time_once(struct model *model, const struct call *call, struct times *times)
{
	const int64_t wall = now_of(CLOCK_MONOTONIC);
	const int64_t processor = now_of(CLOCK_PROCESS_CPUTIME_ID);

	CT_TRY(run_once(model, call, times->device));
	times->processor[times->len] = now_of(CLOCK_PROCESS_CPUTIME_ID) - processor;
	times->wall[times->len] = now_of(CLOCK_MONOTONIC) - wall;
	times->whole += times->wall[times->len++];
	return NULL;
}

static ct_error time_all(const struct options *options, struct model *model,
			 const struct call *call, struct times *times)
{
	for (int64_t i = 0; i < options->repeat; i++)
		CT_TRY(time_once(model, call, times));
	return NULL;
}

/* --- Showing ---------------------------------------------------------------------------------- */

static int compare_times(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* The smallest time that so many percent of the runs do not exceed. */
static double percentile(const int64_t *sorted, int64_t len, int percent)
{
	const int64_t rank = (len * percent + 99) / 100;

	return (double)sorted[rank > 0 ? rank - 1 : 0];
}

enum { STATISTICS = 5 };

static const char *const statistic_names[STATISTICS] = { "min", "mean", "p50", "p95", "p99" };

static void compute(int64_t *times, int64_t len, double results[STATISTICS])
{
	double sum = 0;

	qsort(times, (size_t)len, sizeof *times, compare_times);
	for (int64_t i = 0; i < len; i++)
		sum += (double)times[i];
	results[0] = (double)times[0];
	results[1] = sum / (double)len;
	results[2] = percentile(times, len, 50);
	results[3] = percentile(times, len, 95);
	results[4] = percentile(times, len, 99);
}

static void add_times(struct table *table, const char *name, int64_t *times, int64_t len)
{
	struct row *row = add_row(table);
	double results[STATISTICS];

	row->cells[0] = formatted("%s", name);
	compute(times, len, results);
	for (int i = 0; i < STATISTICS; i++)
		row->cells[i + 1] = formatted("%.3f", results[i] / 1e6);
}

static json_t *json_of_times(int64_t *times, int64_t len)
{
	json_t *object = need_json(json_object());
	double results[STATISTICS];

	compute(times, len, results);
	for (int i = 0; i < STATISTICS; i++)
		put(object, statistic_names[i], json_real(results[i] / 1e6));
	return object;
}

static void show_times(struct times *times, json_t *report)
{
	struct table table = {
		.columns = STATISTICS + 1,
		.titles = { "ms", "MIN", "MEAN", "P50", "P95", "P99" },
		.right = { [1] = true, [2] = true, [3] = true, [4] = true, [5] = true }
	};

	if (report) {
		json_t *object = need_json(json_object());

		put(report, "milliseconds", object);
		put(object, "runs", json_integer(times->len));
		put(object, "wall", json_of_times(times->wall, times->len));
		put(object, "processor", json_of_times(times->processor, times->len));
		return;
	}
	printf("%lld run%s\n", (long long)times->len, times->len == 1 ? "" : "s");
	add_times(&table, "wall", times->wall, times->len);
	add_times(&table, "processor", times->processor, times->len);
	print_table(&table);
}

/* --- Both ------------------------------------------------------------------------------------- */

static ct_error measure_with(const struct options *options, struct model *model,
			     const struct call *call, struct profile *profile, struct times *times)
{
	ct_error error;

	CT_TRY(find_device(call, &times->device));
	for (int64_t i = 0; i < options->warmup; i++)
		CT_TRY(run_once(model, call, times->device));
	if (profile)
		ct_export_set_profile(model->program, add_to_profile, profile, NULL);
	error = time_all(options, model, call, times);
	if (profile)
		ct_export_set_profile(model->program, NULL, NULL, NULL);
	return error;
}

ct_error measure(const struct options *options, struct model *model, const struct call *call,
		 json_t *report)
{
	const size_t n = (size_t)options->repeat * sizeof(int64_t);
	struct times times = { need_memory(NULL, n), need_memory(NULL, n), 0, 0, CT_DEVICE_CPU };
	struct profile *profile = options->profile ? new_profile() : NULL;
	ct_error error = measure_with(options, model, call, profile, &times);

	if (error == NULL && options->time)
		show_times(&times, report);
	if (error == NULL && options->time && profile && !report)
		putchar('\n');
	if (error == NULL && profile)
		show_profile(profile, times.len, times.whole, report);
	free_profile(profile);
	free(times.wall);
	free(times.processor);
	return error;
}
