/*
 * calls.c: what a call through libctorch costs, beside the same call from C++.
 *
 * Both sides run in this process on the same tensors, in short turns: first the one, then the other,
 * next time the other way round. Each pair of turns gives one ratio, and the median of the ratios is
 * what counts: whatever else the machine does meanwhile disturbs both sides of a pair alike, or is
 * an outlier that the median does not see.
 */
#define _GNU_SOURCE
#include "calls.h"

#include <ctorch/ctorch.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEFAULT_ROUNDS 401

static struct inputs in;

static ct_error c_add(int64_t n)
{
	const ct_scalar alpha = ct_scalar_int(1);
	ct_tensor *result;

	while (n-- > 0) {
		CT_TRY(ct_add_Tensor(in.one, in.one, alpha, &result));
		ct_tensor_free(result);
	}
	return NULL;
}

static ct_error c_cat(int64_t n)
{
	ct_tensor *result;

	while (n-- > 0) {
		CT_TRY(ct_cat(in.four, 4, 0, &result));
		ct_tensor_free(result);
	}
	return NULL;
}

static ct_error c_mm(int64_t n)
{
	ct_tensor *result;

	while (n-- > 0) {
		CT_TRY(ct_mm(in.square, in.square, &result));
		ct_tensor_free(result);
	}
	return NULL;
}

static ct_error c_fail(int64_t n)
{
	ct_tensor *result;
	ct_error err;

	while (n-- > 0) {
		err = ct_mm(in.oblong, in.oblong, &result);
		if (!err)
			return ct_error_new(CT_ERROR_RUNTIME, __func__, "it did not fail");
		ct_error_free(err);
	}
	return NULL;
}

static ct_error c_fail_with_backtrace(int64_t n)
{
	bool was = ct_error_set_backtrace(true);
	ct_error err = c_fail(n);

	ct_error_set_backtrace(was);
	return err;
}

static const struct task {
	const char *name;
	ct_error (*c)(int64_t n);
	void (*at)(int64_t n);
	int64_t calls; /* in one turn: together some 0.2 ms */
	int divide;    /* the rounds by this; for what is slow */
} tasks[] = {
	{ "add, 1 element", c_add, at_add, 500, 1 },
	{ "cat of 4 x 16 elements", c_cat, at_cat, 200, 1 },
	{ "mm, 64 x 64", c_mm, at_mm, 20, 1 },
	{ "failing mm", c_fail, at_fail, 20, 1 },
	{ "failing mm, backtrace", c_fail_with_backtrace, at_fail_with_backtrace, 1, 20 },
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Microseconds a call. */
static double time_c(const struct task *task)
{
	double start = now();

	CT_CHECK(task->c(task->calls));
	return (now() - start) / (double)task->calls;
}

static double time_at(const struct task *task)
{
	double start = now();

	task->at(task->calls);
	return (now() - start) / (double)task->calls;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of sorted values; `part` is 0.5 for the median. */
static double quantile(const double *sorted, int n, double part)
{
	return sorted[(int)(part * (n - 1) + 0.5)];
}

static void measure(const struct task *task, int rounds)
{
	int n = rounds / task->divide + 1;
	double *c = calloc((size_t)n * 3, sizeof *c), *at = c + n, *ratio = at + n;

	if (!c)
		abort();
	time_c(task);
	time_at(task);
	for (int i = 0; i < n; i++) {
		if (i % 2)
			c[i] = time_c(task);
		at[i] = time_at(task);
		if (i % 2 == 0)
			c[i] = time_c(task);
		ratio[i] = c[i] / at[i];
	}
	qsort(c, (size_t)n, sizeof *c, ascending);
	qsort(at, (size_t)n, sizeof *at, ascending);
	qsort(ratio, (size_t)n, sizeof *ratio, ascending);
	printf("%-24s %12.3f %12.3f %8.3f   %.3f to %.3f\n", task->name, quantile(at, n, .5),
	       quantile(c, n, .5), quantile(ratio, n, .5), quantile(ratio, n, .1),
	       quantile(ratio, n, .9));
	fflush(stdout);
	free(c);
}

static ct_error random_tensor(int64_t rows, int64_t columns, ct_tensor **result)
{
	int64_t shape[] = { rows, columns };

	return ct_randn(shape, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, result);
}

static void make_inputs(void)
{
	CT_CHECK(ct_manual_seed(1));
	CT_CHECK(random_tensor(1, 1, &in.one));
	CT_CHECK(random_tensor(64, 64, &in.square));
	CT_CHECK(random_tensor(2, 3, &in.oblong));
	for (int i = 0; i < 4; i++)
		CT_CHECK(random_tensor(1, 16, &in.four[i]));
}

static void free_inputs(void)
{
	ct_tensor_free(in.one);
	ct_tensor_free(in.square);
	ct_tensor_free(in.oblong);
	for (int i = 0; i < 4; i++)
		ct_tensor_free(in.four[i]);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : DEFAULT_ROUNDS;

	if (argc > 2 || rounds < 1) {
		fprintf(stderr,
			"Usage: calls [ROUNDS]\n"
			"Compares calls through libctorch with the same calls from C++ "
			"(%d rounds).\n",
			DEFAULT_ROUNDS);
		return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	make_inputs();
	at_set_inputs(&in);
	printf("libctorch %s, libtorch %s; medians of %d rounds, microseconds a call\n\n",
	       ct_version(), ct_libtorch_version(), rounds);
	printf("%-24s %12s %12s %8s   %s\n", "call", "C++", "libctorch", "ratio", "8 of 10 ratios");
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
		measure(&tasks[i], rounds);
	putchar('\n');
	at_release_inputs();
	free_inputs();
	return 0;
}
