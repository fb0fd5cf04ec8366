/*
 * What the suites of torch.optim share.
 */
#ifndef OPTIM_SUPPORT_H
#define OPTIM_SUPPORT_H

#include <ctorch/optim/optim.h>

#include "expected.h"
#include "values.h"

Suite *grad_scaler_suite(void);
Suite *gradients_suite(void);
Suite *groups_suite(void);
Suite *lbfgs_suite(void);
Suite *loading_suite(void);
Suite *options_suite(void);
Suite *own_suite(void);
Suite *scheduler_details_suite(void);
Suite *schedulers_suite(void);
Suite *swa_suite(void);
Suite *steps_suite(void);

/* The parameters of a case, drawn as tests/fixtures/expected/optim_common.py does it; they belong
 * to the scope. */
enum { PARAMETERS = 2, STEPS = 50 };
void draw_parameters(ct_dtype dtype, ct_tensor *params[PARAMETERS]);

/* Runs steps `first` to `last`, each with new gradients. */
void run_steps(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS], int first, int last);

/* The same for the first `n` parameters, whatever groups they are in. */
void run_all(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS], int n, int first,
	     int last);

/* How many of the parameters the class of a case takes. */
int number_of(const json_t *of_case);

/* For messages. */
const char *name_of(const json_t *of_case);

/* The case's "class" with its "kwargs". */
ct_error make_case(const json_t *of_case, ct_tensor *const params[PARAMETERS],
		   ct_optimizer **result);

/* A class with encoded arguments. */
ct_optimizer *make_from(const char *class_name, const json_t *kwargs, ct_parameters parameters);

/* Fails unless the value is the encoded one: the same kinds and keys in the same order, numbers and
 * elements that differ by at most `tolerance`. */
void assert_encoded(const ct_value *got, const json_t *wanted, double tolerance, const char *what);

/* Fails unless the state dict of the optimizer is the encoded one. */
void assert_state(const ct_optimizer *optimizer, const json_t *wanted, double tolerance,
		  const char *what);

#endif
