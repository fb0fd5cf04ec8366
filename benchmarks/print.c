/*
 * print.c: times printing a large tensor, compared with one of 1,001 elements: both show the same
 * number of elements, and no others are read. Also compares a summary with the mean, which both
 * read all.
 */
#include "turns.h"

#include <ctorch/ctorch.h>

#include <stdio.h>

#define LARGE 100000000
#define SMALL 1001

struct task {
	ct_tensor *small, *large;
};

static ct_tensor *zeros(int64_t n)
{
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_zeros(&n, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	return tensor;
}

static void print_one(void *context, bool ours, double *parts)
{
	struct task *task = context;
	double begin = now();

	CT_CHECK(ct_tensor_to_string(ours ? task->large : task->small, NULL));
	parts[0] = now() - begin;
}

static void look_at_all(void *context, bool ours, double *parts)
{
	struct task *task = context;
	char line[CT_SUMMARY_SIZE];
	ct_tensor *mean = NULL;
	double begin = now();

	if (ours)
		ct_tensor_summary_into(task->large, line, sizeof line);
	else
		CT_CHECK(ct_mean(task->large, CT_DTYPE_NONE, &mean));
	parts[0] = now() - begin;
	ct_tensor_free(mean);
}

static void print_row(const char *name, const struct comparison *of)
{
	printf("%-48s %9.3f %9.3f   ratio %.2f (8 of 10: %.2f to %.2f)\n", name,
	       of->base.median * 1e-6, of->ours.median * 1e-6, of->ratio.median, of->ratio.low,
	       of->ratio.high);
	fflush(stdout);
}

int main(void)
{
	struct task task = { zeros(SMALL), zeros(LARGE) };
	struct comparison result;

	printf("%-48s %9s %9s\n", "milliseconds, 10^8 elements of float32", "beside", "ours");
	take_turns(print_one, &task, 101, 1, &result);
	print_row("to_string, beside that of 1,001 elements", &result);
	take_turns(look_at_all, &task, 5, 1, &result);
	print_row("summary, beside the mean", &result);
	ct_tensor_free(task.large);
	ct_tensor_free(task.small);
	return 0;
}
