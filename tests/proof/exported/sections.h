/* Runs a program as its reference describes, section by section. */
#ifndef TESTS_PROOF_EXPORTED_SECTIONS_H
#define TESTS_PROOF_EXPORTED_SECTIONS_H

#include <ctorch/operators/value.h>

#include "compare.h"

enum { CASES, RUNS, GRADS, BAD, SECTIONS };

/* REFUSED: it has functions that run only in Python, and the error says to decompose it first. */
typedef enum verdict { ABSENT, EQUAL, REFUSED, DIFFERS, FAILED, VERDICTS } verdict;

/* What became of a section. */
struct section {
	verdict verdict;
	struct difference difference; /* DIFFERS; else only the text, an error */
};

/* Checks every section of a reference, each with the program loaded again. */
void check_sections(const char *path, const ct_value *reference, struct section results[SECTIONS]);

#endif
