/* The operators of the programs' own library. ORDER: zoo/operators.py defines the same in Python. */
#ifndef TESTS_PROOF_EXPORTED_OPERATORS_H
#define TESTS_PROOF_EXPORTED_OPERATORS_H

#include <ctorch/operators/library.h>

/* Registers them, until ct_library_free(). */
ct_error register_operators(ct_library **result);

#endif
