/*
 * Modules of torch.nn, whose data libctorch keeps to itself.
 */
#pragma once

#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a module is of torch.nn's class of the same name, and not of a class of the program's.
 * `int_count`: how many arguments the class needs, all of which are integers. */
ct_error ct_dist_is_of_torch(const ct_module *module, int64_t int_count, bool *result);

#ifdef __cplusplus
}
#endif
