/*
 * Inside the library: a program that was compiled: the functions of a shared library, which
 * ctorch-compile has written, in place of the plan. One instance has one; it takes the weights of the
 * instance, and takes them anew when they have changed, since code may keep copies of them in
 * another order.
 */
#ifndef CT_EXPORT_PROGRAM_COMPILED_H
#define CT_EXPORT_PROGRAM_COMPILED_H

#include <ctorch/export/program.h>

#include "export/program/plan.h"

struct ct_compiled;

/* Opens the library, which stays loaded: an error may have a text of it. */
ct_error ct_compiled_open(const char *function, const char *path,
			  struct ct_compiled **result) CT_WARN_UNUSED;

/* The same code for another instance; NULL for NULL. */
ct_error ct_compiled_copy(const struct ct_compiled *self, const char *function,
			  struct ct_compiled **result) CT_WARN_UNUSED;

void ct_compiled_free(struct ct_compiled *self);

/* Takes the weights of the instance now, to find out whether the code can. */
ct_error ct_compiled_load(struct ct_compiled *self, const ct_export *of,
			  const char *function) CT_WARN_UNUSED;

/* As ct_export_run_slots(), of inputs that were checked. */
ct_error ct_compiled_run(ct_export *self, const char *function, const struct ct_slot *inputs,
			 ct_value *outputs, int64_t outputs_len) CT_WARN_UNUSED;

#endif
