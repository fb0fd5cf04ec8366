/*
 * Values of other processors. Even with the kernels that all processors have, MKL's square root
 * begins with the instruction rsqrtps, whose approximation AMD and Intel define differently.
 */
#ifndef SUPPORT_PROCESSOR_H
#define SUPPORT_PROCESSOR_H

#include <stdbool.h>

/* Whether this processor computes other last digits than that of the values; false for suites that
 * do not choose the kernels, whose values must not depend on them. */
bool expected_is_of_another_processor(void);

#endif
