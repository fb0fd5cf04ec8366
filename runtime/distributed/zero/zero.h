/*
 * The division of an optimizer among ranks: what its files share.
 */
#pragma once

#include <stdbool.h>

#include <ctorch/distributed/zero.h>

/* A parameter, and who updates it. */
struct ct_zero_part {
	ct_tensor *parameter; /* borrowed from the optimizer */
	int64_t group;
	int64_t number;    /* in state dicts */
	int64_t owner;     /* a rank in the group */
	ct_tensor *hidden; /* its gradient during a step of other parameters; or NULL */
	bool is_in_bucket; /* it is a view of its owner's bucket */
};

struct ct_zero_optimizer {
	ct_optimizer *optimizer;
	const ct_dist_group *group;
	int64_t rank, *ranks, ranks_len; /* of this process; in the default group */
	struct ct_zero_part *parts;      /* in Python's order: by group, and the largest first */
	int64_t parts_len;
	ct_tensor *
		*buckets; /* of each rank, with its parameters; NULL: parameters are sent alone */
	int64_t hooks[3];
	int hooks_len;
};

/* Divides the parameters anew if there are more than before. */
ct_error ct_zero_divide(ct_zero_optimizer *self);

/* Makes room for buckets, and fills them. */
ct_error ct_zero_add_buckets(ct_zero_optimizer *self);

/* Makes the parameters that require a gradient views of the buckets, if it is not so already; a
 * ValueError if they do not fit into any. */
ct_error ct_zero_fill_buckets(ct_zero_optimizer *self);

void ct_zero_free_buckets(ct_zero_optimizer *self);
