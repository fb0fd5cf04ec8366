/**
 * @file
 * Checkpoints of a group: one in parts, of which each rank writes and reads its own, and one file
 * that a single rank writes.
 *
 * All ranks of the group call the same function. An error of one rank is an error of all of them,
 * except in ct_dist_train_load().
 * ctorch/files/dcp.h describes the folders; one process loads them with ct_load().
 */
#ifndef CTORCH_DISTRIBUTED_CHECKPOINT_H
#define CTORCH_DISTRIBUTED_CHECKPOINT_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/group.h>
#include <ctorch/files/dcp.h>
#include <ctorch/operators/value.h>
#include <ctorch/train/train.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_CHECKPOINT_LIBRARY "ctorch_distributed"

/** Options of ct_dist_checkpoint_save() and ct_dist_checkpoint_load(); zeros are the default group
 * and whole tensors. */
typedef struct ct_dist_checkpoint_options {
	const ct_dist_group *group; /**< NULL: the default group */
	/** The tensors of which this rank has a part, `shards_len` of them; it has all of the
	 * others. */
	const ct_dcp_shard *shards CT_LENGTH(shards_len);
	int64_t shards_len; /**< number of `shards` */
} ct_dist_checkpoint_options;

/**
 * Saves a state dict in a folder (torch.distributed.checkpoint.save()), as ct_dcp_save(): each rank
 * writes what only it has, and its share of what several have.
 *
 * @param path  the same on all ranks, on a disk that all of them see
 */
CT_API ct_error ct_dist_checkpoint_save(const ct_value *state, const char *path,
					const ct_dist_checkpoint_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Loads a folder into a state dict (torch.distributed.checkpoint.load()), as ct_dcp_load_into():
 * each rank reads what it needs. The number of ranks may be another one than when it was saved. */
CT_API ct_error ct_dist_checkpoint_load(ct_value *state CT_INOUT, const char *path,
					const ct_dist_checkpoint_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Saves a run as ct_train_save(), by the first rank of the group, and returns when the file is
 * complete. Unless `no_random`, it also has the states of the random number generators of all ranks,
 * "rank_rng_states". All ranks load it with ct_dist_train_load().
 *
 * @param state  on the first rank what is saved; ignored on the others, where it may be NULL
 * @param group  NULL: the default group
 * @return the error of the first rank on all of them, which names that rank
 */
CT_API ct_error ct_dist_train_save(const ct_train_state *state CT_NULLABLE, const char *path,
				   const ct_dist_group *group CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Saves a run as a folder, as ct_dist_checkpoint_save(): the ranks share the writing of the model and
 * of the optimizer's state. A divided optimizer (zero.h) need not be consolidated: each rank writes its
 * part. All else is the first rank's. If a rank is killed meanwhile, the old checkpoint remains.
 *
 * The folder has the keys of ct_train_save(), and "rank_rng_states.0", ... for the random number
 * generators of each rank, unless `no_random`. Python's torch.distributed.checkpoint.load() reads the
 * model's and the optimizer's state dicts from it.
 *
 * @param path   the same on all ranks, on a disk that all of them see
 * @param group  NULL: the default group
 * @return an error of one rank on all of them. NULL and an optimizer that cannot be saved are errors of
 *         that rank alone; the others wait until the timeout.
 */
CT_API ct_error ct_dist_train_save_sharded(const ct_train_state *state, const char *path,
					   const ct_dist_group *group CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Loads such a file or folder as ct_train_load(), and unless `no_random` the states of this rank's
 * random number generators: a run of as many ranks computes the same numbers as an uninterrupted one. A
 * rank that the checkpoint lacks, as there were fewer, draws on from where it is. A file of
 * ct_train_save() has the same states for all. Each rank reads all of it by itself, and has its own
 * errors.
 */
CT_API ct_error ct_dist_train_load(ct_train_state *state CT_INOUT, const char *path,
				   const ct_dist_group *group CT_NULLABLE) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
