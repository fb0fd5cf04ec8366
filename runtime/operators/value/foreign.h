/*
 * Inside the library: what a CT_VALUE_FOREIGN points to.
 */
#ifndef CT_OPERATORS_VALUE_FOREIGN_H
#define CT_OPERATORS_VALUE_FOREIGN_H

#include <ctorch/operators/value.h>

#include "core/memory/counted.h"

struct ct_foreign {
	struct ct_counted counted;
	void *data;
	ct_release_function release;
	char type[]; /* its name */
};

static inline const struct ct_foreign *ct_foreign_of(const ct_value *self)
{
	return self->object;
}

#endif
