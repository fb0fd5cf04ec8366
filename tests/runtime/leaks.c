/*
 * A program that ends with tensors alive, or without, for leaks.sh.
 *
 * usage: leaks WORD...
 *   call     ask for the report with ct_memory_report_leaks_at_exit(), twice
 *   make     make some tensors
 *   free     free them
 *   step     make one in a step that is never finished
 *   report   write the report to stderr, as the default of ct_memory_report()
 *   _exit    end without exit()
 */
#include <string.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

static ct_tensor *tensors[3];

static void make(void)
{
	const int64_t shape[] = { 2, 3 };

	for (int i = 0; i < 2; i++)
		CT_CHECK(ct_zeros(shape, 2, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				  &tensors[i]));
	tensors[2] = ct_tensor_keep(tensors[0]);
}

static void call(void)
{
	CT_CHECK(ct_memory_report_leaks_at_exit());
	CT_CHECK(ct_memory_report_leaks_at_exit());
}

static void make_in_step(void)
{
	CT_CHECK(ct_gc());
	CT_CHECK(ct_ones((const int64_t[]){ 5 }, 1, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			 &(ct_tensor *){ NULL }));
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "call") == 0)
			call();
		else if (strcmp(argv[i], "make") == 0)
			make();
		else if (strcmp(argv[i], "step") == 0)
			make_in_step();
		else if (strcmp(argv[i], "report") == 0)
			CT_CHECK(ct_memory_report(NULL));
		else if (strcmp(argv[i], "_exit") == 0)
			_exit(0);
		else if (strcmp(argv[i], "free") == 0)
			for (int j = 0; j < 3; j++)
				ct_tensor_free(tensors[j]);
		else
			return 2;
	}
	return 0;
}
