/*
 * Makes an operator call fail: of all that the calling thread calls from then on, also inside
 * libtorch's own functions and in backward, the n-th.
 */
#ifndef NN_FAILING_OPERATORS_H
#define NN_FAILING_OPERATORS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `n` counts from 0. */
void fail_operator(int n);

/* Whether it has failed, and from then on none does. */
bool stop_failing(void);

#ifdef __cplusplus
}
#endif

#endif
