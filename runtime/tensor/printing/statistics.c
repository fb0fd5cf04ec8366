/*
 * Basic statistics of a tensor's elements. They are converted to double precision in pieces, so
 * that a large tensor is never copied completely.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "tensor/printing/printing.h"
#include "tensor/printing/sums.h"
#include "tensor/tensor/memory_check.h"

/* Fewer elements than this are converted at a time: 256 KB of them, which fit a processor's cache.
 * It is libtorch's grain size: with more, libtorch would use threads and wait. */
enum { PIECE = CT_SUMS_MOST };

struct measure {
	ct_tensor_statistics *result;
	int64_t finite;
	double squares; /* of the distances to the mean, summed */
	int64_t repeat; /* weight of each element of the present part */
	bool with_quartiles;
	double *values; /* for these: the finite ones */
	int64_t values_len;
	double *converted; /* room for a piece of other types than double; NULL until needed */
	const char *function;
};

/* --- Elements -------------------------------------------------------------------------------- */

/* Not hypot(), which is infinite for an infinite part, even if the other one is NaN. */
static double magnitude(const double parts[2])
{
	return isnan(parts[0]) || isnan(parts[1]) ? NAN : hypot(parts[0], parts[1]);
}

static void convert_elements(const struct ct_elements *elements, double *converted)
{
	for (int64_t i = 0; i < elements->n; i++) {
		switch (elements->kind) {
		case CT_ELEMENTS_INT:
			converted[i] = (double)((const int64_t *)elements->data)[i];
			break;
		case CT_ELEMENTS_UINT:
			converted[i] = (double)((const uint64_t *)elements->data)[i];
			break;
		case CT_ELEMENTS_BOOL:
			converted[i] = ((const bool *)elements->data)[i];
			break;
		case CT_ELEMENTS_FLOAT:
			converted[i] = magnitude((const double *)elements->data + 2 * i);
			break;
		}
	}
}

static ct_error make_converted(struct measure *measure)
{
	if (measure->converted == NULL)
		measure->converted = ct_array_new(PIECE, sizeof *measure->converted);
	if (measure->converted)
		return NULL;
	return ct_no_memory(measure->function, "for %d numbers", PIECE);
}

/* The elements of a piece as doubles. */
static ct_error numbers_in(struct measure *measure, const struct ct_elements *elements,
			   const double **numbers)
{
	if (elements->kind == CT_ELEMENTS_FLOAT && !elements->is_complex) {
		*numbers = elements->data;
		return NULL;
	}
	CT_TRY(make_converted(measure));
	convert_elements(elements, measure->converted);
	*numbers = measure->converted;
	return NULL;
}

/* Merges two groups of numbers: Chan, Golub and LeVeque, "Updating formulae and a pairwise
 * algorithm for computing sample variances", 1979. */
static void merge(struct measure *measure, int64_t n, double mean, double squares)
{
	const double before = (double)measure->finite, added = (double)n;
	const double all = before + added, distance = mean - measure->result->mean;

	if (n == 0)
		return;
	if (measure->finite == 0) {
		measure->result->mean = mean;
		measure->squares = squares;
	} else {
		measure->result->mean += distance * (added / all);
		measure->squares += squares + distance * distance * (before * added / all);
	}
	measure->finite += n;
}

/* The sum of the finite ones in two passes, so that the squares are those of small numbers. */
static void measure_each(struct measure *measure, const double *numbers, int64_t n)
{
	ct_tensor_statistics *result = measure->result;
	double least = result->min, most = result->max, mean;
	long double sum = 0, squares = 0;
	int64_t nans = 0, infs = 0, zeros = 0, finite;

	for (int64_t i = 0; i < n; i++) {
		const double number = numbers[i];

		if (!isfinite(number)) {
			nans += isnan(number);
			infs += isinf(number) != 0;
			continue;
		}
		sum += number;
		zeros += number == 0;
		least = number < least ? number : least;
		most = number > most ? number : most;
	}
	finite = n - nans - infs;
	mean = finite > 0 ? (double)(sum / finite) : 0;
	for (int64_t i = 0; i < n; i++)
		if (isfinite(numbers[i]))
			squares += (numbers[i] - mean) * (numbers[i] - mean);
	result->count += n * measure->repeat;
	result->nans += nans * measure->repeat;
	result->infs += infs * measure->repeat;
	result->zeros += zeros * measure->repeat;
	result->min = least;
	result->max = most;
	merge(measure, finite * measure->repeat, mean, (double)squares * (double)measure->repeat);
}

static void add_sums(struct measure *measure, const struct ct_sums *sums, int64_t n)
{
	ct_tensor_statistics *result = measure->result;

	result->count += n * measure->repeat;
	result->zeros += sums->zeros * measure->repeat;
	result->min = fmin(result->min, sums->min);
	result->max = fmax(result->max, sums->max);
	merge(measure, n * measure->repeat, sums->mean, sums->squares * (double)measure->repeat);
}

static void measure_numbers(struct measure *measure, const double *numbers, int64_t n)
{
	struct ct_sums sums;

	if (n > 0 && ct_sum_doubles(numbers, n, &sums))
		add_sums(measure, &sums, n);
	else
		measure_each(measure, numbers, n);
}

static void collect_numbers(struct measure *measure, const double *numbers, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (isfinite(numbers[i]))
			measure->values[measure->values_len++] = numbers[i];
}

/* --- Reading memory -------------------------------------------------------------------------- */

/* A float is converted only if it must be examined. */
static ct_error measure_floats(struct measure *measure, const float *numbers, int64_t n)
{
	struct ct_sums sums;

	if (!measure->with_quartiles && ct_sum_floats(numbers, n, &sums)) {
		add_sums(measure, &sums, n);
		return NULL;
	}
	CT_TRY(make_converted(measure));
	for (int64_t i = 0; i < n; i++)
		measure->converted[i] = numbers[i];
	measure_numbers(measure, measure->converted, n);
	if (measure->with_quartiles)
		collect_numbers(measure, measure->converted, n);
	return NULL;
}

static const float *floats_in_place(const ct_tensor *self)
{
	const float *floats = NULL;

	if (ct_tensor_dtype(self) == CT_FLOAT32 && ct_tensor_is_contiguous(self) &&
	    ct_tensor_device(self).type == CT_DEVICE_TYPE_CPU)
		ct_error_free(ct_tensor_data_as(self, CT_FLOAT32, &floats));
	return floats;
}

/* The usual case: contiguous float32 on the CPU. For everything else, and for tensors that cannot
 * be read, `*done` is false. */
static ct_error measure_in_place(struct measure *measure, const ct_tensor *self, bool *done)
{
	const float *floats = floats_in_place(self);
	const int64_t n = ct_tensor_numel(self);

	*done = floats != NULL;
	for (int64_t i = 0; *done && i < n; i += PIECE)
		CT_TRY(measure_floats(measure, floats + i, n - i < PIECE ? n - i : PIECE));
	return NULL;
}

/* --- Pieces ---------------------------------------------------------------------------------- */

static ct_error measure_piece(struct measure *measure, const ct_tensor *piece)
{
	struct ct_elements elements;
	const double *numbers = NULL;
	ct_scope *scope = ct_scope_open();
	ct_error error;

	if (scope == NULL)
		return ct_no_memory(measure->function, "for a scope");
	error = ct_elements_of(piece, -1, &elements);
	if (error == NULL)
		error = numbers_in(measure, &elements, &numbers);
	if (error == NULL) {
		measure_numbers(measure, numbers, elements.n);
		if (measure->with_quartiles)
			collect_numbers(measure, numbers, elements.n);
	}
	ct_scope_leave(scope);
	return error;
}

static int64_t longest_dim(const ct_tensor *self)
{
	int64_t longest = 0;

	for (int64_t d = 1; d < ct_tensor_dim(self); d++)
		if (ct_tensor_size(self, d) > ct_tensor_size(self, longest))
			longest = d;
	return longest;
}

/* Halves recursively, until a piece is small enough. */
static ct_error measure_strided(struct measure *measure, const ct_tensor *self)
{
	const int64_t dim = longest_dim(self), size = ct_tensor_size(self, dim);
	const int64_t bounds[3] = { 0, size / 2, size };
	ct_tensor *half;
	ct_error error;

	if (ct_tensor_numel(self) < PIECE)
		return measure_piece(measure, self);
	for (int i = 0; i < 2; i++) {
		CT_TRY(ct_slice_Tensor(self, dim, &bounds[i], &bounds[i + 1], 1, &half));
		error = measure_strided(measure, half);
		ct_tensor_free(half);
		if (error)
			return error;
	}
	return NULL;
}

static ct_error make_room(struct measure *measure, int64_t n)
{
	double *values;

	if (!measure->with_quartiles)
		return NULL;
	values = ct_array_resize(measure->values, ct_size_plus(measure->values_len, n),
				 sizeof *values);
	if (values == NULL)
		return ct_no_memory(measure->function, "for %" PRId64 " numbers", n);
	measure->values = values;
	return NULL;
}

/* An expanded dimension is one element with a large weight: it may be arbitrarily long. */
static ct_error measure_part(struct measure *measure, const ct_tensor *part)
{
	const int64_t zero = 0, one = 1;
	ct_tensor *slim = NULL;
	bool done;

	measure->repeat = 1;
	CT_TRY(ct_alias(part, &slim));
	for (int64_t d = 0; d < ct_tensor_dim(part); d++) {
		const int64_t size = ct_tensor_size(part, d);

		if (size > 1 && ct_tensor_strides(part) && ct_tensor_strides(part)[d] == 0) {
			measure->repeat *= size;
			CT_TRY(ct_slice_Tensor(slim, d, &zero, &one, 1, &slim));
		}
	}
	CT_TRY(make_room(measure, ct_tensor_numel(slim)));
	CT_TRY(measure_in_place(measure, slim, &done));
	return done ? NULL : measure_strided(measure, slim);
}

/* --- Kinds of tensors ------------------------------------------------------------------------ */

static ct_error measure_components(struct measure *measure, const ct_tensor *nested)
{
	ct_tensor **components = NULL;
	int64_t n = 0;
	ct_error error;

	CT_TRY(ct_unbind_int(nested, 0, &components, &n));
	error = NULL;
	for (int64_t i = 0; i < n && error == NULL; i++)
		error = measure_part(measure, components[i]);
	ct_tensors_free(components, n);
	return error;
}

/* The strided tensor that has the numbers. */
static ct_error numbers_of(const ct_tensor *self, const struct ct_facts *facts, ct_tensor **result)
{
	const ct_layout layout = ct_tensor_layout(self);

	if (layout == CT_SPARSE_COO)
		return ct__values(self, result);
	if (layout == CT_MKLDNN)
		return ct_densify(self, result);
	if (layout != CT_STRIDED)
		return ct_values(self, result);
	if (!facts->is_quantized)
		return ct_alias(self, result);
	CT_TRY(ct_check_memory(self, NULL));
	return ct_dequantize_self(self, result);
}

static ct_error measure_tensor(struct measure *measure, const ct_tensor *self,
			       const struct ct_facts *facts)
{
	ct_tensor *primal = NULL, *tangent = NULL, *numbers = NULL;

	if (ct_tensor_device(self).type == CT_DEVICE_TYPE_META)
		return ct_error_new(CT_ERROR_ARGUMENT, measure->function,
				    "argument 1 (self): a tensor on the meta device has no "
				    "elements to read");
	if (facts->is_nested)
		return measure_components(measure, self);
	if (facts->has_tangent)
		CT_TRY(ct__unpack_dual(self, 0, &primal, &tangent));
	CT_TRY(numbers_of(primal ? primal : self, facts, &numbers));
	return measure_part(measure, numbers);
}

static void statistics_finish(struct measure *measure)
{
	ct_tensor_statistics *result = measure->result;

	if (measure->finite == 0)
		result->mean = result->min = result->max = NAN;
	result->std = measure->finite > 1 ? sqrt(measure->squares / (double)(measure->finite - 1))
					  : NAN;
	result->lower_quartile = result->median = result->upper_quartile = NAN;
	ct_find_quartiles(measure->values, measure->values_len, measure->repeat, result);
}

ct_error ct_measure(const ct_tensor *self, const struct ct_facts *facts, bool with_quartiles,
		    const char *function, ct_tensor_statistics *result)
{
	ct_tensor_statistics statistics = { .min = INFINITY, .max = -INFINITY };
	struct measure measure = { .result = &statistics,
				   .repeat = 1,
				   .with_quartiles = with_quartiles,
				   .function = function };
	ct_error error = measure_tensor(&measure, self, facts);

	if (error == NULL) {
		statistics_finish(&measure);
		*result = statistics;
	}
	free(measure.values);
	free(measure.converted);
	return error;
}
