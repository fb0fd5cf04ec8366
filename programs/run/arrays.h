/* The inputs of a call as arrays, for functions that call a model as Python does. */
#ifndef CT_RUN_ARRAYS_H
#define CT_RUN_ARRAYS_H

#include "model.h"

struct arrays {
	ct_value *args, *named; /* borrowed from the call */
	const char **names;
	int64_t args_len, named_len;
};

/* Release them, also after an error. */
ct_error make_arrays(const struct call *call, struct arrays *result) CT_WARN_UNUSED;
void free_arrays(struct arrays *arrays);

#endif
