/*
 * The inputs of a case as tensors that lack something: sizes (nested), strides and memory (sparse),
 * memory (of the meta device). A call with them may fail, and must not crash.
 */
#ifndef TESTS_NN_ODD_INPUTS_H
#define TESTS_NN_ODD_INPUTS_H

#include <ctorch/core/types.h>

/* For the numbers 0, 1, ...: replaces one of the inputs or all of them, which belong to the scope.
 * False if there is no such number. */
bool make_odd_inputs(int64_t number, ct_tensor **inputs, int64_t n);

/* Fails if one of the kinds was asked for since the last time, and none could be made. */
void assert_odd_inputs_were_made(void);

/* Frees the error, if any, and fails if another one waits in the expression. */
void assert_survived(ct_error error, const char *what, int64_t number);

#endif
