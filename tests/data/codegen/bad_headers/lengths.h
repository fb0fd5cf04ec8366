/* error 19:36 lengths: 'numbers_len' of ct_sum_first is not the length of a list before it */
#ifndef CTORCH_LENGTHS_H
#define CTORCH_LENGTHS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Adds numbers. */
CT_API double ct_sum(const double *numbers, int64_t numbers_len) CT_NOEXCEPT;

/** Adds pairs of numbers. */
CT_API double ct_sum_pairs(const double *pairs CT_LENGTH(2 * pairs_len),
			   int64_t pairs_len) CT_NOEXCEPT;

/** Adds the first numbers. */
CT_API double ct_sum_first(int64_t numbers_len, const double *numbers CT_NULLABLE) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
