/*
 * The suites of this folder, and what they share.
 */
#ifndef JIT_SUPPORT_H
#define JIT_SUPPORT_H

#include "testing.h"

#define FIXTURES "../fixtures/jit/"

/* Loads one of the files. */
ct_jit *load_script(const char *name);

/* Calls a method with the arguments of a dict of a .ref.pt file, and compares with its result. */
void check_call(const ct_jit *script, const ct_value *reference);

/* An ordinary call of a method with one argument. The result is new. */
ct_value call_with(const ct_jit *script, const char *method, ct_value argument);

Suite *calls_suite(void);
Suite *files_suite(void);
Suite *making_suite(void);
Suite *parts_suite(void);
Suite *threads_suite(void);
Suite *tracing_suite(void);

#endif
