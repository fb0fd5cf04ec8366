#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ loading_suite, copies_suite, engine_suite,
						     streams_suite, memory_suite, room_suite,
						     killed_suite, NULL });
}
