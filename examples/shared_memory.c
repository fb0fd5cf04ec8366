/*
 * A tensor shared by two processes.
 *
 *   shared_memory            shares a tensor, starts itself again as the second process, and shows
 *                            what that one has done to it
 *   shared_memory HANDLE     is the second process
 */
#include <ctorch/ctorch.h>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The second process: both see what it writes. */
static ct_error square(const char *handle)
{
	CT_SCOPE;
	ct_tensor *tensor;

	CT_TRY(ct_tensor_open_shared(handle, &tensor));
	return ct_square_(tensor, NULL);
}

/* Starts `program handle` and waits for its end. It must be a new program: libtorch's threads do
 * not survive a fork. */
static int run(const char *program, const char *handle)
{
	pid_t child = fork();
	int status = 1;

	if (child == 0) {
		execl(program, program, handle, (char *)NULL);
		_exit(127);
	}
	waitpid(child, &status, 0);
	return status;
}

static ct_error share(const char *program)
{
	CT_SCOPE;
	ct_tensor *tensor;
	char *handle;
	int status;

	CT_TRY(ct_arange(ct_scalar_int(6), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			 &tensor));
	CT_TRY(ct_tensor_share_memory(tensor));
	CT_TRY(ct_tensor_shared_handle(tensor, &handle));
	/* Keep the tensor until the other process has opened it: here, until that has ended. */
	status = run(program, handle);
	ct_free(handle);
	if (status != 0)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "the second process failed");
	for (int i = 0; i < 6; i++)
		printf("%lld ", (long long)((const int64_t *)ct_tensor_data(tensor))[i]);
	printf("\n");
	return NULL;
}

int main(int argc, char **argv)
{
	CT_CHECK(argc > 1 ? square(argv[1]) : share(argv[0]));
	return 0;
}
