/*
 * What the suites of distributions share.
 */
#ifndef DISTRIBUTIONS_SUPPORT_H
#define DISTRIBUTIONS_SUPPORT_H

#include <ctorch/autograd/autograd.h>
#include <ctorch/distributions/distributions.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/generator.h>

#include "expected.h"
#include "values.h"

Suite *expected_suite(void);
Suite *kl_suite(void);
Suite *own_suite(void);
Suite *transforms_suite(void);
Suite *transforms_use_suite(void);
Suite *use_suite(void);

/* A distribution of a case, with the arguments of which it was made. */
struct made {
	ct_value kwargs;
	ct_distribution *distribution; /* belongs to the scope */
};

/* By the name of its class. */
ct_error make(const json_t *of_case, struct made *result);
void release(struct made *made);

/* Calls `check` for the cases of a kind, each in a scope of its own: for those of one file, whose number
 * it returns, or for PyTorch's classes and the tests' own. */
int for_each_of(const char *topic, const char *kind, void (*check)(const json_t *of_case));
void for_each(const char *kind, void (*check)(const json_t *of_case));

/* "case 3 of Normal: log_prob", for messages; valid until the next call. */
const char *title_of(const json_t *of_case, const char *what);

/* Fails unless the gradients of the arguments are those of the case. `what` is for the message. */
void assert_gradients(const struct made *made, const json_t *of_case, const char *key,
		      double tolerance, const char *what);

/* The same where the list of the case has `first` others before. */
void assert_gradients_from(const struct made *made, const json_t *of_case, const char *key,
			   size_t first, double tolerance, const char *what);

/* Fails unless the texts are equal. */
void assert_text(const char *got, const char *wanted, const char *what);

#endif
