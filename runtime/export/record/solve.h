/*
 * Inside the library: which expression of sizes gives a number that was seen with several of them.
 */
#ifndef CT_EXPORT_RECORD_SOLVE_H
#define CT_EXPORT_RECORD_SOLVE_H

#include <stdbool.h>
#include <stdint.h>

enum { CT_SOLUTION_FACTORS = 3 };

/* floor((times * product of sizes + plus) / by); without factors `plus`. */
struct ct_solution {
	int32_t factors[CT_SOLUTION_FACTORS]; /* symbols, in order */
	int32_t factors_len;
	int64_t times, plus, by;
};

/* The sizes of each recording: `symbols_len` of them for each of `len`. */
struct ct_recorded_sizes {
	const int64_t *at;
	int64_t symbols_len, len;
};

/* Finds the simplest expression that gives `values`, one of each recording; false: there is none. */
bool ct_solve(const struct ct_recorded_sizes *sizes, const int64_t *values,
	      struct ct_solution *result);

bool ct_solution_is_same(const struct ct_solution *one, const struct ct_solution *other);

#endif
