/*
 * Inside this room: what a guard reads, and guards as code.
 */
#ifndef CT_EXPORT_GUARDS_CODE_H
#define CT_EXPORT_GUARDS_CODE_H

#include "export/guards/guards.h"

/* Most guards only need integers: these are also a program for a machine with a stack. */
struct ct_guard_step {
	uint8_t code; /* of code.c */
	int32_t leaf;
	int64_t i;
};

struct ct_guard_code {
	const struct ct_guard_step *steps;
	int64_t steps_len; /* 0: the expression needs more than integers */
};

enum ct_guard_answer { CT_GUARD_FAILS, CT_GUARD_HOLDS, CT_GUARD_UNDECIDED };

/* False: there is no memory. */
bool ct_guard_compile(const struct ct_symbolic *tree, const struct ct_guard_reference *references,
		      struct ct_arena *arena, struct ct_guard_code *result);

/* Undecided: an input is not as expected, or Python would raise an error; the expression itself must
 * be evaluated. */
enum ct_guard_answer ct_guard_run(const struct ct_guard_code *self,
				  const struct ct_guard_input *inputs);

#endif
