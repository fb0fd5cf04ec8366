/*
 * Inside the library: which expression of sizes gives a number that was seen with several of them.
 */
#ifndef CT_EXPORT_RECORD_SOLVE_H
#define CT_EXPORT_RECORD_SOLVE_H

#include <stdbool.h>
#include <stdint.h>

enum { CT_TERM_FACTORS = 3, CT_SOLUTION_TERMS = 3 };

/* times * product of sizes */
struct ct_term {
	int32_t factors[CT_TERM_FACTORS]; /* symbols, in order */
	int32_t factors_len;
	int64_t times;
};

/* floor((sum of terms + plus) / by) */
struct ct_solution {
	struct ct_term terms[CT_SOLUTION_TERMS];
	int32_t terms_len;
	int64_t plus, by;
};

/* The sizes of each recording: `symbols_len` of them for each of `len`. */
struct ct_recorded_sizes {
	const int64_t *at;
	int64_t symbols_len, len;
};

/* Finds the simplest expression that gives `values`, one of each recording; false: there is none.
 * A sum of n terms needs n + 2 recordings: one of them checks it. */
bool ct_solve(const struct ct_recorded_sizes *sizes, const int64_t *values,
	      struct ct_solution *result);

bool ct_solution_is_same(const struct ct_solution *one, const struct ct_solution *other);

#endif
