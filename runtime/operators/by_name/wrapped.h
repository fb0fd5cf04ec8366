/*
 * Inside the library: numbers in place of tensors, from C.
 */
#ifndef CT_OPERATORS_BY_NAME_WRAPPED_H
#define CT_OPERATORS_BY_NAME_WRAPPED_H

#include <ctorch/operators/operator.h>

#include "core/base/error_make.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the operator, which must be one overload, accepts a number in place of a tensor. */
bool ct_operator_takes_numbers(const ct_operator *self) CT_NOEXCEPT;

/* The tensor of no dimensions that stands for the number: mul() of a float32 tensor and of this
 * one, from 2.5, is float32. It belongs to no scope: ct_tensor_free_unscoped(). */
ct_error ct_wrapped_number_new(const ct_value *number, ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
