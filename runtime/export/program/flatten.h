/*
 * Inside the library: from nested values to their leaves and back, by the trees of a program.
 */
#ifndef CT_EXPORT_PROGRAM_FLATTEN_H
#define CT_EXPORT_PROGRAM_FLATTEN_H

#include "export/program/instance.h"

/* The leaves of a call's arguments, borrowed, in the order of the program's inputs. `kept`, an
 * owning list, gets what they are in if a registered class has made it. */
ct_error ct_export_flatten(const struct ct_export_shared *self, const char *function,
			   const ct_value *args, int64_t args_len, const char *const *names,
			   const ct_value *named, int64_t named_len, ct_value *kept,
			   ct_value *leaves) CT_WARN_UNUSED;

/* The nested output, from its leaves, which are moved. */
ct_error ct_export_unflatten(const struct ct_export_shared *self, const char *function,
			     ct_value *leaves, ct_value *result) CT_WARN_UNUSED;

/* The same for the inputs, without the functions of registered classes: a tuple of the positional
 * ones and a dict of the others. */
ct_error ct_export_unflatten_inputs(const struct ct_export_shared *self, const char *function,
				    ct_value *leaves, ct_value *result) CT_WARN_UNUSED;

#endif
