#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		order_suite, datasets_suite, collate_suite, files_suite, large_suite, loader_suite,
		workers_suite, state_suite, tensor_files_suite, callbacks_suite, NULL });
}
