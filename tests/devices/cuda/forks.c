/*
 * A child of a process that has used CUDA gets an error when it uses CUDA, and does not hang;
 * whatever it does on the CPU works.
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fake_cuda.h>

#include "fixture.h"

enum { SECONDS_FOR_A_CHILD = 5 };

static ct_error use_device(void)
{
	const float number = 1;
	ct_tensor *x;

	CT_SCOPE;
	CT_TRY(ct_tensor_from_data(&number, CT_FLOAT32, CT_L(1), &x));
	CT_E(to_device, x, CT_DEVICE_CUDA(0), CT_FLOAT32);
	CT_TRY(CT_DONE());
	return ct_device_synchronize(CT_DEVICE_CUDA(0));
}

static void check_child(void)
{
	ct_error error;

	alarm(SECONDS_FOR_A_CHILD); /* instead of hanging */
	for (int i = 0; i < 2; i++) {
		error = use_device();
		MUST(error);
		MUST(strstr(error, "initialization error"));
		MUST(ct_error_class_of(error) == CT_ERROR_ACCELERATOR);
		ct_error_free(error);
	}
	_exit(0);
}

int main(void)
{
	pid_t child;
	int status;

	CT_CHECK(ct_load_library(CTORCH_LIBTORCH_CUDA));
	CT_CHECK(use_device());
	child = fork();
	if (child == 0)
		check_child();
	MUST(child > 0);
	MUST(waitpid(child, &status, 0) == child);
	MUST(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CT_CHECK(use_device());
	return 0;
}
