/*
 * Time.
 */
#define _GNU_SOURCE
#include <time.h>

#include "train/clock.h"

double ct_clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
