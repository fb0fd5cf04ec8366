/*
 * Cases of module classes that Python wrote: tests/fixtures/expected/nn_modules_*.py.
 */
#ifndef NN_MODULE_CASES_H
#define NN_MODULE_CASES_H

#include "expected.h"

enum { MODULE_TOPICS = 12, MOST_INPUTS = 12, MOST_OUTPUTS = 8 };

extern const char *const module_topics[MODULE_TOPICS];

/* The class and the arguments of the last make_module_case(), for messages. */
extern char module_about[256];

/* Both are the scope's. */
void read_module_arguments(const json_t *of_case, ct_value *args, ct_value *kwargs);

/* After ct_manual_seed(1). */
ct_error make_module_case(const json_t *of_case, ct_module **module);

/* After ct_manual_seed(2), as drawn() of nn_modules_common.py. An input may be NULL, or another
 * one. Returns their number. */
int64_t draw_module_inputs(const json_t *specs, ct_tensor **inputs);

/* A typed call, if there are arguments that are not tensors. */
ct_error call_module_case(const ct_module *module, const json_t *of_case, ct_tensor *const *inputs,
			  int64_t n, ct_tensor **outputs, int64_t m);

/* Backward of the sum of all squares. */
ct_error go_back_from(ct_tensor *const *outputs, int64_t n);

#endif
