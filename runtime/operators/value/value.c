/*
 * Values: made from C data, and their kinds.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scalar.h>

#include "core/base/big_int.h"
#include "operators/value/foreign.h"
#include "operators/value/value.h"

/* The initial state of every value. */
static ct_value value_of(ct_value_kind kind)
{
	return (ct_value){ .kind = kind, .device = { CT_DEVICE_TYPE_NONE, -1 } };
}

ct_value ct_value_none(void)
{
	return value_of(CT_VALUE_NONE);
}

static ct_value integer(ct_value_kind kind, int64_t i)
{
	ct_value value = value_of(kind);

	value.i = i;
	return value;
}

ct_value ct_value_bool(bool value)
{
	return integer(CT_VALUE_BOOL, value);
}

ct_value ct_value_int(int64_t value)
{
	return integer(CT_VALUE_INT, value);
}

ct_value ct_value_float(double value)
{
	ct_value number = value_of(CT_VALUE_FLOAT);

	number.re = value;
	return number;
}

ct_value ct_value_complex(double re, double im)
{
	ct_value number = value_of(CT_VALUE_COMPLEX);

	number.re = re;
	number.im = im;
	return number;
}

ct_value ct_value_scalar(ct_scalar value)
{
	switch (value.kind) {
	case CT_SCALAR_INT:
		return ct_value_int(value.i);
	case CT_SCALAR_FLOAT:
		return ct_value_float(value.re);
	case CT_SCALAR_BOOL:
		return integer(CT_VALUE_BOOL, value.i);
	case CT_SCALAR_COMPLEX:
		return ct_value_complex(value.re, value.im);
	case CT_SCALAR_UINT:
		return integer(value.i < 0 ? CT_VALUE_UINT : CT_VALUE_INT, value.i);
	default:
		return value_of(-1); /* an error when it is used */
	}
}

static ct_value list(ct_value_kind kind, const void *items, int64_t length)
{
	ct_value value = integer(kind, length);

	value.object = items;
	return value;
}

/* None for NULL. */
static ct_value pointer(ct_value_kind kind, const void *object)
{
	ct_value value = value_of(object ? kind : CT_VALUE_NONE);

	value.object = object;
	return value;
}

ct_value ct_value_string(const char *text)
{
	ct_value value = pointer(CT_VALUE_STRING, text);

	if (text)
		value.i = (int64_t)strlen(text);
	return value;
}

ct_value ct_value_bytes(const void *bytes, int64_t nbytes)
{
	return list(CT_VALUE_BYTES, bytes, nbytes);
}

ct_value ct_value_tensor(const ct_tensor *tensor)
{
	return pointer(CT_VALUE_TENSOR, tensor);
}

/* What is not an integer's digits stays as it is: an error when it is used. */
ct_value ct_value_big_int(const char *digits)
{
	ct_value value = pointer(CT_VALUE_BIG_INT, digits);

	if (digits == NULL)
		return value;
	value.i = (int64_t)strlen(digits);
	if (!ct_is_int_text(digits, (size_t)value.i) || !ct_int_text_fits(digits, (size_t)value.i))
		return value;
	return digits[0] == '-' ? ct_value_int(strtoll(digits, NULL, 10))
				: ct_value_scalar(ct_scalar_uint(strtoull(digits, NULL, 10)));
}

ct_value ct_value_generator(const ct_generator *generator)
{
	return pointer(CT_VALUE_GENERATOR, generator);
}

ct_value ct_value_storage(const ct_storage *storage)
{
	return pointer(CT_VALUE_STORAGE, storage);
}

/* None for the enumeration's NONE. */
static ct_value enumerator(ct_value_kind kind, int32_t value)
{
	return value == 0 ? ct_value_none() : integer(kind, value);
}

ct_value ct_value_dtype(ct_dtype dtype)
{
	return enumerator(CT_VALUE_DTYPE, dtype);
}

ct_value ct_value_layout(ct_layout layout)
{
	return enumerator(CT_VALUE_LAYOUT, layout);
}

ct_value ct_value_memory_format(ct_memory_format format)
{
	return enumerator(CT_VALUE_MEMORY_FORMAT, format);
}

ct_value ct_value_quant_scheme(ct_quant_scheme scheme)
{
	return integer(CT_VALUE_QUANT_SCHEME, scheme);
}

ct_value ct_value_device(ct_device device)
{
	ct_value value = enumerator(CT_VALUE_DEVICE, device.type);

	value.i = 0;
	if (value.kind == CT_VALUE_DEVICE)
		value.device = device;
	return value;
}

ct_value ct_value_stream(ct_stream stream)
{
	ct_value value = integer(CT_VALUE_STREAM, stream.id);

	value.device = (ct_device){ stream.device_type, stream.device_index };
	return value;
}

ct_value ct_value_ints(ct_ints ints)
{
	return list(CT_VALUE_INTS, ints.at, ints.len);
}

ct_value ct_value_floats(ct_floats floats)
{
	return list(CT_VALUE_FLOATS, floats.at, floats.len);
}

ct_value ct_value_bools(ct_bools bools)
{
	return list(CT_VALUE_BOOLS, bools.at, bools.len);
}

ct_value ct_value_tensors(ct_tensors tensors)
{
	return list(CT_VALUE_TENSORS, tensors.at, tensors.len);
}

ct_value ct_value_list(const ct_value *items, int64_t items_len)
{
	return list(CT_VALUE_LIST, items, items_len);
}

ct_value ct_value_tuple(const ct_value *items, int64_t items_len)
{
	return list(CT_VALUE_TUPLE, items, items_len);
}

ct_value ct_value_dict(const ct_value *pairs, int64_t pairs_len)
{
	return list(CT_VALUE_DICT, pairs, pairs_len);
}

/* --- Kinds ----------------------------------------------------------------------------------- */

bool ct_value_is_none(const ct_value *self)
{
	return self == NULL || self->kind == CT_VALUE_NONE;
}

bool ct_value_is_owned(const ct_value *self)
{
	return self && (self->flags & CT_VALUE_OWNED);
}

bool ct_value_is_ordered_dict(const ct_value *self)
{
	return self && self->kind == CT_VALUE_DICT && (self->flags & CT_VALUE_ORDERED);
}

ct_value ct_value_borrow(const ct_value *self)
{
	ct_value view = self ? *self : ct_value_none();

	view.flags &= ~CT_VALUE_OWNED;
	return view;
}

const char *ct_value_type_name(const ct_value *self)
{
	/* ORDER VALUE KIND: as enum ct_value_kind_value */
	static const char *const names[] = {
		"NoneType",  "bool",           "int",    "int",    "float",  "complex",
		"str",       "Tensor",         "device", "dtype",  "layout", "memory_format",
		"Generator", "UntypedStorage", "Stream", "list",   "list",   "list",
		"list",      "list",           "tuple",  "dict",   "object", "bytes",
		"set",       "qscheme",        "int",    "object",
	};

	_Static_assert(sizeof names / sizeof *names == CT_VALUE_KINDS, "every kind has a name");
	if (self == NULL)
		return names[CT_VALUE_NONE];
	if (self->kind == CT_VALUE_OBJECT && self->object)
		return ct_value_object_type(self->object);
	if (self->kind == CT_VALUE_FOREIGN && self->object)
		return ct_foreign_of(self)->type;
	if (ct_value_is_ordered_dict(self))
		return "OrderedDict";
	return self->kind >= 0 && self->kind < CT_VALUE_KINDS ? names[self->kind] : "unknown";
}

int64_t ct_value_count(const ct_value *self)
{
	if (self == NULL)
		return -1;
	if (self->kind == CT_VALUE_STRING || self->kind == CT_VALUE_BYTES ||
	    ct_value_is_sequence(self) || ct_value_has_pairs(self))
		return self->i;
	return -1;
}

static bool all_bools(const ct_value *self)
{
	const unsigned char *bytes = self->object;

	for (int64_t i = 0; i < self->i; i++)
		if (bytes[i] > 1)
			return false;
	return true;
}

/* Kinds that point to something other than a list. */
static bool points(const ct_value *self)
{
	return self->kind == CT_VALUE_STRING || self->kind == CT_VALUE_TENSOR ||
	       self->kind == CT_VALUE_GENERATOR || self->kind == CT_VALUE_STORAGE ||
	       self->kind == CT_VALUE_OBJECT || self->kind == CT_VALUE_BIG_INT ||
	       self->kind == CT_VALUE_FOREIGN;
}

/* So that a length in bytes, even of pairs of values, does not overflow. */
static bool is_too_long(const ct_value *self)
{
	return self->i > PTRDIFF_MAX / (int64_t)(2 * sizeof(ct_value));
}

static const char *list_fault(const ct_value *self)
{
	if (self->i < 0)
		return "a list of negative length";
	if (is_too_long(self))
		return "a list larger than the address space";
	if (self->i > 0 && self->object == NULL)
		return "a list that is NULL and not empty";
	if (self->kind == CT_VALUE_BOOLS && !all_bools(self))
		return "a list of bools with an item that is neither 0 nor 1";
	return NULL;
}

static const char *big_int_fault(const ct_value *self)
{
	const char *digits = self->object;

	if (self->i < 0)
		return "an integer of negative length";
	if (!ct_big_int_fits(digits, (size_t)self->i))
		return "an integer of more than 255 bytes";
	if (!ct_is_int_text(digits, (size_t)self->i))
		return "an integer that is not decimal digits";
	if (ct_int_text_fits(digits, (size_t)self->i))
		return "a big integer of 64 bits";
	return NULL;
}

static const char *bytes_fault(const ct_value *self)
{
	if (self->i < 0)
		return "a bytes object of negative length";
	if (is_too_long(self))
		return "a bytes object larger than the address space";
	if (self->i > 0 && self->object == NULL)
		return "a bytes object that is NULL and not empty";
	return NULL;
}

const char *ct_value_fault(const ct_value *self)
{
	if (self->kind < CT_VALUE_NONE || self->kind >= CT_VALUE_KINDS)
		return "a value of an unknown kind";
	if (self->kind == CT_VALUE_BOOL && self->i != 0 && self->i != 1)
		return "a bool that is neither 0 nor 1";
	if (points(self) && self->object == NULL)
		return "a value that points to nothing";
	if (self->kind == CT_VALUE_STRING && self->i < 0)
		return "a string of negative length";
	if (self->kind == CT_VALUE_STRING && is_too_long(self))
		return "a string larger than the address space";
	if (self->kind == CT_VALUE_BYTES)
		return bytes_fault(self);
	if (self->kind == CT_VALUE_BIG_INT)
		return big_int_fault(self);
	if (ct_value_is_sequence(self) || ct_value_has_pairs(self))
		return list_fault(self);
	return NULL;
}

ct_value ct_value_element(const ct_value *self, int64_t i)
{
	switch (self->kind) {
	case CT_VALUE_INTS:
		return ct_value_int(((const int64_t *)self->object)[i]);
	case CT_VALUE_FLOATS:
		return ct_value_float(((const double *)self->object)[i]);
	case CT_VALUE_BOOLS:
		return ct_value_bool(((const unsigned char *)self->object)[i] != 0);
	case CT_VALUE_TENSORS:
		return ct_value_tensor(((ct_tensor *const *)self->object)[i]);
	case CT_VALUE_SET:
		return ct_value_borrow(ct_value_slot(self, 2 * i));
	default:
		return ct_value_borrow(ct_value_slot(self, i));
	}
}

static const char *article_of(const char *name)
{
	if (strcmp(name, "bytes") == 0)
		return "";
	/* A capital one: OrderedDict, UntypedStorage. */
	return strchr("aeiouOU", name[0]) ? "an " : "a ";
}

/* How an int differs from those that are expected. */
static const char *size_of_int(const ct_value *self)
{
	if (self->kind == CT_VALUE_UINT)
		return " above 2^63 - 1";
	return self->kind == CT_VALUE_BIG_INT ? " of more than 64 bits" : "";
}

ct_error ct_value_type_error(const ct_value *self, const char *function, const char *expected)
{
	const char *name = ct_value_type_name(self);

	if (self && ct_value_fault(self))
		return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (self) is %s",
				    ct_value_fault(self));
	if (ct_value_is_none(self))
		return ct_error_new(CT_ERROR_TYPE, function, "expected %s, got None", expected);
	return ct_error_new(CT_ERROR_TYPE, function, "expected %s, got %s%s%s", expected,
			    article_of(name), name, size_of_int(self));
}

ct_error ct_value_too_deep(const char *function)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function, CT_VALUE_TOO_DEEP, CT_VALUE_MAX_DEPTH);
}
