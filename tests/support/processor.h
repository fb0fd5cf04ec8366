/*
 * Values of other machines. Even with the kernels that all processors have, MKL's square root begins
 * with the instruction rsqrtps, whose approximation AMD and Intel define differently, and some
 * functions are those of the C library: glibc 2.41 rounds expm1f() and log1pf() better than 2.36.
 */
#ifndef SUPPORT_PROCESSOR_H
#define SUPPORT_PROCESSOR_H

#include <stdbool.h>

/* Whether the processor or the C library computes other last digits than those of the values; false
 * for suites that do not choose the kernels, whose values must not depend on them. */
bool expected_is_of_another_processor(void);

#endif
