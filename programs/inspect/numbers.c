#include "numbers.h"

#include <stdlib.h>

#include <ctorch/dtype.h>
#include <ctorch/error.h>
#include <ctorch/element.h>
#include <ctorch/ops.h>
#include <ctorch/tensor.h>

#include "text.h"

struct reading {
	enum kind kind;
	int len;
	struct numbers *numbers;
	use_numbers use;
	void *context;
};

enum kind kind_of(ct_dtype dtype)
{
	switch (dtype) {
	case CT_BOOL:
	case CT_INT8:
	case CT_INT16:
	case CT_INT32:
	case CT_INT64:
	case CT_UINT8:
	case CT_UINT16:
	case CT_UINT32:
	case CT_UINT64:
		return INTEGER;
	default:
		return ct_dtype_is_complex(dtype) ? COMPLEX : REAL;
	}
}

static ct_error read_part(const struct reading *reading, ct_tensor *const *tensors)
{
	static const ct_dtype dtypes[] = {
		[REAL] = CT_FLOAT64, [COMPLEX] = CT_COMPLEX128, [INTEGER] = CT_INT64
	};

	reading->numbers->n = ct_tensor_numel(tensors[0]);
	for (int i = 0; i < reading->len; i++)
		CT_TRY(ct_tensor_copy_to(tensors[i], dtypes[reading->kind],
					 &reading->numbers->of[i], reading->numbers->n));
	reading->use(reading->numbers, reading->context);
	return NULL;
}

static ct_error visit(const struct reading *reading, ct_tensor *const *tensors);

/* Views of a part of the dimension `dim`. */
static ct_error visit_range(const struct reading *reading, ct_tensor *const *tensors, int64_t dim,
			    int64_t begin, int64_t n)
{
	ct_tensor *parts[MAX_TENSORS] = { NULL };
	ct_error error = NULL;

	for (int i = 0; i < reading->len && error == NULL; i++)
		error = ct_narrow(tensors[i], dim, begin, n, &parts[i]);
	if (error == NULL)
		error = visit(reading, parts);
	for (int i = 0; i < reading->len; i++)
		ct_tensor_free(parts[i]);
	return error;
}

/* Halves the first dimension that has two halves, which keeps the order. */
static ct_error visit(const struct reading *reading, ct_tensor *const *tensors)
{
	int64_t dim = 0, half;

	if (ct_tensor_numel(tensors[0]) <= PART)
		return ct_tensor_numel(tensors[0]) ? read_part(reading, tensors) : NULL;
	while (ct_tensor_size(tensors[0], dim) < 2)
		dim++;
	half = ct_tensor_size(tensors[0], dim) / 2;
	CT_TRY(visit_range(reading, tensors, dim, 0, half));
	return visit_range(reading, tensors, dim, half, ct_tensor_size(tensors[0], dim) - half);
}

static ct_error make_readable(const ct_tensor *tensor, ct_tensor **result)
{
	if (ct_tensor_is_quantized(tensor))
		return ct_dequantize_self(tensor, result);
	return ct_detach(tensor, result);
}

ct_error for_each_part(const ct_tensor *const *tensors, int tensors_len, enum kind kind,
		       use_numbers use, void *context)
{
	struct reading reading = { kind, tensors_len, need_memory(NULL, sizeof *reading.numbers),
				   use, context };
	ct_tensor *readable[MAX_TENSORS] = { NULL };
	ct_error error = NULL;

	for (int i = 0; i < tensors_len && error == NULL; i++)
		error = make_readable(tensors[i], &readable[i]);
	if (error == NULL)
		error = visit(&reading, readable);
	for (int i = 0; i < tensors_len; i++)
		ct_tensor_free(readable[i]);
	free(reading.numbers);
	return error;
}
