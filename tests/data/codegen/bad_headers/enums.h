/* error 16:6 enums: the type ct_color of these enumerators is not an int32_t */
/* error 19:6 enums: the type ct_shape of these enumerators is not an int32_t */
#ifndef CTORCH_ENUMS_H
#define CTORCH_ENUMS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A color. */
typedef int ct_color;

/** The colors. */
enum ct_color_value { CT_COLOR_RED = 0 };

/** The shapes. */
enum ct_shape_value { CT_SHAPE_ROUND = 0 };

#ifdef __cplusplus
}
#endif

#endif
