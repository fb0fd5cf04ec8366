/*
 * calls.c: times calls through libctorch, compared with the same calls from C++ on the same
 * tensors.
 */
#include "calls.h"
#include "turns.h"

#include <ctorch/ctorch.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static ct_error c_add_in_place(int64_t n)
{
	const ct_scalar alpha = ct_scalar_int(0);

	while (n-- > 0)
		CT_TRY(ct_add__Tensor(in.one, in.one, alpha, NULL));
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
	bool was = ct_error_is_backtrace_enabled();
	ct_error_set_backtrace_enabled(true);
	ct_error err = c_fail(n);

	ct_error_set_backtrace_enabled(was);
	return err;
}

static struct task {
	const char *name;
	ct_error (*c)(int64_t n);
	void (*at)(int64_t n);
	int64_t calls; /* in one turn: about 0.2 ms together */
	int divide;    /* divides the rounds; for slow calls */
} tasks[] = {
	{ "add, 1 element", c_add, at_add, 500, 1 },
	{ "add_, 1 element", c_add_in_place, at_add_in_place, 500, 1 },
	{ "cat of 4 x 16 elements", c_cat, at_cat, 200, 1 },
	{ "mm, 64 x 64", c_mm, at_mm, 20, 1 },
	{ "failing mm", c_fail, at_fail, 20, 1 },
	{ "failing mm, backtrace", c_fail_with_backtrace, at_fail_with_backtrace, 1, 20 },
};

/* Microseconds a call. */
static void take_turn(void *context, bool ours, double *took)
{
	const struct task *task = context;
	double start = now();

	if (ours)
		CT_CHECK(task->c(task->calls));
	else
		task->at(task->calls);
	*took = (now() - start) * 1e-3 / (double)task->calls;
}

static void measure(struct task *task, int rounds)
{
	struct comparison result;

	take_turns(take_turn, task, rounds / task->divide + 1, 1, &result);
	printf("%-24s %12.3f %12.3f %8.3f   %.3f to %.3f\n", task->name, result.base.median,
	       result.ours.median, result.ratio.median, result.ratio.low, result.ratio.high);
	fflush(stdout);
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
