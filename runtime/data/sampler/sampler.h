/*
 * Inside the library: samplers.
 */
#ifndef CT_DATA_SAMPLER_SAMPLER_H
#define CT_DATA_SAMPLER_SAMPLER_H

#include <ctorch/data/data.h>

#include "core/memory/counted.h"

struct ct_sampler {
	struct ct_counted counted;
	ct_sampler_functions functions;
	char *name;
	void *data;
	bool is_of_program; /* its functions are a program's: made by ct_sampler_new() */
};

/* As ct_sampler_new(), for the errors of the function of this name. `data` is not NULL. */
ct_error ct_sampler_make(const ct_sampler_functions *functions, void *data, const char *function,
			 ct_sampler **result) CT_WARN_UNUSED;

ct_error ct_sampler_check(const ct_sampler *self, const char *function, int position,
			  const char *name) CT_WARN_UNUSED;

/* The order of an epoch, checked; both belong to no scope. `*ends` is NULL unless it is a sampler
 * of batches. */
ct_error ct_sampler_call(const ct_sampler *self, int64_t epoch, ct_tensor **indices,
			 ct_tensor **ends) CT_WARN_UNUSED;

/* Whether it is one of ct_sequential_sampler_new(), whose order is 0, 1, 2, ... */
bool ct_sampler_is_sequential(const ct_sampler *self);

/* How many batches of a size samples are. */
static inline int64_t ct_count_batches(int64_t samples, int64_t size, bool drop_last)
{
	return samples / size + (!drop_last && samples % size != 0);
}

/* A number that Python draws for a seed: torch.empty((), dtype=torch.int64).random_(). */
ct_error ct_draw_seed(ct_generator *generator, int64_t *result) CT_WARN_UNUSED;

#endif
