/*
 * Shapes as Python prints them.
 */
#include <inttypes.h>

#include <ctorch/tensor/tensor.h>

#include "tensor/printing/printing.h"

void ct_add_shape(struct ct_text *text, const ct_tensor *self, const char *lone_comma,
		  const char brackets[2])
{
	const int64_t dim = ct_tensor_dim(self), *shape = ct_tensor_shape(self);

	ct_text_add_bytes(text, brackets, 1);
	for (int64_t i = 0; i < dim; i++)
		ct_text_addf(text, "%s%" PRId64, i > 0 ? ", " : "", shape[i]);
	if (dim == 1)
		ct_text_add(text, lone_comma);
	ct_text_add_bytes(text, brackets + 1, 1);
}
