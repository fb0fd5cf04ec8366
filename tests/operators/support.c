#include "support.h"

void count_release(void *context)
{
	++*(int *)context;
}

ct_library *scale_library(void)
{
	ct_library *library = NULL;

	OK(ct_library_new("test_c", &library));
	OK(ct_library_define(library, "scale(Tensor self, float factor=2) -> Tensor"));
	return library;
}

ct_tensor *leaf(float value)
{
	ct_tensor *tensor = number(value);

	CT_CHECK(ct_tensor_set_requires_grad(tensor, true));
	return tensor;
}

double gradient_of(const ct_tensor *tensor)
{
	ct_tensor *grad = NULL;
	double value;

	CT_CHECK(ct_tensor_grad(tensor, &grad));
	MUST(grad != NULL);
	value = value_of(grad);
	ct_tensor_free(grad);
	return value;
}
