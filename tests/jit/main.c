#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ files_suite, calls_suite, parts_suite,
						     making_suite, tracing_suite, threads_suite,
						     NULL });
}
