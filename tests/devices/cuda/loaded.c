/*
 * What the environment and the functions of load.h have loaded: "not loaded, 0 devices" before, and
 * after ct_device_load(), or its error. With an argument, after a backward on the CPU; a second one is
 * the path of the library, which ct_load_library() loads then. With "why" only why CUDA is unavailable.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>

static void print_state(void)
{
	printf("%s, %d devices\n",
	       ct_device_is_loaded(CT_DEVICE_TYPE_CUDA) ? "loaded" : "not loaded",
	       (int)ct_device_count(CT_DEVICE_TYPE_CUDA));
}

static ct_error run_backward(void)
{
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(2));
	CT_TRY(CT_DONE());
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	return ct_tensor_backward(CT_E(sum, x));
}

static int print_reason(void)
{
	char *why;

	CT_CHECK(ct_cuda_why_unavailable(&why));
	puts(why ? why : "it is available");
	ct_free(why);
	return 0;
}

int main(int argc, char **argv)
{
	ct_error error;

	if (argc > 1 && strcmp(argv[1], "why") == 0)
		return print_reason();
	if (argc > 1)
		CT_CHECK(run_backward());
	print_state();
	error = argc > 2 ? ct_load_library(argv[2]) : ct_device_load(CT_DEVICE_TYPE_CUDA);
	if (error)
		puts(error);
	ct_error_free(error);
	print_state();
	error = ct_device_load(CT_DEVICE_TYPE_MPS);
	puts(error ? error : "no error");
	ct_error_free(error);
	return 0;
}
