/**
 * @file
 * For programs that also use libtorch's C++: converts values to and from c10::IValue, which is what
 * libtorch's dispatcher and its interpreter pass. ctorch/libtorch.hpp has C++ functions for both
 * directions.
 */
#ifndef CTORCH_OPERATORS_IVALUE_H
#define CTORCH_OPERATORS_IVALUE_H

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Converts a c10::IValue to a value, which owns everything in it. What no other kind fits, such as an
 * object of a class that libtorch or a library has registered (torch::CustomClassHolder), becomes a
 * CT_VALUE_OBJECT: it holds a reference to the object, operators called by name take it, and
 * ct_value_to_string() shows its class.
 *
 * @param ivalue  the address of a c10::IValue, which stays the caller's
 * @param result  new: ct_value_free()
 */
CT_API ct_error ct_value_from_ivalue(const void *ivalue CT_LENGTH(1) CT_BORROWED,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Converts a value to a c10::IValue of the value's own type: a dtype becomes an int, as in libtorch.
 * Tensors, generators, storages and objects are shared, not copied.
 *
 * @param ivalue  the address of a c10::IValue, which is replaced
 * @return TypeError for bytes, sets and integers of more than 64 bits, which libtorch does not have
 */
CT_API ct_error ct_value_to_ivalue(const ct_value *self,
				   void *ivalue CT_LENGTH(1) CT_BORROWED) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
