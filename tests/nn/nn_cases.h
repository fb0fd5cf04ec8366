/*
 * Cases of torch.nn that Python wrote (tests/fixtures/expected/nn_common.py), one line each:
 *
 *     RUN("mse_loss: sum", CT(nn_mse_loss, OUT, X(0), X(1), CT_REDUCTION_SUM));
 *
 * The results or the error must be Python's, and so must the gradients of the inputs, their
 * elements afterwards, and the next random numbers. Values must be the same bytes, unless the case
 * has a tolerance.
 */
#ifndef NN_CASES_H
#define NN_CASES_H

#include <ctorch/nn/nn.h>

#include "expected.h"

/* Reads nn_TOPIC.json, and releases it: before and after a suite's tests. */
void begin_topic(const char *topic);
void end_topic(void);

/* Fails if a case of the topic was not run, or none with odd inputs of some kind: in the last test
 * of a suite. */
void assert_all_ran(void);

#define RUN(name, call)                                                    \
	do {                                                               \
		RUN_ONCE(name, call);                                      \
		for (int64_t odd_ = 0; begin_odd_case(name, odd_); odd_++) \
			end_odd_case(call, odd_);                          \
	} while (0)

/* With the inputs of the case alone. */
#define RUN_ONCE(name, call)            \
	do {                            \
		if (begin_case(name))   \
			end_case(call); \
	} while (0)

/* Between the two: the inputs of the case; where results go, OUT for the first, OUTS(1) for the
 * second, and OUT_LIST for a list; and a generator that is seeded as Python's. */
#define X(i) case_input(i)
#define OUT case_output(0)
#define OUTS(i) case_output(i)
#define OUT_LIST case_list(), case_list_len()
#define GENERATOR case_generator()

/* False if since.json leaves the case out with this release. */
bool begin_case(const char *name);
void end_case(ct_error error);

/* The same case with inputs that odd_inputs.h describes; false if there is no such number. */
bool begin_odd_case(const char *name, int64_t number);
void end_odd_case(ct_error error, int64_t number);

/* Instead of RUN() where this release has no such function; prints the reason. */
void leave_out_case(const char *name, const char *reason);

ct_tensor *case_input(int64_t i);
ct_tensor **case_output(int64_t i);
ct_tensor ***case_list(void);
int64_t *case_list_len(void);
ct_generator *case_generator(void);

#endif
