/*
 * The suites of the runtime.
 */
#ifndef RUNTIME_SUPPORT_H
#define RUNTIME_SUPPORT_H

#include "testing.h"

/* The caller's handle is the last on the tensor, which counted() has made. */
#define FREES_LAST(tensor, deleted)           \
	do {                                  \
		ck_assert_int_eq(deleted, 0); \
		ct_tensor_free(tensor);       \
		ck_assert_int_eq(deleted, 1); \
	} while (0)

Suite *arguments_suite(void);
Suite *errors_suite(void);
Suite *gc_suite(void);
Suite *gc_nested_suite(void);
Suite *gc_pending_suite(void);
Suite *gc_threads_suite(void);
Suite *generators_suite(void);
Suite *left_open_suite(void);
Suite *memory_counts_suite(void);
Suite *memory_lines_suite(void);
Suite *memory_reports_suite(void);
Suite *memory_tracking_suite(void);
Suite *ownership_suite(void);
Suite *release_chains_suite(void);
Suite *results_suite(void);
Suite *scalars_suite(void);
Suite *scope_adopted_suite(void);
Suite *scope_blocks_suite(void);
Suite *scope_closes_suite(void);
Suite *scope_deleters_suite(void);
Suite *scope_equal_suite(void);
Suite *scope_many_suite(void);
Suite *scope_results_suite(void);
Suite *scope_threads_suite(void);
Suite *scopes_suite(void);
Suite *storages_suite(void);
Suite *tensors_suite(void);
Suite *versions_suite(void);

#endif
