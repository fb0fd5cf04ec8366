/*
 * What the suites of figures and reports share.
 */
#ifndef MEMORY_MEMORY_SUPPORT_H
#define MEMORY_MEMORY_SUPPORT_H

#include "support.h"

ct_memory_usage of_thread(void);
ct_memory_usage of_process(void);

ct_tensor *zeros(const int64_t *shape, int64_t shape_len, ct_dtype dtype);

/* So many float32. */
ct_tensor *many_zeros(int64_t n);

/* So many handles at once, up to 16. */
void make_and_free(int n);

/* What another thread had, and what it made or is to free. */
struct thread_result {
	ct_memory_usage first, last;
	ct_tensor *tensors[3];
};

/* For run_in_thread(), with a struct thread_result: frees the first two. */
void *free_two(void *context);

/* A fixture: tracking, and afterwards what it was before. */
void track(void);
void stop_tracking(void);

/* To be freed. */
char *report(void);

/* The lines of the report that contain this; `n` of them are expected. The first is copied. */
const char *line_with(const char *part, int n);

void assert_begins(const char *text, const char *with);

#endif
