/*
 * The counters of the fake beside those of Python: tests/fixtures/expected/cuda_counts.json.
 */
#ifndef CUDA_COUNTS_H
#define CUDA_COUNTS_H

#include <jansson.h>

/* What a call took, beside Python: how many kinds it took more of, and how many less. */
struct comparison {
	int more, fewer;
	char text[200]; /* the last kind that differs, of those with more if there are any */
};

/* What was counted since the last fake_cuda_reset(), beside the "counts" of a case. */
struct comparison compare_counts(const json_t *of_case);
void assert_same_counts(const json_t *of_case, const char *what);

#endif
