/* error 16:7 spelling: centre has British spelling */
/* error 20:13 spelling: ct_colour has British spelling */
/* error 20:31 spelling: grey_level has British spelling */
/* error 23:9 spelling: CT_GREY has British spelling */
#ifndef CTORCH_SPELLING_H
#define CTORCH_SPELLING_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How pictures are made smaller. */
typedef struct ct_fit_options {
	bool centre; /**< cut off both sides */
} ct_fit_options;

/** Colors a picture. */
CT_API void ct_colour(int64_t grey_level) CT_NOEXCEPT;

/** The level of gray. */
#define CT_GREY 7

#ifdef __cplusplus
}
#endif

#endif
