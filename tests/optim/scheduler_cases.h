/*
 * Optimizers and schedulers as the cases of optim_schedulers.json describe them.
 */
#ifndef SCHEDULER_CASES_H
#define SCHEDULER_CASES_H

#include "support.h"

/* An optimizer with a parameter in each group. False if the library has no such class. */
bool is_known_optimizer(const json_t *of_case);
ct_optimizer *make_optimizer(const json_t *of_case);

/* The scheduler by its name, with its parts. */
ct_error make_scheduler(ct_optimizer *optimizer, const json_t *spec, ct_lr_scheduler **result);

/* Steps `first` to `last` of the optimizer and the scheduler; each must give the case's rates. */
void run_scheduler(ct_optimizer *optimizer, ct_lr_scheduler *scheduler, const json_t *of_case,
		   int first, int last);

/* One step of both, without a look at the rates. */
ct_error step_both(ct_optimizer *optimizer, ct_lr_scheduler *scheduler, const json_t *of_case,
		   int step);

/* Fails unless the groups and the scheduler have this state. */
void assert_states(const ct_optimizer *optimizer, const ct_lr_scheduler *scheduler,
		   const json_t *states, const char *what);

/* Fails unless the rates, and momenta that change, are those after so many steps. */
void assert_rates(const ct_optimizer *optimizer, const json_t *of_case, int steps);

/* "StepLR({"step_size": ...})", valid until the next call. */
const char *scheduler_text(const json_t *of_case);

#endif
