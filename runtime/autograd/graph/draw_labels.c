/*
 * Drawing graphs: what the kinds of drawings write in the same way.
 */
#include <ctorch/tensor/tensor.h>

#include "autograd/graph/walk.h"

const char *ct_graph_name(const ct_graph_options *options, const ct_tensor *tensor)
{
	for (int64_t i = 0; i < options->named_len; i++)
		if (options->named[i] == tensor)
			return options->names[i];
	return NULL;
}

void ct_graph_write_shape(const ct_tensor *tensor, FILE *stream)
{
	const int64_t *shape = ct_tensor_shape(tensor);
	const char *before = "(";

	if (shape == NULL && ct_tensor_dim(tensor) != 0) {
		fputs("(nested)", stream);
		return;
	}
	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++) {
		fprintf(stream, "%s%lld", before, (long long)shape[i]);
		before = ", ";
	}
	fputs(ct_tensor_dim(tensor) > 0 ? ")" : "()", stream);
}
