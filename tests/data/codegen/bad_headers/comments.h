/* error 13:16 comments: ct_pair has no comment */
/* error 18:9 comments: CT_PAIR has no comment */
/* error 24:13 comments: ct_multiply_pair has no comment */
#ifndef CTORCH_COMMENTS_H
#define CTORCH_COMMENTS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ct_pair {
	int64_t first;
	int64_t second;
} ct_pair;

#define CT_PAIR 2

/** Adds and subtracts. */
CT_API void ct_add_pair(ct_pair pair) CT_NOEXCEPT;
CT_API void ct_subtract_pair(ct_pair pair) CT_NOEXCEPT;

CT_API void ct_multiply_pair(ct_pair pair) CT_NOEXCEPT;

CT_API void ct_divide_pair_(ct_pair pair) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
