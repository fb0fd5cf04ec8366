#include "compare.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>

/* Notes where it is, unless an earlier one was noted. */
static void note(struct difference *self, double size, const char *format, ...)
{
	va_list arguments;

	if (!self->found) {
		va_start(arguments, format);
		vsnprintf(self->text, sizeof self->text, format, arguments);
		va_end(arguments);
	}
	if (!self->found || isnan(size) || size > self->largest)
		self->largest = size;
	self->found = true;
}

/* --- tensors ---------------------------------------------------------------------------------- */

static const char *describe(const ct_tensor *tensor, char *text, size_t size)
{
	size_t used;

	if (!tensor)
		return "None";
	used = (size_t)snprintf(text, size, "%s [", ct_dtype_name(ct_tensor_dtype(tensor)));
	for (int64_t i = 0; i < ct_tensor_dim(tensor) && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, i ? ", %lld" : "%lld",
					 (long long)ct_tensor_size(tensor, i));
	if (used < size)
		snprintf(text + used, size - used, "]");
	return text;
}

static bool has_same_form(const ct_tensor *one, const ct_tensor *other)
{
	if (!one || !other)
		return one == other;
	if (ct_tensor_dtype(one) != ct_tensor_dtype(other) ||
	    ct_tensor_dim(one) != ct_tensor_dim(other))
		return false;
	for (int64_t i = 0; i < ct_tensor_dim(one); i++)
		if (ct_tensor_size(one, i) != ct_tensor_size(other, i))
			return false;
	return true;
}

/* Its elements one after another in memory. */
static ct_error in_order(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *plain, *strided;

	CT_TRY(ct_resolve_conj(tensor, &plain));
	CT_TRY(ct_resolve_neg(plain, &strided));
	return ct_contiguous(strided, CT_CONTIGUOUS_FORMAT, result);
}

/* Its elements as doubles; a complex number is two. */
static ct_error as_doubles(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *real = (ct_tensor *)tensor;

	if (ct_dtype_is_complex(ct_tensor_dtype(tensor)))
		CT_TRY(ct_view_as_real(tensor, &real));
	return CT(to_dtype, result, real, CT_FLOAT64);
}

/* Where both are a NaN they are equal, whatever its bits. */
static void compare_numbers(const ct_tensor *wanted, const ct_tensor *actual, double unit,
			    const char *place, struct difference *result)
{
	const double *expected = ct_tensor_data(wanted), *numbers = ct_tensor_data(actual);
	const int64_t count = ct_tensor_numel(wanted);

	for (int64_t i = 0; i < count; i++) {
		if (!memcmp(&expected[i], &numbers[i], sizeof *expected) ||
		    (isnan(expected[i]) && isnan(numbers[i])))
			continue;
		note(result, fabs(expected[i] - numbers[i]) / unit,
		     "%s: number %lld is %.17g, expected %.17g", place, (long long)i, numbers[i],
		     expected[i]);
	}
}

static ct_error compare_elements(const ct_tensor *wanted, const ct_tensor *actual,
				 const char *place, struct difference *result)
{
	/* What is close in bfloat16 differs by more. */
	const double unit = ct_tensor_dtype(wanted) == CT_BFLOAT16 ? 32 : 1;
	ct_tensor *expected, *found;
	size_t nbytes;

	CT_TRY(in_order(wanted, &expected));
	CT_TRY(in_order(actual, &found));
	nbytes = (size_t)(ct_tensor_numel(expected) * ct_tensor_element_size(expected));
	if (!nbytes || !memcmp(ct_tensor_data(expected), ct_tensor_data(found), nbytes))
		return NULL;
	CT_TRY(as_doubles(expected, &expected));
	CT_TRY(as_doubles(found, &found));
	compare_numbers(expected, found, unit, place, result);
	return NULL;
}

ct_error compare_tensors(const ct_tensor *wanted, const ct_tensor *actual, const char *place,
			 struct difference *result)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	char one[80], other[80];

	if (has_same_form(wanted, actual))
		return wanted ? compare_elements(wanted, actual, place, result) : NULL;
	note(result, (double)NAN, "%s: %s, expected %s", place, describe(actual, one, sizeof one),
	     describe(wanted, other, sizeof other));
	return NULL;
}

/* --- leaves ----------------------------------------------------------------------------------- */

static bool is_nan(const ct_value *value)
{
	return value->kind == CT_VALUE_FLOAT && isnan(value->re);
}

static ct_error note_values(const ct_value *wanted, const ct_value *actual, const char *place,
			    struct difference *result)
{
	CT_SCOPE;
	char *expected, *found;

	CT_TRY(ct_value_to_string(wanted, &expected));
	CT_TRY(ct_value_to_string(actual, &found));
	note(result, (double)NAN, "%s: %.60s of type %s, expected %.60s of type %s", place, found,
	     ct_value_type_name(actual), expected, ct_value_type_name(wanted));
	return NULL;
}

/* A number and another one that Python calls equal, such as 1 and True, differ. */
static ct_error compare_plain(const ct_value *wanted, const ct_value *actual, const char *place,
			      struct difference *result)
{
	bool equal = false;

	if (wanted->kind == actual->kind)
		CT_TRY(ct_value_equal(wanted, actual, &equal));
	if (equal || (is_nan(wanted) && is_nan(actual)))
		return NULL;
	return note_values(wanted, actual, place, result);
}

ct_error compare_leaves(const ct_value *wanted, const ct_value *actual, const char *place,
			struct difference *result)
{
	ct_tensor *expected, *found;

	if (wanted->kind != CT_VALUE_TENSOR || actual->kind != CT_VALUE_TENSOR)
		return compare_plain(wanted, actual, place, result);
	CT_TRY(ct_value_as_tensor(wanted, &expected));
	CT_TRY(ct_value_as_tensor(actual, &found));
	return compare_tensors(expected, found, place, result);
}

ct_error compare_lists(const ct_value *wanted, const ct_value *actual, const char *place,
		       struct difference *result)
{
	const int64_t count = ct_value_count(wanted);

	if (count != ct_value_count(actual)) {
		note(result, (double)NAN, "%lld leaves of kind %s, expected %lld",
		     (long long)ct_value_count(actual), place, (long long)count);
		return NULL;
	}
	for (int64_t i = 0; i < count; i++) {
		ct_value expected, found;
		char name[80];

		snprintf(name, sizeof name, "%s %lld", place, (long long)i);
		CT_TRY(ct_value_item(wanted, i, &expected));
		CT_TRY(ct_value_item(actual, i, &found));
		CT_TRY(compare_leaves(&expected, &found, name, result));
	}
	return NULL;
}
