/*
 * Inside the library: copies of values.
 */
#ifndef CT_OPERATORS_VALUE_COPY_H
#define CT_OPERATORS_VALUE_COPY_H

#include "operators/value/value.h"

/* ct_value_copy() for another function; `self` is not NULL. */
ct_error ct_value_copy_for(const ct_value *self, const char *function,
			   ct_value *result) CT_WARN_UNUSED;

#endif
