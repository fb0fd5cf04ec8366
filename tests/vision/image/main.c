#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		write_suite, read_suite, grid_suite, heat_map_suite, jpeg_suite, data_suite,
		archive_suite, errors_suite, formats_suite, NULL });
}
