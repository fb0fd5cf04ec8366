/*
 * Tensors that the indexing suites start from.
 */
#ifndef INDEXING_TENSORS_H
#define INDEXING_TENSORS_H

#include "testing.h"

/* 0, 1, 2, ... as float32. */
ct_tensor *of_2_3_4(void);

/* An index: int64 in one dimension. */
ct_tensor *places(const int64_t *values, int64_t n);

#endif
