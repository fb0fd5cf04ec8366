/*
 * Inside the library: functions from tensors to tensors, which are differentiated, and lists of
 * tensors.
 *
 * Returned handles belong to the innermost scope, which must exist.
 */
#ifndef CT_AUTOGRAD_ENGINE_MAP_H
#define CT_AUTOGRAD_ENGINE_MAP_H

#include <ctorch/ctorch.h>

#include "core/base/no_memory.h"

/* Declares `ct_tensor **name` with `n` NULLs, freed at the end of the block; the enclosing function
 * returns an error if there is no memory. */
#define CT_LIST(name, n)                                                                         \
	__attribute__((cleanup(ct_list_free))) ct_tensor **name = ct_list_new(n);                \
	do {                                                                                     \
		if (name == NULL)                                                                \
			return ct_no_memory(NULL, "for a list of %lld tensors", (long long)(n)); \
	} while (0)

/* NULL: no memory. */
ct_tensor **ct_list_new(int64_t n);
void ct_list_free(ct_tensor ***list);

/* A Variable's output_nr() has 32 bits. */
#define CT_MOST_OUTPUTS ((int64_t)UINT32_MAX)

/* An error unless a function can have that many outputs. */
ct_error ct_check_output_count(const char *function, int position, const char *name, int64_t count);

/* A function from tensors to tensors. */
struct ct_map {
	/* `outputs` has room for outputs_len new handles; NULL for a missing output. */
	ct_error (*call)(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			 ct_tensor **outputs);
	int64_t outputs_len;
	const struct ct_map *of; /* the map that this one is made from */
	const void *closure;
};

struct ct_user_function {
	ct_gradcheck_function call;
	void *context;
	const char *checked_by; /* "ct_gradcheck" */
};

/* The user's function; `closure` is a ct_user_function. */
ct_error ct_map_call_user(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs);

/* Whether derivatives with respect to its elements are possible; false for NULL. */
bool ct_is_differentiable(const ct_tensor *tensor);

/* How many of the tensors require a gradient; these are put into `found`, borrowed. */
int64_t ct_differentiable(ct_tensor *const *tensors, int64_t n, ct_tensor **found);

bool ct_is_floating_or_complex(const ct_tensor *tensor);

#endif
