/*
 * calls.h: the same calls twice, once through libctorch and once through libtorch's C++ interface,
 * on the same tensors.
 */
#ifndef CTORCH_BENCHMARK_CALLS_H
#define CTORCH_BENCHMARK_CALLS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct inputs {
	ct_tensor *one;     /* a single number */
	ct_tensor *four[4]; /* 16 numbers each */
	ct_tensor *square;  /* 64 x 64 */
	ct_tensor *oblong;  /* 2 x 3, not to be multiplied by itself */
};

/* Sets the tensors for calls_at.cpp, which takes references. */
void at_set_inputs(const struct inputs *inputs);
void at_release_inputs(void);

/* Each does its call `n` times. */
void at_add(int64_t n);
void at_add_in_place(int64_t n);
void at_cat(int64_t n);
void at_mm(int64_t n);
void at_fail(int64_t n);                /* throw, catch, what_without_backtrace() */
void at_fail_with_backtrace(int64_t n); /* throw, catch, what() */

#ifdef __cplusplus
}
#endif

#endif
