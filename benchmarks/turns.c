/*
 * turns.c: compares two ways to do something, both in this process, in short turns.
 */
#define _GNU_SOURCE
#include "turns.h"

#include <stdlib.h>
#include <time.h>

/*  The times of one part in all rounds. */
struct samples {
	double *base, *ours;
	double *derived; /* scratch */
};

static double read_clock(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

double processor_now(void)
{
	return read_clock(CLOCK_PROCESS_CPUTIME_ID);
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

struct spread spread_of(double *values, int n)
{
	qsort(values, (size_t)n, sizeof *values, ascending);
	return (struct spread){ quantile(values, n, .5), quantile(values, n, .1),
				quantile(values, n, .9) };
}

/* Sorting separates the pairs, so it comes last. */
static struct comparison compare(const struct samples *samples, int n)
{
	struct comparison result;

	for (int i = 0; i < n; i++)
		samples->derived[i] = samples->ours[i] - samples->base[i];
	result.difference = spread_of(samples->derived, n);
	for (int i = 0; i < n; i++)
		samples->derived[i] = samples->ours[i] / samples->base[i];
	result.ratio = spread_of(samples->derived, n);
	result.base = spread_of(samples->base, n);
	result.ours = spread_of(samples->ours, n);
	return result;
}

static void take_one(turn_function turn, void *task, bool ours, struct samples *samples, int parts,
		     int round)
{
	double took[MOST_PARTS] = { 0 };

	turn(task, ours, took);
	for (int i = 0; i < parts; i++)
		(ours ? samples[i].ours : samples[i].base)[round] = took[i];
}

void take_turns(turn_function turn, void *task, int rounds, int parts, struct comparison *results)
{
	const size_t n = (size_t)rounds;
	double *memory = calloc(n * (size_t)parts * 3, sizeof *memory), unused[MOST_PARTS] = { 0 };
	struct samples samples[MOST_PARTS];

	if (!memory)
		abort();
	for (int i = 0; i < parts; i++) {
		samples[i].base = memory + n * 3 * (size_t)i;
		samples[i].ours = samples[i].base + n;
		samples[i].derived = samples[i].ours + n;
	}
	turn(task, true, unused);
	turn(task, false, unused);
	for (int i = 0; i < rounds; i++) {
		take_one(turn, task, i % 2, samples, parts, i);
		take_one(turn, task, i % 2 == 0, samples, parts, i);
	}
	for (int i = 0; i < parts; i++)
		results[i] = compare(&samples[i], rounds);
	free(memory);
}
