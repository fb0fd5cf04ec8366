#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		tensors_suite, storages_suite, convert_suite, lists_suite, factories_suite,
		items_suite, elements_suite, element_data_suite, storage_use_suite, NULL });
}
