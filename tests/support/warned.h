/*
 * The warnings of a case that Python wrote: those of its own code, not libtorch's.
 */
#ifndef SUPPORT_WARNED_H
#define SUPPORT_WARNED_H

#include <jansson.h>

/* Between the two, the library's warnings come here. */
void note_warnings(void);
void forget_warnings(void);

/* Between the two there must be the warnings of the case, in order. */
void begin_warnings(void);
void assert_warnings(const json_t *of_case, const char *what);

#endif
