/*
 * Inside the library: who saves what.
 */
#ifndef CT_FILES_DCP_PLAN_H
#define CT_FILES_DCP_PLAN_H

#include "files/dcp/folder.h"

/* What a process has, for the others: a new list. An error for a tensor that cannot be saved. */
ct_error ct_dcp_describe(const struct ct_dcp_leaves *leaves, ct_value *result) CT_WARN_UNUSED;

/* From what all processes have, in the order of their ranks, the entries of the checkpoint and the
 * writer of each chunk: the same on all processes. An error if they disagree, or if the chunks do not
 * cover the tensors. */
ct_error ct_dcp_plan(struct ct_dcp_folder *folder, const ct_value *described) CT_WARN_UNUSED;

#endif
