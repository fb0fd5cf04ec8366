/*
 * Inside the library: a number of an options struct, where 0 means the default and CT_ZERO means 0.
 */
#ifndef CT_CORE_BASE_OPTION_H
#define CT_CORE_BASE_OPTION_H

#include <ctorch/core/types.h>
#include <ctorch/macros/literals.h>

static inline int64_t ct_int_option(int64_t given, int64_t usual)
{
	if (given == 0)
		return usual;
	return given == CT_ZERO ? 0 : given;
}

static inline double ct_float_option(double given, double usual)
{
	if (given == 0)
		return usual;
	return given == CT_ZERO ? 0 : given;
}

#endif
