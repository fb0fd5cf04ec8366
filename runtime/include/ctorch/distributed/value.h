/**
 * @file
 * Groups, operations and works as values, for operators called by name: those of `c10d::`, which are
 * what the functions of collective.h call, take a group as an object and return a work as one.
 *
 *     ct_value arguments[6], results[2];   // of c10d::allreduce_: the tensors, and the work
 *     ct_dist_work *work;
 *
 *     arguments[0] = ct_value_tensors(CT_TENSORS(x));
 *     CT_TRY(ct_dist_group_to_value(NULL, &arguments[1]));
 *     CT_TRY(ct_dist_op_to_value(CT_DIST_SUM, &arguments[2]));
 *     arguments[3] = ct_value_none();      // no sparse indices
 *     arguments[4] = ct_value_bool(true);  // asynchronous
 *     arguments[5] = ct_value_int(-1);     // the group's timeout
 *     CT_TRY(ct_call("c10d::allreduce_", arguments, 6, results, 2));
 *     CT_TRY(ct_dist_work_from_value(&results[1], NULL, &work));
 *     CT_TRY(ct_dist_work_wait(work, 0));
 *     ct_dist_work_free(work);
 *     ct_values_free(arguments, 6);
 *     ct_values_free(results, 2);
 *
 * The values are of the kind CT_VALUE_OBJECT: ct_value_free() releases the reference of a value,
 * ct_value_copy() makes another, and ct_value_to_string() shows the class.
 */
#ifndef CTORCH_DISTRIBUTED_VALUE_H
#define CTORCH_DISTRIBUTED_VALUE_H

#include <ctorch/core/error.h>
#include <ctorch/distributed/collective.h>
#include <ctorch/distributed/group.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_VALUE_LIBRARY "ctorch_distributed"

/** Returns a group as a value (an object of the class c10d.ProcessGroup): `*result` is new
 * (ct_value_free()) and stays valid when the group is freed. Free it before ct_dist_destroy():
 * libtorch's group lives as long as its last reference. ValueError if this process is not in the
 * group. */
CT_API ct_error ct_dist_group_to_value(const ct_dist_group *self CT_NULLABLE,
				       ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns an operation as a value (an object of the class c10d.ReduceOp): `*result` is new
 * (ct_value_free()). */
CT_API ct_error ct_dist_op_to_value(ct_dist_op op, ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Returns the work that an operator of `c10d::` has returned as a value (an object of the class
 * c10d.Work). Errors of ct_dist_work_wait() say "call by name".
 *
 * @param value   borrowed; it may be freed before the work
 * @param group   of the call, for errors; NULL: the default group. The call ends by its own timeout
 * @param result  new: ct_dist_work_free(). ct_dist_work_results() has nothing: the tensors are among
 *                the results of the operator
 * @return TypeError for any other value
 */
CT_API ct_error ct_dist_work_from_value(const ct_value *value,
					const ct_dist_group *group CT_NULLABLE,
					ct_dist_work **result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
