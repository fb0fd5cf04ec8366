/*
 * What a value contains, in the words of tests/fixtures/checkpoints/write.py.
 */
#ifndef FILES_TORCH_DESCRIBE_H
#define FILES_TORCH_DESCRIBE_H

#include "testing.h"

/* A line for each value and each part of a tensor, new (free()). */
char *describe(const ct_value *value);

/* A line for each tensor, "fc.weight float32 (3, 2): 5768...", sorted, new (free()). */
char *describe_tensors(const ct_value *value);

/* Fails with the first line that differs. `what` is for the message. */
void assert_described(const char *got, const char *wanted, const char *what);

#endif
