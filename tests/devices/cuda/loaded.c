/*
 * What the environment and the functions of load.h have loaded: "not loaded, 0 devices" before, and
 * after ct_device_load(), or its error.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

static void print_state(void)
{
	printf("%s, %d devices\n",
	       ct_device_is_loaded(CT_DEVICE_TYPE_CUDA) ? "loaded" : "not loaded",
	       (int)ct_device_count(CT_DEVICE_TYPE_CUDA));
}

int main(void)
{
	ct_error error;

	print_state();
	error = ct_device_load(CT_DEVICE_TYPE_CUDA);
	if (error)
		puts(error);
	ct_error_free(error);
	print_state();
	error = ct_device_load(CT_DEVICE_TYPE_MPS);
	puts(error ? error : "no error");
	ct_error_free(error);
	return 0;
}
