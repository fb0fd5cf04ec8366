/*
 * The division of an optimizer among ranks: what its files share.
 */
#pragma once

#include <ctorch/distributed/zero.h>

/* A parameter, and who updates it. */
struct ct_zero_part {
	ct_tensor *parameter; /* borrowed from the optimizer */
	int64_t group;
	int64_t number;    /* in state dicts */
	int64_t owner;     /* a rank in the group */
	ct_tensor *hidden; /* its gradient during a step of other parameters; or NULL */
};

struct ct_zero_optimizer {
	ct_optimizer *optimizer;
	const ct_dist_group *group;
	int64_t rank, *ranks, ranks_len; /* of this process; in the default group */
	struct ct_zero_part *parts;      /* in Python's order: by group, and the largest first */
	int64_t parts_len;
	int64_t hooks[3];
	int hooks_len;
};

/* Divides the parameters anew if there are more than before. */
ct_error ct_zero_divide(ct_zero_optimizer *self);
