/*
 * Tensors that are too large for the files of expected values.
 */
#ifndef NN_HASH_H
#define NN_HASH_H

#include <stdint.h>

#include <ctorch/core/types.h>

/* FNV-1a of the bytes in the order of a contiguous tensor; content() in
 * tests/fixtures/expected/nn_modules_common.py is the same. */
uint64_t hash_of(const ct_tensor *tensor);

#endif
