/*
 * Inside this room: what a guard reads, and guards as code.
 */
#ifndef CT_EXPORT_GUARDS_CODE_H
#define CT_EXPORT_GUARDS_CODE_H

#include "export/guards/guards.h"

enum ct_guard_part {
	CT_GUARD_ITSELF, /* "n" */
	CT_GUARD_SIZE,   /* "x.size()[0]" */
	CT_GUARD_STRIDE,
	CT_GUARD_OFFSET,
	CT_GUARD_DIM, /* "x.dim()" */
	CT_GUARD_NUMEL
};

/* What a path in a guard stands for. */
struct ct_guard_reference {
	int64_t leaf;
	enum ct_guard_part part;
	int64_t index; /* of a size or a stride; from the end if it is negative */
};

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
