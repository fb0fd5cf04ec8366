/*
 * A program that CT_CHECK() ends with the error named by its argument, for gives_up.sh.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	const int64_t shape[] = { 2, 3 };
	ct_tensor *matrix;

	CT_CHECK(ct_tensor_zeros(shape, 2, NULL, &matrix));
	printf("so far, so good\n");
	if (strcmp(how, "backtrace") == 0)
		ct_error_set_backtrace(true);
	if (strcmp(how, "argument") == 0)
		CT_CHECK(ct_relu(NULL, NULL)); /* line 20: gives_up.sh */
	else if (strcmp(how, "nameless") == 0)
		CT_CHECK(ct_error_new(CT_ERROR_VALUE, NULL, "%d is odd", 3)); /* line 22 */
	else if (strcmp(how, "internal") == 0)
		CT_CHECK(ct_error_new(CT_ERROR_INTERNAL, "ct_mm", "assert failed")); /* line 24 */
	else if (*how)
		CT_CHECK(ct_mm(matrix, matrix, NULL)); /* line 26 */
	ct_tensor_free(matrix);
	printf("to the end\n");
	return 0;
}
