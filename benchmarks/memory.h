/*
 * memory.h: the parts of the benchmark of memory.
 */
#ifndef CTORCH_BENCHMARK_MEMORY_H
#define CTORCH_BENCHMARK_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* The last column: the goal, and whether the figure beside it meets it. */
void print_goal(const char *goal, bool held);

/* Trains two small networks for so many steps, once with ct_gc() and once freeing by hand, and
 * prints time and memory. Ends the program with status 1 if the two results differ, or if memory
 * grew from step to step; not because of times, which depend on the machine's load. */
void compare_training(int64_t steps);

#endif
