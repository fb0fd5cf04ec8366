/*
 * Inside the library: tensors that a module computes from its parameters for each of its calls, as
 * parametrizations, pruned weights and normalized weights are.
 *
 * In Python they are attributes, which the forward function reads. In C it reads the fields of the
 * module's data. So a call computes the tensors after its pre-hooks, points the fields to them while
 * the forward function runs, and sets the fields back afterwards, also after an error. They are kept
 * as hooks of a kind of their own, so that modules without any cost nothing more, and copies of a
 * module have them, too.
 */
#ifndef CT_MODULE_COMPUTED_H
#define CT_MODULE_COMPUTED_H

#include "module/module.h"

struct ct_computed;

/* The tensor, which belongs to the innermost scope. */
typedef ct_error (*ct_compute)(const ct_module *self, const struct ct_computed *how,
			       ct_tensor **result);

/* What each call of the module does before: changes what the tensor is computed from. */
typedef ct_error (*ct_before_computing)(ct_module *self, const struct ct_computed *how);

/* Adds to a list the keys that a state lacks for it, besides those of the module's parts. */
typedef ct_error (*ct_missing_keys)(const struct ct_computed *how, const ct_value *state,
				    const char *prefix, ct_value *missing);

/* One of them: shared by the copies of a module, so it never changes. */
struct ct_computed {
	const char *name;
	size_t field; /* CT_NO_FIELD: computed only when asked for */
	ct_compute compute;
	ct_before_computing before; /* NULL: nothing to do */
	ct_missing_keys missing;    /* NULL: none */
	const void *options;        /* of the functions; NULL: none */
	size_t options_size;
	bool is_parametrization;
};

/* Adds one; `how`, its name and its options are copied. */
ct_error ct_computed_add(ct_module *self, const struct ct_computed *how,
			 const char *function) CT_WARN_UNUSED;
void ct_computed_remove(ct_module *self, const char *name);

/* NULL: none of this name; or of any name, if that is NULL; and with `compute`, if that is not NULL. */
const struct ct_computed *ct_computed_find(const ct_module *self, const char *name,
					   ct_compute compute);

/* Where its data points to it; NULL: nowhere. */
ct_tensor **ct_computed_field(const ct_module *self, const struct ct_computed *how);

/* A parameter or buffer of this name, borrowed; a computed tensor, of the innermost scope; NULL:
 * none. */
ct_error ct_module_find_tensor(const ct_module *self, const char *name, ct_tensor **result);

/* Whether Python's class of the module is a "Parametrized..." one. */
bool ct_module_is_parametrized(const ct_module *self);

/* For all of a module. */
ct_error ct_computed_missing_keys(const ct_module *self, const ct_value *state, const char *prefix,
				  ct_value *missing) CT_WARN_UNUSED;

/* What a call has computed. */
struct ct_computed_call {
	struct ct_module_hook_list all;
	ct_tensor **before; /* what the fields were; as many as `len` */
	uint32_t len;
};

/* Around the forward function. After an error there is nothing to leave. */
ct_error ct_computed_enter(ct_module *self, struct ct_computed_call *call) CT_WARN_UNUSED;
void ct_computed_leave(ct_module *self, struct ct_computed_call *call);

#endif
