/*
 * Inside the library: transforms that consist of others.
 */
#ifndef CT_DISTRIBUTIONS_TRANSFORMS_PARTS_H
#define CT_DISTRIBUTIONS_TRANSFORMS_PARTS_H

#include "distributions/transforms/class.h"

static inline const struct ct_distr_transform *ct_distr_part(const struct ct_distr_transform *t,
							     int64_t index)
{
	return &t->parts.at[index]->of;
}

/* Whether all parts are bijective. */
bool ct_distr_parts_are_bijective(const struct ct_distr_transform *t);

#endif
