/*
 * turns.h: compares two ways to do something, both in this process, in short turns.
 *
 * The order changes from pair to pair. Each pair of turns gives a ratio and a difference, whose
 * medians are the results: other load on the machine disturbs both sides of a pair alike, or is an
 * outlier that does not affect the median.
 */
#ifndef CTORCH_BENCHMARK_TURNS_H
#define CTORCH_BENCHMARK_TURNS_H

#include <stdbool.h>

enum { MOST_PARTS = 4 };

/* For one value over all turns: the median, and the two values between which 8 of 10 lie. */
struct spread {
	double median, low, high;
};

/* Of `n` values, which it sorts. */
struct spread spread_of(double *values, int n);

struct comparison {
	struct spread base, ours;
	struct spread difference; /* ours - base */
	struct spread ratio;      /* ours / base */
};

/* Runs one turn, ours or the base's, and returns the time of each part, in any unit. */
typedef void (*turn_function)(void *task, bool ours, double *parts);

/* Runs a turn of each side to warm up, then `rounds` pairs. One result for each of at most
 * MOST_PARTS parts. */
void take_turns(turn_function turn, void *task, int rounds, int parts, struct comparison *results);

/* Nanoseconds since a fixed time; the second is processor time of all threads, and takes longer to
 * read. */
double now(void);
double processor_now(void);

#endif
