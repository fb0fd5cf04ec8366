#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ loading_suite, copies_suite, operators_suite,
						     training_suite, engine_suite, streams_suite,
						     memory_suite, room_suite, random_suite,
						     optim_suite, exported_suite, NULL });
}
