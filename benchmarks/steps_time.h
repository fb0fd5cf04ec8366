/*
 * steps_time.h: what a training step costs.
 */
#ifndef CTORCH_BENCHMARK_STEPS_TIME_H
#define CTORCH_BENCHMARK_STEPS_TIME_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One step; false: it failed. */
typedef bool (*step_function)(void *model, double *loss);

/* Runs the steps, the first three to warm up, and prints for one of the others: the median of its
 * processor time in milliseconds, and the mean of its page faults; then the most memory that the
 * process had, in MiB, the first loss and the last. */
int time_steps(step_function step, void *model, int steps);

#ifdef __cplusplus
}
#endif

#endif
