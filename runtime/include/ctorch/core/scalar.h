/**
 * @file
 * Creating and reading ct_scalar, the number that operators such as `add.Scalar` take.
 */
#ifndef CTORCH_CORE_SCALAR_H
#define CTORCH_CORE_SCALAR_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns a number of the kind in the function's name. */
CT_API ct_scalar ct_scalar_int(int64_t value) CT_NOEXCEPT;
CT_API ct_scalar ct_scalar_float(double value) CT_NOEXCEPT;
CT_API ct_scalar ct_scalar_bool(bool value) CT_NOEXCEPT;
CT_API ct_scalar ct_scalar_complex(double re, double im) CT_NOEXCEPT;
/** Returns an unsigned number, for numbers above 2^63 - 1; smaller ones are as from
 * ct_scalar_int(). */
CT_API ct_scalar ct_scalar_uint(uint64_t value) CT_NOEXCEPT;

/**
 * Converts a number, as PyTorch's Scalar.to<T>():
 * - to a double: an integer is rounded if it has more than 53 bits; a complex number must have no
 *   imaginary part;
 * - to an integer: a fraction is truncated toward zero; NaN, infinity and numbers that do not fit
 *   are errors; a complex number must have no imaginary part;
 * - to a bool: everything except zero is true, including NaN; no number is out of range;
 * - to a complex number: always.
 *
 * A number that does not fit is `RuntimeError: value cannot be converted to type int64_t without
 * overflow`; a ct_scalar with an unknown kind is an ArgumentError.
 */
CT_API ct_error ct_scalar_to_double(ct_scalar scalar, double *result) CT_BRIEF CT_RETURNS_ERROR;
/** Converts as ct_scalar_to_double(), to an integer. */
CT_API ct_error ct_scalar_to_int64(ct_scalar scalar, int64_t *result) CT_BRIEF CT_RETURNS_ERROR;
/** Converts as ct_scalar_to_double(), to an unsigned integer; a negative number does not fit. */
CT_API ct_error ct_scalar_to_uint64(ct_scalar scalar, uint64_t *result) CT_BRIEF CT_RETURNS_ERROR;
/** Converts as ct_scalar_to_double(), to a bool. */
CT_API ct_error ct_scalar_to_bool(ct_scalar scalar, bool *result) CT_BRIEF CT_RETURNS_ERROR;
/** Converts as ct_scalar_to_double(), to a complex number. */
CT_API ct_error ct_scalar_to_complex(ct_scalar scalar, double *re,
				     double *im) CT_BRIEF CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
