/* error 19:2 enumerators: the enumerator CT_COLOR does not begin with the words of ct_color_mode */
/* error 20:2 enumerators: the enumerator CT_MODE_SUBTRACT does not begin with the words of ct_color_mode */
#ifndef CTORCH_ENUMERATORS_H
#define CTORCH_ENUMERATORS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a color is mixed. */
typedef int32_t ct_color_mode;

/** The ways. */
enum ct_color_mode_value {
	CT_COLOR_MODE_ADD = 0,
	CT_COLOR_MIX = 1,
	CT_COLOR = 2,
	CT_MODE_SUBTRACT = 3
};

#ifdef __cplusplus
}
#endif

#endif
