/* error 16:11 integers: 'second' of ct_pair has a type without a fixed size, unsigned */
/* error 20:13 integers: ct_add returns a type without a fixed size, long */
/* error 20:39 integers: 'second' of ct_add has a type without a fixed size, int */
#ifndef CTORCH_INTEGERS_H
#define CTORCH_INTEGERS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Two numbers. */
typedef struct ct_pair {
	int64_t first;
	unsigned second;
} ct_pair;

/** Adds numbers. */
CT_API long ct_add(int32_t first, int second) CT_NOEXCEPT;

/** Where something is, and how large. */
CT_API void ct_note(const char *file, int line, size_t size) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
