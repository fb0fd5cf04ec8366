#include "parts.h"

#include <ctorch/error.h>
#include <ctorch/ops.h>
#include <ctorch/tensor.h>

/* For the two dimensions of each compressed layout. */
static ct_error compressed_indices(const ct_tensor *tensor, struct parts *parts)
{
	const ct_layout layout = ct_tensor_layout(tensor);

	if (layout == CT_SPARSE_CSR || layout == CT_SPARSE_BSR) {
		CT_TRY(ct_crow_indices(tensor, &parts->tensors[parts->len]));
		parts->len++;
		CT_TRY(ct_col_indices(tensor, &parts->tensors[parts->len]));
	} else {
		CT_TRY(ct_ccol_indices(tensor, &parts->tensors[parts->len]));
		parts->len++;
		CT_TRY(ct_row_indices(tensor, &parts->tensors[parts->len]));
	}
	parts->len++;
	CT_TRY(ct_values(tensor, &parts->tensors[parts->len]));
	parts->len++;
	return NULL;
}

static ct_error collect(const ct_tensor *tensor, struct parts *parts)
{
	if (ct_tensor_is_nested(tensor))
		return NULL;
	switch (ct_tensor_layout(tensor)) {
	case CT_SPARSE_COO:
		CT_TRY(ct__indices(tensor, &parts->tensors[0]));
		parts->len = 1;
		CT_TRY(ct__values(tensor, &parts->tensors[1]));
		parts->len = 2;
		return NULL;
	case CT_SPARSE_CSR:
	case CT_SPARSE_CSC:
	case CT_SPARSE_BSR:
	case CT_SPARSE_BSC:
		return compressed_indices(tensor, parts);
	default:
		parts->tensors[0] = ct_tensor_keep(tensor);
		parts->len = 1;
		return NULL;
	}
}

ct_error parts_of(const ct_tensor *tensor, struct parts *result)
{
	ct_error error;

	*result = (struct parts){ 0 };
	error = collect(tensor, result);
	if (error)
		free_parts(result);
	return error;
}

void free_parts(struct parts *parts)
{
	for (int i = 0; i < parts->len; i++)
		ct_tensor_free(parts->tensors[i]);
	parts->len = 0;
}

int64_t parts_nbytes(const struct parts *parts)
{
	int64_t nbytes = 0;

	for (int i = 0; i < parts->len; i++)
		nbytes += ct_tensor_numel(parts->tensors[i]) *
			  ct_tensor_element_size(parts->tensors[i]);
	return nbytes;
}

void text_add_shape(struct text *text, const ct_tensor *tensor)
{
	if (ct_tensor_is_nested(tensor))
		text_add(text, "nested");
	else
		text_add_ints(text, ct_tensor_shape(tensor), ct_tensor_dim(tensor));
}
