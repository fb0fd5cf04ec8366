#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ options_suite, read_suite, shards_suite,
						     shards_wrong_suite, write_suite,
						     write_wrong_suite, wrong_suite, NULL });
}
