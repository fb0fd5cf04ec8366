/*
 * A program that ends with tensors alive, or without, for leaks.sh.
 *
 * usage: leaks WORD...
 *   call     ask for the report with ct_memory_report_leaks_at_exit(), twice
 *   make     make some tensors
 *   free     free them
 *   later    give them to ct_tensor_free_later()
 *   step     make one in a step that is never finished
 *   scope    make one in a scope "of leaks" that is never closed
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
	tensors[2] = ct_tensor_retain(tensors[0]);
}

static void call(void)
{
	CT_CHECK(ct_memory_report_leaks_at_exit());
	CT_CHECK(ct_memory_report_leaks_at_exit());
}

static void make_one(void)
{
	CT_CHECK(ct_ones((const int64_t[]){ 5 }, 1, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			 &(ct_tensor *){ NULL }));
}

static void do_it(const char *word)
{
	if (strcmp(word, "call") == 0) {
		call();
	} else if (strcmp(word, "make") == 0) {
		make();
	} else if (strcmp(word, "free") == 0) {
		for (int i = 0; i < 3; i++)
			ct_tensor_free(tensors[i]);
	} else if (strcmp(word, "later") == 0) {
		for (int i = 0; i < 3; i++)
			ct_tensor_free_later(tensors[i]);
	} else if (strcmp(word, "step") == 0) {
		CT_CHECK(ct_gc());
		make_one();
	} else if (strcmp(word, "scope") == 0) {
		ct_scope_open_named("of leaks");
		make_one();
	} else if (strcmp(word, "report") == 0) {
		CT_CHECK(ct_memory_report(NULL));
	} else if (strcmp(word, "_exit") == 0) {
		_exit(0);
	} else {
		_exit(2);
	}
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		do_it(argv[i]);
	return 0;
}
