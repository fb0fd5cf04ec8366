/*
 * Inside the library: numbers in Python's notation.
 */
#ifndef CT_TENSOR_TENSOR_LITERAL_H
#define CT_TENSOR_TENSOR_LITERAL_H

#include "tensor/tensor/nested.h"

/* Parses the number at `*text`, complex ones with both parts, and moves `*text` past it. False:
 * there is none, and `*text` is the place of the error. */
bool ct_literal_read(const char **text, struct ct_node *number);

#endif
