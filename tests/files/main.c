#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		access_suite, generator_files_suite, grow_suite, mapped_suite, npy_read_suite,
		npy_write_suite, npy_wrong_suite, progress_suite, NULL });
}
