/*
 * calls.h: checks of every call, for targets that call libctorch: no handle is lost, an error has a
 * text, and leaves the results unchanged.
 */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include <ctorch/ctorch.h>

#include "fuzz.h"

/* Around one input. At the end there must be as many handles as at the beginning. */
void fuzz_enter(void);
void fuzz_leave(void);

/* True if there was no error; otherwise it must be well formed, and is released. */
bool fuzz_succeeds(ct_error error);

/* The same for calls in which libtorch itself reads the input, with assertions for some of it. */
bool fuzz_succeeds_in_libtorch(ct_error error);

/* The value of a result before a call. */
#define FUZZ_UNTOUCHED ((ct_tensor *)(uintptr_t)0x5a50)

/* The result of a call; NULL after an error, which must have left it unchanged. */
ct_tensor *fuzz_tensor(ct_error error, ct_tensor *result);

/* Whether both have the same dtype, shape and bytes. Tensors that .npy files cannot represent are
 * never the same. */
bool fuzz_same(const ct_tensor *a, const ct_tensor *b);

/* For calls that prepare something: they must succeed. */
#define FUZZ_MUST(call) fuzz_must((call), #call, __FILE__, __LINE__)

void fuzz_must(ct_error error, const char *call, const char *file, int line);

#endif
