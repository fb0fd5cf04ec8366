/*
 * The suites of handles and what owns them.
 */
#ifndef MEMORY_SUPPORT_H
#define MEMORY_SUPPORT_H

#include "testing.h"

Suite *gc_suite(void);
Suite *gc_nested_suite(void);
Suite *gc_pending_suite(void);
Suite *gc_threads_suite(void);
Suite *growth_suite(void);
Suite *left_open_suite(void);
Suite *memory_counts_suite(void);
Suite *memory_lines_suite(void);
Suite *memory_reports_suite(void);
Suite *memory_tracking_suite(void);
Suite *ownership_suite(void);
Suite *release_chains_suite(void);
Suite *scope_adopted_suite(void);
Suite *scope_blocks_suite(void);
Suite *scope_closes_suite(void);
Suite *scope_defer_suite(void);
Suite *scope_deleters_suite(void);
Suite *scope_equal_suite(void);
Suite *scope_many_suite(void);
Suite *scope_objects_suite(void);
Suite *scope_results_suite(void);
Suite *scope_threads_suite(void);
Suite *scopes_suite(void);
Suite *unscoped_suite(void);

#endif
