/*
 * Inside the library: the formulas that the program has registered (ct_distribution_register_kl()).
 */
#ifndef CT_DISTRIBUTIONS_KL_REGISTRY_H
#define CT_DISTRIBUTIONS_KL_REGISTRY_H

#include <ctorch/distributions/distribution_class.h>

#include "core/memory/counted.h"

/* A formula stays alive while it is used. */
struct ct_distr_formula {
	struct ct_counted counted;
	ct_distribution_kl_function function;
	void *context;
	ct_release_function release;
	char *first, *second; /* names of classes */
	struct ct_distr_formula *next;
};

/* Whether there is any: cheap. */
bool ct_distr_has_formulas(void);

/* That of a pair, with a reference for the caller; NULL: there is none. */
struct ct_distr_formula *ct_distr_find_formula(const char *first, const char *second);

#endif
