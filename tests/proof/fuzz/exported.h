/*
 * exported.h: parts of the target "exported".
 */
#ifndef FUZZ_EXPORTED_H
#define FUZZ_EXPORTED_H

#include <stdbool.h>

#include <ctorch/export/program.h>

/* Between the program, the list of weights and the list of constants of an input. */
#define EXPORTED_SEPARATOR "\n---\n"

/* Whether a program, the JSON of its file, is worth a run: not if it has an operator that crashes in
 * Python, too, or a loop that would not end. */
bool exported_may_run(const char *json);

/* Runs it with the inputs in its file, and with others of the types that it describes, which need
 * not succeed. */
void exported_run(ct_export *program, const char *path);

#endif
