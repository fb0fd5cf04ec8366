#include "support.h"

bool storage_is_shared(const ct_tensor *of)
{
	ct_storage *storage = NULL;
	bool result;

	OK(ct_tensor_storage(of, &storage));
	result = ct_storage_is_shared(storage);
	ct_storage_free(storage);
	return result;
}

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		access_suite, dlpack_give_suite, dlpack_take_suite, grow_suite, mapped_suite,
		npy_read_suite, npy_write_suite, npy_wrong_suite, shared_suite,
		shared_handles_suite, shared_processes_suite, NULL });
}
