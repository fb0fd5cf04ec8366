/*
 * calls.h: what targets that call libctorch check of every call: no handle is lost, an error has
 * words, and what it was to write is as it was.
 */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include <ctorch/ctorch.h>

#include "fuzz.h"

/* Around one input. Afterwards there must be as many handles as before; what `leave` does not see
 * freed is not there. */
void fuzz_enter(void);
void fuzz_leave(void);

/* True when there was no error; otherwise it must be in order, and is released. */
bool fuzz_succeeds(ct_error error);

/* The same where libtorch reads what was given by itself, and has assertions for some of it. */
bool fuzz_succeeds_in_libtorch(ct_error error);

/* What a result is set to before a call. */
#define FUZZ_UNTOUCHED ((ct_tensor *)(uintptr_t)0x5a50)

/* The result of a call; NULL when there was an error, which then must have left it alone. */
ct_tensor *fuzz_tensor(ct_error error, ct_tensor *result);

/* Whether both have the same dtype, shape and bytes. Those that .npy files cannot say are never the
 * same. */
bool fuzz_same(const ct_tensor *a, const ct_tensor *b);

/* For the calls that set something up: they must succeed. */
#define FUZZ_MUST(call) fuzz_must((call), #call, __FILE__, __LINE__)

void fuzz_must(ct_error error, const char *call, const char *file, int line);

#endif
