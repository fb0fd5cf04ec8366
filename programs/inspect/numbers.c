#include "numbers.h"

#include <stdlib.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "progress.h"
#include "text.h"

struct reading {
	const enum kind *kinds;
	int len;
	int64_t nbytes; /* of one element of each tensor, for the progress */
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
		CT_TRY(ct_tensor_copy_to(tensors[i], dtypes[reading->kinds[i]],
					 &reading->numbers->of[i], reading->numbers->n));
	reading->use(reading->numbers, reading->context);
	add_progress(multiply(reading->numbers->n, reading->nbytes));
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

/* So many elements are always read. */
enum { ENOUGH = 1 << 28 };

/* --- Repetition ------------------------------------------------------------------------------- */

static bool is_repetition(const struct reading *reading, ct_tensor *const *tensors, int64_t dim)
{
	for (int i = 0; i < reading->len; i++)
		if (ct_tensor_size(tensors[i], dim) < 2 || ct_tensor_strides(tensors[i])[dim] != 0)
			return false;
	return true;
}

/* ct_expand() makes a tensor of any size from one element. */
static ct_error drop_repetitions(const struct reading *reading, ct_tensor **tensors)
{
	for (int64_t dim = 0; dim < ct_tensor_dim(tensors[0]); dim++) {
		if (!is_repetition(reading, tensors, dim))
			continue;
		reading->numbers->times = multiply(reading->numbers->times,
						   ct_tensor_size(tensors[0], dim));
		for (int i = 0; i < reading->len; i++) {
			ct_tensor *one;

			CT_TRY(ct_narrow(tensors[i], dim, 0, 1, &one));
			ct_tensor_free(tensors[i]);
			tensors[i] = one;
		}
	}
	return NULL;
}

/* Windows that overlap are usual, such as those of ct_unfold(); a file of some bytes whose elements
 * could not be read in a day is not. */
bool can_be_read(const ct_tensor *tensor)
{
	enum { USUAL = 1024 };
	ct_storage *storage = NULL;
	int64_t distinct = 1, most;

	for (int64_t dim = 0; dim < ct_tensor_dim(tensor); dim++)
		if (ct_tensor_strides(tensor)[dim] != 0)
			distinct = multiply(distinct, ct_tensor_size(tensor, dim));
	if (distinct <= ENOUGH)
		return true;
	ct_error_free(ct_tensor_storage(tensor, &storage));
	most = multiply(USUAL, ct_storage_nbytes(storage) / ct_tensor_element_size(tensor) + 1);
	ct_storage_free(storage);
	return distinct <= most;
}

static bool has_repetition(const ct_tensor *tensor)
{
	for (int64_t dim = 0; dim < ct_tensor_dim(tensor); dim++)
		if (ct_tensor_size(tensor, dim) > 1 && ct_tensor_strides(tensor)[dim] == 0)
			return true;
	return false;
}

static ct_error check_overlap(const struct reading *reading, ct_tensor *const *tensors)
{
	/* One that is read bounds the other, unless they repeat different dimensions. */
	if (ct_tensor_numel(tensors[0]) <= ENOUGH)
		return NULL;
	for (int i = 0; i < reading->len; i++)
		if (can_be_read(tensors[i]) && !has_repetition(tensors[i]))
			return NULL;
	return ct_error_new(
		CT_ERROR_RUNTIME, __func__,
		"a tensor has %lld overlapping elements in a small storage, which are not read; "
		"select other tensors with -k",
		(long long)ct_tensor_numel(tensors[0]));
}

/* --- The whole -------------------------------------------------------------------------------- */

static ct_error dequantize(ct_tensor **tensor)
{
	ct_tensor *result;

	if (!ct_tensor_is_quantized(*tensor))
		return NULL;
	CT_TRY(ct_dequantize_self(*tensor, &result));
	ct_tensor_free(*tensor);
	*tensor = result;
	return NULL;
}

static ct_error read_all(const struct reading *reading, ct_tensor **tensors)
{
	CT_TRY(drop_repetitions(reading, tensors));
	CT_TRY(check_overlap(reading, tensors));
	for (int i = 0; i < reading->len; i++)
		CT_TRY(dequantize(&tensors[i]));
	return visit(reading, tensors);
}

ct_error for_each_part(const ct_tensor *const *tensors, int tensors_len, const enum kind *kinds,
		       use_numbers use, void *context)
{
	struct reading reading = {
		.kinds = kinds, .len = tensors_len, .use = use, .context = context
	};
	ct_tensor *readable[MAX_TENSORS] = { NULL };
	ct_error error = NULL;

	reading.numbers = need_memory(NULL, sizeof *reading.numbers);
	reading.numbers->times = 1;
	for (int i = 0; i < tensors_len && error == NULL; i++) {
		reading.nbytes += ct_tensor_element_size(tensors[i]);
		error = ct_detach(tensors[i], &readable[i]);
	}
	if (error == NULL)
		error = read_all(&reading, readable);
	for (int i = 0; i < tensors_len; i++)
		ct_tensor_free(readable[i]);
	free(reading.numbers);
	return error;
}
