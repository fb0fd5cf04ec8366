/*
 * Inside the library: numbers as Python writes them.
 */
#ifndef CT_TENSOR_LITERAL_H
#define CT_TENSOR_LITERAL_H

#include "tensor/nested.h"

/* Reads the number that `*text` begins with, complex ones with both parts, and sets `*text` behind
 * it. False: there is none, and `*text` is where that shows. */
bool ct_literal_read(const char **text, struct ct_node *number);

#endif
