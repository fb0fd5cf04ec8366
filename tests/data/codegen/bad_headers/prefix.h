/* error 18:41 prefix: the enumerator SHADE_BLUE does not begin with CT_ */
/* error 21:9 prefix: the macro SHADE_COUNT does not begin with CT_ */
/* error 24:13 prefix: shade_mix does not begin with ct_ */
/* error 26:13 prefix: shade_mix_ does not begin with ct_ */
#ifndef CTORCH_PREFIX_H
#define CTORCH_PREFIX_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A color. */
typedef int32_t ct_shade;

/** The colors. */
enum ct_shade_value { CT_SHADE_RED = 0, SHADE_BLUE = 1 };

/** The number of colors. */
#define SHADE_COUNT 2

/** Mixes two colors. */
CT_API void shade_mix(ct_shade first, ct_shade second) CT_NOEXCEPT;

CT_API void shade_mix_(ct_shade first, ct_shade second) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
