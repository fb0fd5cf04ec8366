/*
 * A tensor on a device that two processes share: the second one sees what the first has written,
 * and the first what the second has. Values are copied, since kernels of the fake write nothing.
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctorch/cuda.h>

#include <fake_cuda.h>

#include "fixture.h"
#include "pipes.h"

enum { SECONDS = 60, COUNT = 6 };

static const float first[COUNT] = { 1, 2, 3, 4, 5, 6 }, second[COUNT] = { 9, 8, 7, 6, 5, 4 };

static ct_error copy_from_host(const float *numbers, ct_tensor *to)
{
	ct_tensor *x;

	CT_SCOPE;
	CT_TRY(ct_tensor_from_data(numbers, CT_FLOAT32, CT_L(2, 3), &x));
	CT_TRY(ct_copy_(to, x, false, NULL));
	return ct_device_synchronize(CT_DEVICE_CUDA(1));
}

static ct_error check_numbers(const ct_tensor *on_device, const float *numbers)
{
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(contiguous, CT_E(to_device, on_device, CT_DEVICE_CPU, CT_FLOAT32));
	CT_TRY(CT_DONE());
	MUST(memcmp(ct_tensor_data(x), numbers, sizeof first) == 0);
	return NULL;
}

static ct_error use_in_child(int from, int to)
{
	char bytes[4096];
	int64_t nbytes;
	ct_tensor *x;

	CT_SCOPE;
	receive_bytes(from, &nbytes, sizeof nbytes);
	receive_bytes(from, bytes, (size_t)nbytes);
	CT_TRY(ct_cuda_ipc_decode(bytes, nbytes, &x));
	MUST(ct_tensor_device(x).index == 1 && ct_tensor_dim(x) == 2 && ct_tensor_size(x, 1) == 3);
	CT_TRY(check_numbers(x, first));
	CT_TRY(copy_from_host(second, x));
	send_bytes(to, "", 1);
	return NULL;
}

static ct_error check_damaged(char *bytes, int64_t nbytes)
{
	ct_tensor *x;

	for (int64_t n = 0; n < nbytes; n += 7) {
		ct_error error = ct_cuda_ipc_decode(bytes, n, &x);

		MUST(ct_error_class_of(error) == CT_ERROR_VALUE);
		ct_error_free(error);
	}
	return NULL;
}

static ct_error use_in_parent(int from, int to)
{
	ct_tensor *whole, *x;
	int64_t nbytes;
	char *bytes, answer;

	CT_SCOPE;
	/* A part of a larger tensor. */
	whole = CT_E(zeros, CT_L(5, 3), .device = CT_DEVICE_CUDA(1));
	x = CT_E(narrow, whole, 0, 2, 2);
	CT_TRY(CT_DONE());
	CT_TRY(copy_from_host(first, x));
	CT_TRY(ct_cuda_ipc_encode(x, &bytes, &nbytes));
	CT_TRY(check_damaged(bytes, nbytes));
	send_bytes(to, &nbytes, sizeof nbytes);
	send_bytes(to, bytes, (size_t)nbytes);
	receive_bytes(from, &answer, 1);
	return check_numbers(x, second);
}

int main(void)
{
	int there[2], back[2], status;
	pid_t child;

	fake_cuda_set_device_count(2);
	alarm(SECONDS); /* instead of hanging */
	MUST(pipe(there) == 0 && pipe(back) == 0);
	/* Before either uses CUDA. */
	child = fork();
	if (child == 0) {
		CT_CHECK(use_in_child(there[0], back[1]));
		return 0;
	}
	MUST(child > 0);
	CT_CHECK(use_in_parent(back[0], there[1]));
	MUST(waitpid(child, &status, 0) == child);
	MUST(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return 0;
}
