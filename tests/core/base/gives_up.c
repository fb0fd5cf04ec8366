/*
 * A program that CT_CHECK(), or a signal, ends as its argument says, for gives_up.sh.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

static void crash(const char *how)
{
	int *volatile nowhere = NULL;

	ct_process_explain_crashes();
	ct_process_explain_crashes();
	fflush(stdout);
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "sent fault") == 0)
		raise(SIGSEGV);
	*nowhere = 1;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	const int64_t shape[] = { 2, 3 };
	ct_tensor *matrix;

	CT_CHECK(ct_tensor_zeros(CT_INTS_OF(shape, 2), NULL, &matrix));
	printf("so far, so good\n");
	if (strcmp(how, "backtrace") == 0)
		ct_error_set_backtrace_enabled(true);
	if (strcmp(how, "argument") == 0)
		CT_CHECK(ct_relu(NULL, NULL)); /* line 36: gives_up.sh */
	else if (strcmp(how, "nameless") == 0)
		CT_CHECK(ct_error_new(CT_ERROR_VALUE, NULL, "%d is odd", 3)); /* line 38 */
	else if (strcmp(how, "internal") == 0)
		CT_CHECK(ct_error_new(CT_ERROR_INTERNAL, "ct_mm", "assert failed")); /* line 40 */
	else if (strcmp(how, "abort") == 0 || strstr(how, "fault"))
		crash(how);
	else if (*how)
		CT_CHECK(ct_mm(matrix, matrix, NULL)); /* line 44 */
	ct_tensor_free(matrix);
	printf("to the end\n");
	return 0;
}
