/*
 * Runs in one file: the states of the random number generators of all ranks.
 */
#pragma once

#include <ctorch/distributed/group.h>
#include <ctorch/operators/value.h>
#include <ctorch/train/train.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Collects the states of all ranks on one: a new list there, None on the others. All ranks call it. */
ct_error ct_dist_gather_random(const ct_dist_group *group, int64_t to, ct_value *result);

/* Saves a run as ct_train_save(), with that list. */
ct_error ct_dist_save_run(const ct_train_state *state, const ct_value *random, const char *path);

#ifdef __cplusplus
}
#endif
