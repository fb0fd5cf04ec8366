#include "index_cases.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ index_cases_suite, index_parts_suite,
						     index_suite, index_text_suite, NULL });
}
