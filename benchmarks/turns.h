/*
 * turns.h: compares two ways to do something, both in this process, in short turns.
 *
 * First the one, then the other, next time the other way round. Each pair of turns gives a ratio
 * and a difference, and the medians of those are what counts: whatever else the machine does
 * meanwhile disturbs both sides of a pair alike, or is an outlier that the median does not see.
 */
#ifndef CTORCH_BENCHMARK_TURNS_H
#define CTORCH_BENCHMARK_TURNS_H

#include <stdbool.h>

enum { MOST_PARTS = 4 };

/* Of one value on all turns: the median, and between which two values 8 of 10 lie. */
struct spread {
	double median, low, high;
};

struct comparison {
	struct spread base, ours;
	struct spread difference; /* ours - base */
	struct spread ratio;      /* ours / base */
};

/* Takes one turn, ours or that which it is compared with, and says how long each of its parts took,
 * in whatever unit. */
typedef void (*turn_function)(void *task, bool ours, double *parts);

/* A turn of either side to warm up, then `rounds` pairs. One result for each of at most MOST_PARTS
 * parts. */
void take_turns(turn_function turn, void *task, int rounds, int parts, struct comparison *results);

/* Nanoseconds since some time; the second counts those that the process was running, in all of its
 * threads, and takes longer to ask for. */
double now(void);
double processor_now(void);

#endif
