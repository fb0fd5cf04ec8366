/**
 * @file
 * Collectives of values: dicts, lists, texts, numbers and, on request, tensors.
 *
 * Values travel as Python's functions of the same names send objects: their sizes first, then their
 * bytes, so that the ranks may be in both languages. The bytes are a pickle, which is read without
 * executing anything: an object of a class of Python is an error that names it. With `weights_only`
 * in the options they are those of torch.save() instead, and may contain tensors; the ranks in
 * Python then say `weights_only=True`. A value that arrives is read in either form.
 *
 * All functions wait. A value that cannot be sent or read is a TypeError or ValueError on this rank
 * alone: one that cannot be sent makes the other ranks wait.
 */
#ifndef CTORCH_DISTRIBUTED_OBJECT_H
#define CTORCH_DISTRIBUTED_OBJECT_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/collective.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_OBJECT_LIBRARY "ctorch_distributed"

/** Sends the value of each rank to all ranks (torch.distributed.all_gather_object()): `*result` is a
 * new list (ct_value_free()), in the order of the ranks in the group. */
CT_API ct_error ct_dist_all_gather_object(const ct_value *value,
					  const ct_dist_options *options CT_NULLABLE,
					  ct_value *result CT_NOT_NULL)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sends the value of each rank to one of them (torch.distributed.gather_object()): `*result` is a
 * new list on the rank `destination`, None on the others. */
CT_API ct_error ct_dist_gather_object(const ct_value *value, int64_t destination,
				      const ct_dist_options *options CT_NULLABLE,
				      ct_value *result CT_NOT_NULL)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sends the values of the rank `source` to all ranks (torch.distributed.broadcast_object_list()).
 * On each rank `list` is a list of as many values, which are replaced on the others. */
CT_API ct_error ct_dist_broadcast_object_list(ct_value *list CT_INOUT, int64_t source,
					      const ct_dist_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sends one value of the rank `source` to each rank (torch.distributed.scatter_object_list()).
 *
 * @param list    on the rank `source` a list of a value for each rank of the group; ignored on the
 *                others, where it may be NULL
 * @param result  new: ct_value_free() */
CT_API ct_error ct_dist_scatter_object_list(const ct_value *list CT_NULLABLE, int64_t source,
					    const ct_dist_options *options CT_NULLABLE,
					    ct_value *result CT_NOT_NULL)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sends a list of values to the rank `destination`, which calls ct_dist_recv_object_list()
 * (torch.distributed.send_object_list()). */
CT_API ct_error ct_dist_send_object_list(const ct_value *list, int64_t destination,
					 const ct_dist_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Receives a list of values from the rank `source` (torch.distributed.recv_object_list()). `list`
 * is a list of as many values, which are replaced. */
CT_API ct_error ct_dist_recv_object_list(ct_value *list CT_INOUT, int64_t source,
					 const ct_dist_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
