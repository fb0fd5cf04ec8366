/*
 * The sample inputs of each recording: sizes that vary are others in each.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/record/samples.h"

typedef struct ct_recorded_symbol symbol;
typedef struct ct_samples samples;

/* --- Symbols ---------------------------------------------------------------------------------- */

static ct_error wrong_dynamic(const samples *self, int64_t i, const char *format, int64_t number)
{
	char text[160];

	snprintf(text, sizeof text, format, (long long)number);
	return ct_error_new(CT_ERROR_ARGUMENT, self->function, "options.dynamic[%lld]%s",
			    (long long)i, text);
}

static ct_error check_dynamic(const samples *self, int64_t i, int64_t *size)
{
	const ct_export_dynamic *of = &self->dynamic[i];
	const ct_tensor *input = of->input >= 0 && of->input < self->inputs.len
					 ? self->inputs.at[of->input]
					 : NULL;

	if (input == NULL)
		return wrong_dynamic(self, i,
				     ".input is %lld, but no input with this number is a tensor",
				     of->input);
	if (of->dim < 0 || of->dim >= ct_tensor_dim(input))
		return wrong_dynamic(self, i, ".dim is %lld, but the input has no such dimension",
				     of->dim);
	if (of->min < 0 || of->max < 0 || of->multiple < 0)
		return wrong_dynamic(self, i, ": min, max and multiple must not be negative", 0);
	*size = ct_tensor_size(input, of->dim);
	if (*size < 2)
		return wrong_dynamic(self, i,
				     ": the sample input has a size of %lld there, but sizes that "
				     "vary need a sample of at least 2",
				     *size);
	return NULL;
}

static const symbol *find_symbol(const samples *self, const char *name, int32_t *result)
{
	for (int64_t i = 0; name && i < self->symbols_len; i++)
		if (self->symbols[i].name && strcmp(self->symbols[i].name, name) == 0) {
			*result = (int32_t)i;
			return &self->symbols[i];
		}
	return NULL;
}

/* An input that is None is no value of the graph. */
static int32_t value_of_input(const samples *self, int64_t input)
{
	int64_t value = self->first_value;

	for (int64_t i = 0; i < input; i++)
		value += self->inputs.at[i] != NULL;
	return (int32_t)value;
}

static ct_error check_in_range(const samples *self, int64_t i, const symbol *of, int64_t size)
{
	if (size < of->min || size > of->max || size % of->multiple != 0)
		return wrong_dynamic(self, i,
				     ": the sample input has a size of %lld, which is not "
				     "in its range",
				     size);
	return NULL;
}

static ct_error new_symbol(samples *self, int64_t i)
{
	const ct_export_dynamic *of = &self->dynamic[i];
	const int32_t number = (int32_t)self->symbols_len;
	symbol *added = &self->symbols[number];
	int64_t size;

	CT_TRY(check_dynamic(self, i, &size));
	*added = (symbol){ of->name,
			   value_of_input(self, of->input),
			   of->input,
			   of->dim,
			   of->min ? of->min : 1,
			   of->max ? of->max : INT64_MAX,
			   of->multiple ? of->multiple : 1 };
	CT_TRY(check_in_range(self, i, added, size));
	self->sizes[number] = size;
	self->symbol_of[i] = number;
	self->symbols_len++;
	return NULL;
}

static int64_t least_common_multiple(int64_t a, int64_t b)
{
	int64_t divisor = a;

	for (int64_t rest = b; rest != 0;) {
		const int64_t next = divisor % rest;

		divisor = rest;
		rest = next;
	}
	return ct_size_times(a / divisor, b);
}

/* What both ranges of a size allow. */
static void narrow(symbol *self, const ct_export_dynamic *with)
{
	if (with->min > self->min)
		self->min = with->min;
	if (with->max > 0 && with->max < self->max)
		self->max = with->max;
	if (with->multiple > 0)
		self->multiple = least_common_multiple(self->multiple, with->multiple);
}

static ct_error share_symbol(samples *self, int64_t i, int32_t number)
{
	int64_t size;

	CT_TRY(check_dynamic(self, i, &size));
	if (size != self->sizes[number])
		return wrong_dynamic(self, i,
				     ": the sample input has a size of %lld, but another "
				     "one of the same name differs",
				     size);
	narrow(&self->symbols[number], &self->dynamic[i]);
	CT_TRY(check_in_range(self, i, &self->symbols[number], size));
	self->symbol_of[i] = number;
	return NULL;
}

static ct_error check_not_marked(const samples *self, int64_t i)
{
	for (int64_t k = 0; k < i; k++)
		if (self->dynamic[k].input == self->dynamic[i].input &&
		    self->dynamic[k].dim == self->dynamic[i].dim)
			return wrong_dynamic(self, i,
					     " marks the same size as options.dynamic[%lld]", k);
	return NULL;
}

/* --- Sizes ------------------------------------------------------------------------------------ */

/* How far the sizes of a recording are from the first, in multiples. They are independent: sums of
 * up to three symbols with small factors differ from all others, so that an integer that follows
 * some symbols does not follow others. */
static int64_t steps_of(int64_t recording, int64_t number)
{
	enum { TABLE = 6 };
	static const int64_t steps[TABLE][CT_RECORDINGS] = {
		{ 0, 1, 3, 8, 6, 11 }, { 0, 2, 1, 5, 9, 4 },    { 0, 4, 3, 5, 9, 7 },
		{ 0, 6, 1, 7, 2, 3 },  { 0, 11, 2, 13, 14, 1 }, { 0, 8, 4, 2, 9, 3 },
	};

	return steps[number % TABLE][recording] + number / TABLE * recording * recording;
}

int64_t ct_samples_recordings(const samples *self)
{
	const int64_t terms = self->symbols_len < CT_SOLUTION_TERMS ? self->symbols_len
								    : CT_SOLUTION_TERMS;

	return terms ? terms + 2 : 1;
}

/* Above the first size, or below it if there is no room. */
static int64_t size_in_range(const symbol *of, int64_t first, int64_t steps)
{
	const int64_t far = ct_size_times(steps, of->multiple);

	if (far <= of->max - first)
		return first + far;
	return first - far >= of->min && first - far > 1 ? first - far : 0;
}

ct_error ct_samples_choose(samples *self, int64_t recording)
{
	int64_t *sizes = self->sizes + recording * self->symbols_len;

	for (int64_t k = 0; k < self->symbols_len; k++) {
		const symbol *of = &self->symbols[k];

		sizes[k] = size_in_range(of, self->sizes[k], steps_of(recording, k));
		if (sizes[k] == 0)
			return ct_error_new(CT_ERROR_VALUE, self->function,
					    "the range of '%s' is too small: from %lld, a size "
					    "must be able to grow or shrink by %lld",
					    of->name ? of->name : "a size",
					    (long long)self->sizes[k],
					    (long long)(steps_of(recording, k) * of->multiple));
	}
	return NULL;
}

ct_error ct_samples_init(samples *self)
{
	const int64_t len = self->dynamic_len;

	self->symbol_of = ct_array_new(len, sizeof *self->symbol_of);
	self->symbols = ct_array_new(len, sizeof *self->symbols);
	self->sizes = ct_array_new(len * CT_RECORDINGS, sizeof *self->sizes);
	if (self->symbol_of == NULL || self->symbols == NULL || self->sizes == NULL)
		return ct_no_memory(self->function, "to record a program");
	for (int64_t i = 0; i < len; i++) {
		int32_t number = 0;

		CT_TRY(check_not_marked(self, i));
		CT_TRY(find_symbol(self, self->dynamic[i].name, &number)
			       ? share_symbol(self, i, number)
			       : new_symbol(self, i));
	}
	for (int64_t recording = 1; recording < ct_samples_recordings(self); recording++)
		CT_TRY(ct_samples_choose(self, recording));
	return NULL;
}

void ct_samples_release(samples *self)
{
	free(self->symbol_of);
	free(self->symbols);
	free(self->sizes);
}

/* --- Tensors ---------------------------------------------------------------------------------- */

/* Repeats the items of a dimension. */
static ct_error resize(ct_tensor *tensor, int64_t dim, int64_t size, ct_tensor **result)
{
	const ct_device device = ct_tensor_device(tensor);
	ct_tensor *places;

	CT_TRY(ct_arange(ct_scalar_int(size), CT_INT64, CT_LAYOUT_NONE, device, NULL, &places));
	CT_TRY(ct_remainder_Scalar(places, ct_scalar_int(ct_tensor_size(tensor, dim)), &places));
	return ct_index_select(tensor, dim, places, result);
}

static ct_error sample_of(const samples *self, int64_t recording, int64_t input, ct_tensor **result)
{
	const ct_tensor *given = self->inputs.at[input];

	CT_TRY(ct_detach(given, result));
	for (int64_t i = 0; recording > 0 && i < self->dynamic_len; i++)
		if (self->dynamic[i].input == input)
			CT_TRY(resize(
				*result, self->dynamic[i].dim,
				self->sizes[recording * self->symbols_len + self->symbol_of[i]],
				result));
	return ct_tensor_requires_grad(given) ? ct_tensor_set_requires_grad(*result, true) : NULL;
}

ct_error ct_samples_of(const samples *self, int64_t recording, ct_tensor **result)
{
	for (int64_t i = 0; i < self->inputs.len; i++) {
		result[i] = NULL;
		if (self->inputs.at[i])
			CT_TRY(sample_of(self, recording, i, &result[i]));
	}
	return NULL;
}
