/* A program as a user of the installed library would write it; valid C99 and C++11. */
#include <ctorch/ctorch.h>

#include <stdio.h>

int main(void)
{
	const float values[] = { 1, 2, 3, 4, 5, 6 };
	const int64_t shape[] = { 2, 3 };
	ct_tensor *a = NULL, *b = NULL, *sum = NULL, *refused = NULL;
	double total = 0;
	ct_error error;

	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, CT_INTS_OF(shape, 2), &a));
	CT_CHECK(ct_add_Tensor(a, a, ct_scalar_int(1), &b));
	CT_CHECK(ct_sum(b, CT_DTYPE_NONE, &sum));
	CT_CHECK(ct_tensor_item_double(sum, &total));
	error = ct_mm(a, a, &refused);
	printf("ctorch %s, libtorch %s, sum %g, mm: %s\n", ct_version(), ct_libtorch_version(),
	       total, error ? error : "no error");
	if (total != 42 || !error || refused)
		return 1;
	ct_error_free(error);
	ct_tensor_free(sum);
	ct_tensor_free(b);
	ct_tensor_free(a);
	return 0;
}
