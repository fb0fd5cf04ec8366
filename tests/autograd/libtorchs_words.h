/*
 * Errors as libtorch's C++ words them.
 */
#ifndef AUTOGRAD_LIBTORCHS_WORDS_H
#define AUTOGRAD_LIBTORCHS_WORDS_H

#ifdef __cplusplus
extern "C" {
#endif

/* What libtorch throws where expected_errors.c does the same under this name, with the prefix that
 * Python gives it; NULL where Python has it word for word. Valid until the next call. */
const char *libtorchs_words(const char *name);

#ifdef __cplusplus
}
#endif

#endif
