/*
 * Inside the library: numbers in place of tensors, from C.
 */
#ifndef CT_OPERATORS_BY_NAME_WRAPPED_H
#define CT_OPERATORS_BY_NAME_WRAPPED_H

#include <ctorch/operators/operator.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the operator, which must be one overload, accepts a number in place of a tensor. */
bool ct_operator_takes_numbers(const ct_operator *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
