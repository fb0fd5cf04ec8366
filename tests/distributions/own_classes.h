/*
 * Classes of the tests' own, which tests/fixtures/expected/distributions_own.py writes in Python, and
 * their formulas.
 */
#ifndef DISTRIBUTIONS_OWN_CLASSES_H
#define DISTRIBUTIONS_OWN_CLASSES_H

#include <ctorch/distributions/distribution_class.h>

/* The class of this name; NULL: it is none of these. */
const ct_distribution_class *own_class_of(const char *name);

/* An object of one of them, from Python's arguments; it belongs to the scope. */
ct_error own_new(const char *name, const ct_value *kwargs, ct_distribution **result);

/* Makes the classes and formulas known; again is no error. */
void know_own_classes(void);

#endif
