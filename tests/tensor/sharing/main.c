#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		dlpack_give_suite, dlpack_take_suite, dlpack_layout_suite, shared_suite,
		shared_handles_suite, shared_processes_suite, NULL });
}
