#include "summary_models.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ summary_suite, summary_unnoticed_suite,
						     dot_suite, NULL });
}
