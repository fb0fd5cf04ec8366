#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		random_suite, generators_suite, generator_states_suite, generator_refusals_suite,
		devices_suite, default_device_suite, settings_suite, flags_suite, warnings_suite,
		NULL });
}
