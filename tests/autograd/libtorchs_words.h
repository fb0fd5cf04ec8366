/*
 * Errors as libtorch's C++ words them.
 */
#ifndef AUTOGRAD_LIBTORCHS_WORDS_H
#define AUTOGRAD_LIBTORCHS_WORDS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The text that libtorch throws for what expected_errors.c does under this name, with Python's
 * prefix; NULL where Python has the same text. Valid until the next call. */
const char *libtorchs_words(const char *name);

#ifdef __cplusplus
}
#endif

#endif
