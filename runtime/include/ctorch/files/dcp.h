/**
 * @file
 * Folders of torch.distributed.checkpoint (DCP), in which a checkpoint consists of parts that
 * several processes have written.
 *
 * A folder has a file `__R_N.distcp` of each rank R, and `.metadata`, which says which tensors and
 * values there are and where their parts, the **chunks**, are. Python's
 * `torch.distributed.checkpoint` reads what C writes, and C what Python writes; the numbers of
 * processes that save and load need not be the same.
 *
 * A state dict is flattened: nested dicts, and lists with tensors or dicts in them, become keys with
 * dots, such as `model.fc.weight`. Keys are texts or integers, which become texts, as in Python.
 *
 * Nothing in a file is executed. These functions need no other process: the functions of
 * ctorch/distributed/checkpoint.h call them in a group.
 */
#ifndef CTORCH_FILES_DCP_H
#define CTORCH_FILES_DCP_H

#include <ctorch/core/types.h>
#include <ctorch/files/save.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The part of a tensor that this process has: a box, whose size is that of the tensor in the state
 * dict. */
typedef struct ct_dcp_shard {
	const char *key; /**< of the tensor in the flattened state dict: "model.fc.weight" */
	ct_ints size;    /**< of the whole tensor */
	ct_ints offsets; /**< where the part begins, one number for each dimension */
} ct_dcp_shard;

/**
 * Exchanges values with the other processes: each calls it with a value of its own, and receives the
 * values of all of them. The values consist of dicts, lists, texts, numbers, dtypes and None.
 *
 * @param value   of this process, borrowed
 * @param result  a new list with the value of each process, in the order of their ranks
 */
typedef ct_error (*ct_dcp_exchange_function)(const ct_value *value, void *context,
					     ct_value *result);

/** Options of ct_dcp_save() and ct_dcp_load_into(); zeros are one process with whole tensors. */
typedef struct ct_dcp_options {
	/** The tensors of which this process has a part, `shards_len` of them; it has all of the
	 * others. */
	const ct_dcp_shard *shards CT_LENGTH(shards_len);
	int64_t shards_len; /**< number of `shards` */
	/** Called several times during the call, by all processes in the same order; NULL: this
	 * process is alone. */
	ct_dcp_exchange_function exchange;
	void *context;      /**< passed to `exchange` */
	int64_t rank;       /**< of this process; counts if there is an exchange */
	int64_t world_size; /**< the number of processes; likewise */
} ct_dcp_options;

/**
 * Loads a whole folder into a new value (ct_value_free()): a dict, nested as it was saved, with
 * whole tensors. Keys of dicts are texts. An empty dict or list was not saved, and a list whose
 * items were saved without the one before them has None there.
 *
 * Options:
 * - `map_location`, or `map`, which is called for each tensor (`saved` is the CPU): the device. With
 *   the meta device no tensor is read.
 * - `keys`: loads only the values with these flattened keys, and those below them; a key that
 *   selects none is a KeyError.
 * - `skip_unknown`, `skipped`, `state_dicts`: for values that are not tensors, as in ct_load().
 * - `mmap`: has no effect, as the parts are not aligned.
 *
 * @param path     the folder
 * @param options  NULL: the defaults
 * @return ValueError for a folder without `.metadata`, which was not finished; for a file that is
 *         damaged, cut off or missing parts; for chunks that overlap or leave holes; for objects of
 *         other classes than those of torch.distributed.checkpoint. RuntimeError with the system's
 *         text if a file cannot be read. NotImplementedError for parts that an extension of Python
 *         has compressed
 */
CT_API ct_error ct_dcp_load(const char *path, const ct_load_options *options CT_NULLABLE,
			    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Loads what a state dict has from a folder into it (torch.distributed.checkpoint.load()): tensors
 * are written to in place, so that those of a module's state dict change the module; other values
 * are replaced. Of a tensor in `shards` only its box is read, from whichever parts have it.
 *
 * Elements are converted to the dtype of the tensor. What the folder has besides is ignored.
 *
 * @param state  a dict. After an error its values are unchanged, but if a file is damaged inside or
 *               cannot be read, some of its tensors may be loaded
 * @return KeyError for a key that the folder does not have; ValueError for a tensor of another size;
 *         otherwise as ct_dcp_load(). With an exchange, an error of one process is an error of all
 */
CT_API ct_error ct_dcp_load_into(ct_value *state CT_INOUT, const char *path,
				 const ct_dcp_options *options CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * Saves a state dict in a folder (torch.distributed.checkpoint.save()). With an exchange, all
 * processes call it: each writes its part. What several processes have is written by one of them, so
 * that all write about as much, as Python distributes it. The boxes of a tensor must cover it.
 *
 * `.metadata` is written last, by rank 0. A folder that has a checkpoint gets the new one beside it
 * under other names, and the old one is removed when the new one is complete: after a crash or a
 * full disk there is the old or the new one. A new folder without `.metadata` is an unfinished one.
 *
 * Each tensor is copied in memory while it is written, one at a time.
 *
 * @param path  the folder, on a disk that all processes see; created if it does not exist
 * @return TypeError for a sparse, nested or quantized tensor, and as ct_save(); ValueError for boxes
 *         that overlap or leave holes, and for processes that disagree; RuntimeError with the
 *         system's text if a file cannot be written. An error of one process is an error of all
 */
CT_API ct_error ct_dcp_save(const ct_value *state, const char *path,
			    const ct_dcp_options *options CT_NULLABLE) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
