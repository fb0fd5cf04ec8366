/*
 * memory.h: the parts of the benchmark of memory.
 */
#ifndef CTORCH_BENCHMARK_MEMORY_H
#define CTORCH_BENCHMARK_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* What stands in the last column: the goal, and whether the figure beside it holds it. */
void print_goal(const char *goal, bool held);

/* Trains two small networks for so many steps, once with ct_gc() and once freeing by hand, and
 * prints what that takes. Ends the program with status 1 when the two have not done the same, or
 * when memory grew from step to step; not for what a shared machine decides, the times. */
void compare_training(int64_t steps);

#endif
