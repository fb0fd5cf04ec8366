/*
 * Inside the library: making an optimizer.
 */
#ifndef CT_OPTIM_OPTIMIZER_NEW_H
#define CT_OPTIM_OPTIMIZER_NEW_H

#include "optim/optimizer/class.h"

/* A new one without groups, which belongs to no scope; NULL if there is no memory. */
ct_optimizer *ct_optimizer_alloc(const struct ct_optim_class *klass);

/* Gives it to the innermost scope, and stores it; on an error releases it. */
ct_error ct_optimizer_give(ct_optimizer *self, const char *function,
			   ct_optimizer **result) CT_WARN_UNUSED;

#endif
