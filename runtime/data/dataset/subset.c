/*
 * Some samples of a set; sets divided at random.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/based.h"

struct subset {
	ct_dataset *base;
	int64_t len;
	int64_t indices[];
};

static ct_error subset_len(const void *data, int64_t *result)
{
	*result = ((const struct subset *)data)->len;
	return NULL;
}

static ct_error subset_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct subset *self = data;

	return ct_dataset_call_get(self->base, self->indices[index], generator, sample);
}

static ct_error subset_get_batch(void *data, const ct_tensor *indices, ct_value *batch)
{
	const struct subset *self = data;
	const int64_t n = ct_tensor_numel(indices), *at = ct_tensor_data(indices);
	ct_tensor *inner;
	int64_t *to;

	CT_TRY(ct_data_empty(&n, 1, CT_INT64, &inner));
	to = ct_tensor_mutable_data(inner);
	for (int64_t i = 0; i < n; i++)
		to[i] = self->indices[at[i]];
	return ct_dataset_call_get_batch(self->base, inner, batch);
}

/* The indices are known to be right. */
static ct_error subset_make(const ct_dataset *base, const int64_t *indices, int64_t n,
			    const char *function, ct_dataset **result)
{
	const ct_dataset_functions functions = {
		.name = "Subset",
		.count = subset_len,
		.get = subset_get,
		.get_batch = base->functions.get_batch ? subset_get_batch : NULL,
		.classes = ct_based_classes,
		.free = ct_based_free,
	};
	struct subset *self = ct_array_new_after(sizeof *self, n, sizeof *indices);

	if (self == NULL)
		return ct_no_memory(function, NULL);
	self->base = ct_counted_share(base);
	self->len = n;
	if (n)
		memcpy(self->indices, indices, (size_t)n * sizeof *indices);
	return ct_dataset_make(&functions, self, function, result);
}

ct_error ct_subset_new(const ct_dataset *dataset, ct_ints indices, ct_dataset **result)
{
	int64_t len = 0;

	CT_TRY(ct_dataset_check_set(dataset, __func__, 1, "dataset"));
	if (!ct_is_list(indices.at, indices.len))
		return ct_missing_argument(__func__, 2, "indices");
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(ct_dataset_count(dataset, &len));
	for (int64_t i = 0; i < indices.len; i++)
		if (indices.at[i] < 0 || indices.at[i] >= len)
			return ct_error_new(CT_ERROR_INDEX, __func__,
					    "index %lld (at position %lld) is out of range: %s "
					    "has %lld samples",
					    (long long)indices.at[i], (long long)i, dataset->name,
					    (long long)len);
	return subset_make(dataset, indices.at, indices.len, __func__, result);
}

/* --- at random -------------------------------------------------------------------------------- */

/* Whether the lengths are fractions, as Python decides: a sum that is close to 1 and not above. */
static bool are_fractions(const double *lengths, int64_t n)
{
	double sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += lengths[i];
	return sum <= 1 && fabs(sum - 1) <= 1e-9;
}

static ct_error share_out(const double *fractions, int64_t n, int64_t len, int64_t *lengths)
{
	int64_t left = len;

	for (int64_t i = 0; i < n; i++) {
		if (!(fractions[i] >= 0 && fractions[i] <= 1))
			return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_dataset_random_split),
					    "Fraction at index %lld is not between 0 and 1",
					    (long long)i);
		lengths[i] = (int64_t)floor((double)len * fractions[i]);
		left -= lengths[i];
	}
	for (int64_t i = 0; i < left; i++)
		lengths[i % n]++;
	return NULL;
}

static ct_error whole_lengths(const double *numbers, int64_t n, int64_t len, int64_t *lengths)
{
	int64_t sum = 0;

	for (int64_t i = 0; i < n; i++) {
		if (!(numbers[i] >= 0 && numbers[i] <= (double)len) ||
		    numbers[i] != floor(numbers[i]))
			return ct_error_new(
				CT_ERROR_VALUE, CT_NAME_OF(ct_dataset_random_split),
				"length %lld is %g; expected integers from 0 to %lld, or "
				"fractions that sum to 1",
				(long long)i, numbers[i], (long long)len);
		sum += lengths[i] = (int64_t)numbers[i];
	}
	if (sum == len)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_dataset_random_split),
			    "Sum of input lengths does not equal the length of the input dataset: "
			    "%lld, not %lld",
			    (long long)sum, (long long)len);
}

static ct_error make_parts(const ct_dataset *dataset, const int64_t *order, const int64_t *lengths,
			   int64_t n, ct_dataset **results)
{
	ct_error error = NULL;
	int64_t made;

	for (made = 0; made < n && error == NULL; made++) {
		error = subset_make(dataset, order, lengths[made],
				    CT_NAME_OF(ct_dataset_random_split), &results[made]);
		order += lengths[made];
	}
	for (made--; error && made > 0;)
		ct_dataset_free(results[--made]);
	return error;
}

static ct_error split(const ct_dataset *dataset, int64_t len, const int64_t *lengths, int64_t n,
		      ct_generator *generator, ct_dataset **results)
{
	ct_tensor *order;
	ct_error error;

	CT_TRY(CT(randperm_generator, &order, len, generator, .device = CT_DEVICE_CPU));
	error = make_parts(dataset, ct_tensor_data(order), lengths, n, results);
	ct_tensor_free(order);
	return error;
}

ct_error ct_dataset_random_split(const ct_dataset *self, ct_floats lengths, ct_generator *generator,
				 ct_dataset **results)
{
	int64_t len = 0, *whole;
	ct_error error;

	CT_TRY(ct_dataset_check_set(self, __func__, 1, "self"));
	if (!ct_is_list(lengths.at, lengths.len) || lengths.len == 0)
		return ct_missing_argument(__func__, 2, "lengths");
	if (results == NULL)
		return ct_missing_argument(__func__, 4, "results");
	CT_TRY(ct_dataset_count(self, &len));
	whole = ct_array_new(lengths.len, sizeof *whole);
	if (whole == NULL)
		return ct_no_memory(__func__, NULL);
	error = (are_fractions(lengths.at, lengths.len) ? share_out : whole_lengths)(
		lengths.at, lengths.len, len, whole);
	if (error == NULL)
		error = split(self, len, whole, lengths.len, generator, results);
	free(whole);
	return error;
}
