#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ ownership_suite,
						     release_chains_suite,
						     scopes_suite,
						     scope_adopted_suite,
						     scope_results_suite,
						     scope_equal_suite,
						     scope_blocks_suite,
						     scope_closes_suite,
						     scope_defer_suite,
						     scope_deleters_suite,
						     scope_many_suite,
						     scope_objects_suite,
						     scope_threads_suite,
						     unscoped_suite,
						     left_open_suite,
						     gc_suite,
						     gc_nested_suite,
						     gc_pending_suite,
						     gc_threads_suite,
						     memory_counts_suite,
						     memory_tracking_suite,
						     memory_reports_suite,
						     memory_lines_suite,
						     growth_suite,
						     NULL });
}
