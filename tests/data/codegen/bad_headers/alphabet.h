/* error 15:9 alphabet: the macro CT_X is not in the alphabet */
/* error 17:9 alphabet: the macro CT_XY is not in the alphabet */
#ifndef CTORCH_ALPHABET_H
#define CTORCH_ALPHABET_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The letter of tensors. */
#define CT_T 1
/** A letter without a word. */
#define CT_X 1
/** Two of them. */
#define CT_XY(a, b) ((a) + (b))
/** A word. */
#define CT_MIX 1

#ifdef __cplusplus
}
#endif

#endif
