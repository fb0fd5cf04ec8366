#include "parts.h"

#include <stdlib.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

enum { MAX_SPARSE = 3 };

static void make_room(struct parts *parts)
{
	parts->tensors = need_memory(NULL, MAX_SPARSE * sizeof(ct_tensor *));
	for (int i = 0; i < MAX_SPARSE; i++)
		parts->tensors[i] = NULL;
}

static ct_error collect_compressed(const ct_tensor *tensor, struct parts *parts)
{
	const ct_layout layout = ct_tensor_layout(tensor);

	parts->len = 3;
	parts->indices = 2;
	if (layout == CT_SPARSE_CSR || layout == CT_SPARSE_BSR) {
		CT_TRY(ct_crow_indices(tensor, &parts->tensors[0]));
		CT_TRY(ct_col_indices(tensor, &parts->tensors[1]));
	} else {
		CT_TRY(ct_ccol_indices(tensor, &parts->tensors[0]));
		CT_TRY(ct_row_indices(tensor, &parts->tensors[1]));
	}
	return ct_values(tensor, &parts->tensors[2]);
}

static ct_error collect_coordinates(const ct_tensor *tensor, struct parts *parts)
{
	parts->len = 2;
	parts->indices = 1;
	CT_TRY(ct__indices(tensor, &parts->tensors[0]));
	return ct__values(tensor, &parts->tensors[1]);
}

static ct_error collect_components(const ct_tensor *tensor, struct parts *parts)
{
	ct_tensor **components;

	CT_TRY(ct_unbind_int(tensor, 0, &components, &parts->len));
	parts->tensors = need_memory(NULL, (size_t)parts->len * sizeof(ct_tensor *));
	for (int64_t i = 0; i < parts->len; i++) {
		parts->tensors[i] = components[i];
		components[i] = NULL;
	}
	ct_tensors_free(components, parts->len);
	return NULL;
}

static ct_error collect(const ct_tensor *tensor, struct parts *parts)
{
	if (ct_tensor_is_nested(tensor))
		return collect_components(tensor, parts);
	make_room(parts);
	switch (ct_tensor_layout(tensor)) {
	case CT_SPARSE_COO:
		return collect_coordinates(tensor, parts);
	case CT_SPARSE_CSR:
	case CT_SPARSE_CSC:
	case CT_SPARSE_BSR:
	case CT_SPARSE_BSC:
		return collect_compressed(tensor, parts);
	default:
		parts->len = 1;
		parts->tensors[0] = ct_tensor_retain(tensor);
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
	for (int64_t i = 0; i < parts->len; i++)
		ct_tensor_free(parts->tensors[i]);
	free(parts->tensors);
	*parts = (struct parts){ 0 };
}

int64_t parts_nbytes(const struct parts *parts)
{
	int64_t nbytes = 0;

	for (int64_t i = 0; i < parts->len; i++)
		nbytes = add_up(nbytes, multiply(ct_tensor_numel(parts->tensors[i]),
						 ct_tensor_element_size(parts->tensors[i])));
	return nbytes;
}

struct layout_names layout_names(const ct_tensor *tensor)
{
	static const struct layout_names names[] = {
		[CT_STRIDED] = { "strided", "strided" },
		[CT_SPARSE_COO] = { "sparse_coo", "sparse COO" },
		[CT_SPARSE_CSR] = { "sparse_csr", "sparse CSR" },
		[CT_SPARSE_CSC] = { "sparse_csc", "sparse CSC" },
		[CT_SPARSE_BSR] = { "sparse_bsr", "sparse BSR" },
		[CT_SPARSE_BSC] = { "sparse_bsc", "sparse BSC" },
	};
	const ct_layout layout = ct_tensor_layout(tensor);

	if (ct_tensor_is_nested(tensor))
		return (struct layout_names){ "nested", "nested" };
	if (layout < 0 || (size_t)layout >= sizeof names / sizeof *names || !names[layout].name)
		return (struct layout_names){ "other", "other layout" };
	return names[layout];
}

void text_add_shape(struct text *text, const ct_tensor *tensor)
{
	if (ct_tensor_is_nested(tensor))
		text_add(text, "nested");
	else
		text_add_ints(text, ct_tensor_shape(tensor), ct_tensor_dim(tensor));
}
