/* error 26:78 options: the options of ct_thing_weigh come before 'scale' */
/* error 30:84 options: the options of ct_thing_weigh_again are called 'how' */
#ifndef CTORCH_OPTIONS_H
#define CTORCH_OPTIONS_H

#include <stdio.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** How things are weighed. */
typedef struct ct_weigh_options {
	bool exact; /**< slower */
} ct_weigh_options;

/** Weighs a thing. */
CT_API ct_error ct_thing_weigh(const ct_thing *self, const ct_weigh_options *options, double scale,
			       int64_t *result) CT_RETURNS_ERROR;

/** Weighs it again. */
CT_API ct_error ct_thing_weigh_again(const ct_thing *self, const ct_weigh_options *how,
				     int64_t *result) CT_RETURNS_ERROR;

/** Weighs it, and prints it. */
CT_API ct_error ct_thing_print_weight(const ct_thing *self, const ct_weigh_options *options,
				      FILE *stream) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
