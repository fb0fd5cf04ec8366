/* error 19:65 results: the result 'result' of ct_thing_measure comes before 'scale' */
/* error 23:63 results: the result of ct_thing_weigh is called 'out' */
#ifndef CTORCH_RESULTS_H
#define CTORCH_RESULTS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Measures a thing. */
CT_API ct_error ct_thing_measure(const ct_thing *self, int64_t *result,
				 double scale) CT_RETURNS_ERROR;

/** Weighs a thing. */
CT_API ct_error ct_thing_weigh(const ct_thing *self, int64_t *out) CT_RETURNS_ERROR;

/** Encodes numbers. */
CT_API ct_error ct_thing_numbers(const ct_thing *self, int64_t *numbers CT_LENGTH(numbers_len),
				 int64_t numbers_len) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
