#include "hostile.h"
#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		formats_suite, killed_suite, kind_suite, modules_suite, module_files_suite,
		options_suite, read_suite, write_suite, wrong_modules_suite, wrong_names_suite,
		wrong_suite, wrong_tensors_suite, wrong_zip_suite, wrong_zip_end_suite,
		wrong_legacy_suite, wrong_bombs_suite, NULL });
}
