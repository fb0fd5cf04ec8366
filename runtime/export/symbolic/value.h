/*
 * Inside this room: numbers, conditions and texts as Python computes with them.
 */
#ifndef CT_EXPORT_SYMBOLIC_VALUE_H
#define CT_EXPORT_SYMBOLIC_VALUE_H

#include "export/symbolic/symbolic.h"

struct ct_symbolic_value ct_symbolic_from_int(int64_t i);
struct ct_symbolic_value ct_symbolic_from_float(double f);
struct ct_symbolic_value ct_symbolic_from_bool(bool b);

/* An int or a bool; a number is also a float. */
bool ct_symbolic_is_integral(const struct ct_symbolic_value *value);
bool ct_symbolic_is_number(const struct ct_symbolic_value *value);
double ct_symbolic_as_double(const struct ct_symbolic_value *value);

/* "int", "NoneType" */
const char *ct_symbolic_type_name(const struct ct_symbolic_value *value);

/* An operator of arithmetic or bits. */
ct_error ct_symbolic_apply(enum ct_symbolic_operator operator_, const struct ct_symbolic_value *a,
			   const struct ct_symbolic_value *b,
			   struct ct_symbolic_value *result) CT_RETURNS_ERROR;
ct_error ct_symbolic_compare(enum ct_symbolic_operator operator_, const struct ct_symbolic_value *a,
			     const struct ct_symbolic_value *b, bool *result) CT_RETURNS_ERROR;
ct_error ct_symbolic_apply_unary(enum ct_symbolic_operator operator_,
				 const struct ct_symbolic_value *a,
				 struct ct_symbolic_value *result) CT_RETURNS_ERROR;

/* A function of values that does not choose among them (math.c). */
ct_error ct_symbolic_apply_function(enum ct_symbolic_function function,
				    const struct ct_symbolic_value *arguments,
				    int64_t arguments_len,
				    struct ct_symbolic_value *result) CT_RETURNS_ERROR;

/* The floor of a quotient, and the remainder with the sign of the divisor; false: the divisor is 0,
 * or the quotient does not fit. */
bool ct_symbolic_floor_divide(int64_t a, int64_t b, int64_t *quotient, int64_t *remainder);

/* "an integer does not fit in 64 bits", as Python has no such error. */
ct_error ct_symbolic_overflow(void) CT_RETURNS_ERROR;
/* An error of Python that we have no class for. */
ct_error ct_symbolic_raise(const char *class_name, const char *text) CT_RETURNS_ERROR;

#endif
