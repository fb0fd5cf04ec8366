/*
 * For all programs of suites that call libctorch: calls that must succeed, and tests that must not
 * lose a handle.
 */
#ifndef SUPPORT_FIXTURE_H
#define SUPPORT_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>

#include <check.h>
#include <ctorch/ctorch.h>

#include "releases.h"

/* The call must succeed; otherwise its message is shown. In the main thread. Check ends the program
 * at a message of 8 KiB, and a call of macros or a list of kernels is longer. */
#define OK(call)                                                                        \
	do {                                                                            \
		ct_error ok_error_ = (call);                                            \
		ck_assert_msg(ok_error_ == NULL, "%.1000s: %.4000s", #call, ok_error_); \
	} while (0)

/* In any thread; CT_CHECK() is for calls. Check's own would jump into the main thread. */
#define MUST(condition)                                                                      \
	do {                                                                                 \
		if (!(condition)) {                                                          \
			fprintf(stderr, "%s:%d: not: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                             \
		}                                                                            \
	} while (0)

#ifdef __cplusplus
extern "C" {
#endif

/* The number of live handles in the process. */
int64_t live_handles(void);

/* The processor's time of this thread alone: others may use the processor meanwhile. */
double thread_seconds(void);

/* A test case in which a test fails if it leaves more or fewer handles than it found. */
TCase *tests_of(const char *name);

#ifdef __cplusplus
}
#endif

#endif
