/*
 * exported.c: what programs that Python exported cost, for exported.sh. FOLDER has the archives of
 * exported.py.
 *
 *     bench_exported time FOLDER
 *     bench_exported pairs FOLDER mlp|chain ROUNDS CALLS
 *     bench_exported count FOLDER mlp|chain program|calls CALLS
 *     bench_exported load FILE
 *     bench_exported memory FOLDER run|load|second
 *
 * `time` prints, for each model, the median of the microseconds of a call, and the sum of its
 * output. `pairs` has the program and its calls in C (exported.h) in this process, which take turns
 * of CALLS runs: it prints the microseconds of a node in both, of the difference, and between which
 * two differences 8 of 10 lie. `count` prints the number of nodes; valgrind counts instructions.
 * `load` prints milliseconds of the first call, and the median of later ones. `memory` prints MiB:
 * what runs of the large ResNet add to the resident memory at most, what loading 300 MB of weights
 * adds, and what a second instance adds to the process's share of the pages when both have read all
 * weights.
 */
#include "exported.h"
#include "turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	int calls;
} models[] = { { "mlp", 3000 }, { "gpt", 300 }, { "resnet", 15 } }; /* KEEP THE SAME: exported.py */

/* --- Programs -------------------------------------------------------------------------------- */

/* A program with the input that it was exported with; the latter belongs to the scope. */
struct loaded {
	ct_export *program;
	ct_tensor *x;
};

static struct loaded load(const char *folder, const char *name)
{
	struct loaded result;
	ct_value inputs, args, x;
	char path[1000];

	snprintf(path, sizeof path, "%s/%s.pt2", folder, name);
	CT_CHECK(ct_export_load(path, NULL, &result.program));
	CT_CHECK(ct_export_sample_inputs(result.program, &inputs));
	CT_CHECK(ct_value_item(&inputs, 0, &args));
	CT_CHECK(ct_value_item(&args, 0, &x));
	CT_CHECK(ct_value_as_tensor(&x, &result.x));
	result.x = ct_tensor_retain(result.x);
	ct_value_free(&inputs);
	return result;
}

static ct_tensor *run(const struct loaded *self)
{
	ct_tensor **outputs, *result;
	int64_t outputs_len;

	CT_CHECK(ct_export_run(self->program, CT_TENSORS(self->x), &outputs, &outputs_len));
	result = outputs[0];
	ct_free(outputs);
	return result;
}

/* --- Times ----------------------------------------------------------------------------------- */

static double sum(const ct_tensor *tensor)
{
	ct_tensor *total;
	double result;

	CT_CHECK(ct_sum(tensor, CT_FLOAT64, &total));
	CT_CHECK(ct_tensor_item_double(total, &result));
	ct_tensor_free(total);
	return result;
}

/* Microseconds. */
static double call_time(const struct loaded *self, int calls)
{
	double *took = calloc((size_t)calls, sizeof *took), result;

	if (took == NULL)
		abort();
	for (int i = -calls / 10; i < calls; i++) {
		const double start = processor_now();

		ct_tensor_free(run(self));
		if (i >= 0)
			took[i] = processor_now() - start;
	}
	result = spread_of(took, calls).median * 1e-3;
	free(took);
	return result;
}

static void print_times(const char *folder)
{
	for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
		const struct loaded model = load(folder, models[i].name);
		const double us = call_time(&model, models[i].calls);
		ct_tensor *y = run(&model);

		printf("%s %.3f %.5f\n", models[i].name, us, sum(y));
		ct_tensor_free(y);
		ct_export_free(model.program);
	}
}

static void print_load(const char *path)
{
	double took[21];

	for (int i = 0; i < 21; i++) {
		const double start = processor_now();
		ct_export *program;

		CT_CHECK(ct_export_load(path, NULL, &program));
		took[i] = (processor_now() - start) * 1e-6;
		ct_export_free(program);
	}
	printf("%.3f ", took[0]);
	printf("%.3f\n", spread_of(took + 1, 20).median);
}

/* --- Nodes ----------------------------------------------------------------------------------- */

struct pair {
	struct loaded model;
	calls_function call;
	struct calls calls;
	int times;   /* of a turn */
	double last; /* the sum of the last output */
};

static bool make_pair(struct pair *pair, const char *folder, const char *name, int times)
{
	pair->model = load(folder, name);
	pair->call = calls_of(name, pair->model.program, &pair->calls);
	pair->times = times;
	return pair->call != NULL;
}

static ct_tensor *run_side(const struct pair *pair, bool ours)
{
	ct_tensor *y;

	if (ours)
		return run(&pair->model);
	CT_CHECK(pair->call(&pair->calls, pair->model.x, &y));
	return y;
}

static double node_count(const struct pair *pair)
{
	return (double)ct_export_node_count(pair->model.program);
}

static void take_turn(void *context, bool ours, double *took)
{
	const struct pair *pair = context;
	const double start = processor_now();

	for (int i = 0; i < pair->times; i++)
		ct_tensor_free(run_side(pair, ours));
	*took = (processor_now() - start) * 1e-3 / pair->times / node_count(pair);
}

static int check_pair(const struct pair *pair)
{
	ct_tensor *a = run_side(pair, true), *b = run_side(pair, false);
	bool equal;

	CT_CHECK(ct_equal(a, b, &equal));
	ct_tensor_free(a);
	ct_tensor_free(b);
	if (!equal)
		fputs("bench_exported: the program and its calls have different results\n", stderr);
	return equal ? 0 : 1;
}

static int print_pairs(struct pair *pair, int rounds)
{
	struct comparison result;

	take_turns(take_turn, pair, rounds, 1, &result);
	printf("%.4f %.4f %.4f %.4f %.4f\n", result.ours.median, result.base.median,
	       result.difference.median, result.difference.low, result.difference.high);
	return check_pair(pair);
}

/* Not static and not inlined: valgrind knows it by its name. */
void count(const struct pair *pair, bool ours);

__attribute__((noinline)) void count(const struct pair *pair, bool ours)
{
	for (int i = 0; i < pair->times; i++)
		ct_tensor_free(run_side(pair, ours));
}

static int count_calls(const struct pair *pair, bool ours)
{
	for (int i = 0; i < 2; i++)
		ct_tensor_free(run_side(pair, ours));
	count(pair, ours);
	printf("%.0f\n", node_count(pair));
	return 0;
}

/* --- Memory ---------------------------------------------------------------------------------- */

/* MiB in a line of a file in /proc/self: "VmRSS". */
static double memory(const char *file, const char *name)
{
	FILE *stream = fopen(file, "r");
	char line[300];
	double kib = 0;

	while (stream && fgets(line, sizeof line, stream))
		if (strncmp(line, name, strlen(name)) == 0)
			kib = atof(line + strlen(name) + 1);
	if (stream)
		fclose(stream);
	return kib / 1024;
}

static double status(const char *name)
{
	return memory("/proc/self/status", name);
}

/* VmHWM is from now on what the process has at most. */
static void reset_peak(void)
{
	FILE *stream = fopen("/proc/self/clear_refs", "w");

	if (stream == NULL || fputs("5", stream) < 0 || fclose(stream) != 0)
		perror("bench_exported: /proc/self/clear_refs");
}

static double read_weights(const struct loaded *model)
{
	double total = 0;

	CT_SCOPE;
	CT_EACH_PARAMETER(ct_export_module(model->program), p)
	total += sum(p->tensor);
	return total;
}

static void print_peak(const char *folder)
{
	const struct loaded small = load(folder, "resnet"), large = load(folder, "large");
	double before;

	ct_tensor_free(run(&small)); /* what the process loads only once */
	read_weights(&large);
	reset_peak();
	before = status("VmRSS");
	for (int i = 0; i < 3; i++)
		ct_tensor_free(run(&large));
	printf("%.1f\n", status("VmHWM") - before);
	ct_export_free(small.program);
	ct_export_free(large.program);
}

static void print_loaded(const char *folder)
{
	const double before = status("VmRSS");
	const struct loaded model = load(folder, "weights");

	printf("%.1f\n", status("VmRSS") - before);
	ct_export_free(model.program);
}

static void print_second(const char *folder)
{
	const struct loaded first = load(folder, "weights");
	const double total = read_weights(&first);
	const double before = memory("/proc/self/smaps_rollup", "Pss");
	const struct loaded second = load(folder, "weights");

	if (read_weights(&second) != total)
		fputs("bench_exported: the instances have different weights\n", stderr);
	printf("%.1f\n", memory("/proc/self/smaps_rollup", "Pss") - before);
	ct_export_free(first.program);
	ct_export_free(second.program);
}

/* --- The command line ------------------------------------------------------------------------ */

static int print_memory(const char *folder, const char *what)
{
	if (strcmp(what, "run") == 0)
		print_peak(folder);
	else if (strcmp(what, "load") == 0)
		print_loaded(folder);
	else if (strcmp(what, "second") == 0)
		print_second(folder);
	else
		return 2;
	return 0;
}

static int compare_calls(char **argv)
{
	struct pair pair;
	int status = 2;

	if (!make_pair(&pair, argv[2], argv[3], atoi(argv[5])))
		return 2;
	if (strcmp(argv[1], "pairs") == 0)
		status = print_pairs(&pair, atoi(argv[4]));
	else if (strcmp(argv[1], "count") == 0)
		status = count_calls(&pair, strcmp(argv[4], "program") == 0);
	ct_export_free(pair.model.program);
	return status;
}

static int run_command(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "time") == 0)
		return print_times(argv[2]), 0;
	if (argc == 3 && strcmp(argv[1], "load") == 0)
		return print_load(argv[2]), 0;
	if (argc == 4 && strcmp(argv[1], "memory") == 0)
		return print_memory(argv[2], argv[3]);
	return argc == 6 ? compare_calls(argv) : 2;
}

int main(int argc, char **argv)
{
	CT_NO_GRAD_SCOPE;
	const int status = run_command(argc, argv);

	if (status == 2)
		fputs("Usage: bench_exported time FOLDER\n"
		      "       bench_exported pairs FOLDER mlp|chain ROUNDS CALLS\n"
		      "       bench_exported count FOLDER mlp|chain program|calls CALLS\n"
		      "       bench_exported load FILE\n"
		      "       bench_exported memory FOLDER run|load|second\n"
		      "It is for exported.sh, which compares what it prints.\n",
		      stderr);
	return status;
}
