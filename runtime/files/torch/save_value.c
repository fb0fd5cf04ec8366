/*
 * Saving: values as a pickle.
 */
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>

#include "core/base/impl.h"
#include "core/base/names.h"
#include "core/base/shown.h"
#include "core/base/utf8.h"
#include "files/torch/saver.h"
#include "operators/value/value.h"

/* Python adds so many items to a list or dict at once. */
enum { BATCH = 1000 };

/* --- Keys --------------------------------------------------------------------------------------- */

/* Appends ".key" to the key of what is saved; returns its length before. */
static size_t enter_key(struct ct_saver *self, const ct_value *key)
{
	const size_t before = self->key.length;

	if (before)
		ct_text_add(&self->key, ".");
	if (key->kind == CT_VALUE_STRING && ct_is_utf8(key->object, (size_t)key->i))
		ct_text_add_bytes(&self->key, key->object, (size_t)key->i);
	else if (key->kind == CT_VALUE_INT)
		ct_text_addf(&self->key, "%lld", (long long)key->i);
	else
		ct_text_add(&self->key, "?");
	return before;
}

static void leave_key(struct ct_saver *self, size_t before)
{
	self->key.length = before;
	if (self->key.data)
		self->key.data[before] = '\0';
}

/* --- Texts -------------------------------------------------------------------------------------- */

/* Protocol 2, which Python writes, has their length in 32 bits. */
static ct_error check_length(const struct ct_saver *self, size_t n)
{
	if (n <= UINT32_MAX)
		return NULL;
	return ct_saver_wrong(self,
			      "a string or bytes object of %zu bytes cannot be saved (the "
			      "limit is 4 GiB)",
			      n);
}

/* Bytes are written as a text of as many characters, of which those above 127 take two bytes. */
static size_t encoded_length(const char *bytes, size_t n)
{
	size_t length = n;

	for (size_t i = 0; i < n && n > UINT32_MAX / 2; i++)
		length += (unsigned char)bytes[i] > 127;
	return length;
}

static ct_error save_text(struct ct_saver *self, const char *text, size_t n)
{
	CT_TRY(check_length(self, n));
	if (!ct_is_utf8(text, n))
		return ct_saver_wrong(self, "a string is not valid UTF-8; save it as bytes");
	ct_pickle_text(&self->pickler, text, n);
	return NULL;
}

/* --- Constants of torch ------------------------------------------------------------------------- */

static ct_error save_memory_format(struct ct_saver *self, ct_memory_format format)
{
	static const char *const names[] = { "contiguous_format", "preserve_format",
					     "channels_last", "channels_last_3d" };

	if (format < CT_CONTIGUOUS_FORMAT || (size_t)format > sizeof names / sizeof *names)
		return ct_saver_wrong(self, "unknown memory format %d", (int)format);
	ct_pickle_named(&self->pickler, "torch", names[format - 1]);
	return NULL;
}

static ct_error save_quant_scheme(struct ct_saver *self, int64_t scheme)
{
	if (scheme < CT_PER_TENSOR_AFFINE || scheme > CT_PER_CHANNEL_AFFINE_FLOAT_QPARAMS)
		return ct_saver_wrong(self, "unknown quantization scheme %lld", (long long)scheme);
	ct_pickle_named(&self->pickler, "torch", ct_name_of_quant_scheme((ct_quant_scheme)scheme));
	return NULL;
}

/* torch.device("cuda", 1). */
static void save_device(struct ct_saver *self, ct_device device)
{
	char name[48];

	ct_impl_device_text((ct_device){ device.type, -1 }, name, sizeof name);
	ct_pickle_named(&self->pickler, "torch", "device");
	ct_pickle_text(&self->pickler, name, strlen(name));
	if (device.index >= 0)
		ct_pickle_int(&self->pickler, device.index);
	ct_pickle_tuple(&self->pickler, device.index >= 0 ? 2 : 1);
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&self->pickler);
}

static void save_complex(struct ct_saver *self, const ct_value *value)
{
	ct_pickle_named(&self->pickler, "__builtin__", "complex");
	ct_pickle_float(&self->pickler, value->re);
	ct_pickle_float(&self->pickler, value->im);
	ct_pickle_tuple(&self->pickler, 2);
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&self->pickler);
}

/* --- Lists, tuples, sets ------------------------------------------------------------------------ */

/* Items of a set are the keys of a dict. */
static ct_error save_items(struct ct_saver *self, const ct_value *list, int64_t begin, int64_t end)
{
	for (int64_t i = begin; i < end; i++) {
		const ct_value item = list->kind == CT_VALUE_SET ? *ct_value_slot(list, 2 * i)
								 : ct_value_element(list, i);

		CT_TRY(ct_save_value(self, &item));
	}
	return NULL;
}

static ct_error save_list(struct ct_saver *self, const ct_value *list)
{
	ct_pickle_op(&self->pickler, CT_PICKLE_EMPTY_LIST);
	ct_pickle_memoize(&self->pickler);
	if (list->i == 1) {
		CT_TRY(save_items(self, list, 0, 1));
		ct_pickle_op(&self->pickler, CT_PICKLE_APPEND);
		return NULL;
	}
	for (int64_t i = 0; i < list->i; i += BATCH) {
		ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
		CT_TRY(save_items(self, list, i, list->i - i < BATCH ? list->i : i + BATCH));
		ct_pickle_op(&self->pickler, CT_PICKLE_APPENDS);
	}
	return NULL;
}

static ct_error save_tuple(struct ct_saver *self, const ct_value *tuple)
{
	if (tuple->i > 3)
		ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	CT_TRY(save_items(self, tuple, 0, tuple->i));
	ct_pickle_tuple(&self->pickler, (size_t)tuple->i);
	return NULL;
}

/* set([...]). */
static ct_error save_set(struct ct_saver *self, const ct_value *set)
{
	ct_pickle_named(&self->pickler, "__builtin__", "set");
	CT_TRY(save_list(self, set));
	ct_pickle_tuple(&self->pickler, 1);
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&self->pickler);
	return NULL;
}

/* --- Dicts -------------------------------------------------------------------------------------- */

static ct_error save_pairs(struct ct_saver *self, const ct_value *dict, int64_t begin, int64_t end)
{
	for (int64_t i = begin; i < end; i++) {
		const ct_value *key = ct_value_slot(dict, 2 * i);
		const size_t before = enter_key(self, key);

		CT_TRY(ct_save_value(self, key));
		CT_TRY(ct_save_value(self, ct_value_slot(dict, 2 * i + 1)));
		leave_key(self, before);
	}
	return NULL;
}

/* In batches as Python's: for a dict, the last one can be empty. */
static ct_error save_all_pairs(struct ct_saver *self, const ct_value *dict, bool is_ordered)
{
	const int64_t end = is_ordered || dict->i % BATCH ? dict->i : dict->i + 1;

	if (dict->i == 0)
		return NULL;
	for (int64_t i = 0; i < end; i += BATCH) {
		const int64_t left = dict->i - i, n = left < BATCH ? left : BATCH;
		const bool alone = n == 1 && (is_ordered || dict->i == 1);

		if (!alone)
			ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
		CT_TRY(save_pairs(self, dict, i, i + n));
		ct_pickle_op(&self->pickler, alone ? CT_PICKLE_SETITEM : CT_PICKLE_SETITEMS);
	}
	return NULL;
}

/* OrderedDict(), its items, its attributes. */
static ct_error save_ordered_dict(struct ct_saver *self, const ct_value *dict)
{
	ct_value attributes;

	ct_pickle_named(&self->pickler, "collections", "OrderedDict");
	ct_pickle_op(&self->pickler, CT_PICKLE_EMPTY_TUPLE);
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&self->pickler);
	CT_TRY(save_all_pairs(self, dict, true));
	CT_TRY(ct_value_dict_attributes(dict, &attributes));
	if (ct_value_is_none(&attributes))
		return NULL;
	CT_TRY(ct_save_value(self, &attributes));
	ct_pickle_op(&self->pickler, CT_PICKLE_BUILD);
	return NULL;
}

static ct_error save_plain_dict(struct ct_saver *self, const ct_value *dict)
{
	ct_pickle_op(&self->pickler, CT_PICKLE_EMPTY_DICT);
	ct_pickle_memoize(&self->pickler);
	return save_all_pairs(self, dict, false);
}

/* Counter({...}). */
static ct_error save_counter(struct ct_saver *self, const ct_value *dict)
{
	ct_pickle_named(&self->pickler, "collections", "Counter");
	CT_TRY(save_plain_dict(self, dict));
	ct_pickle_tuple(&self->pickler, 1);
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&self->pickler);
	return NULL;
}

static ct_error save_dict(struct ct_saver *self, const ct_value *dict)
{
	if (ct_value_is_ordered_dict(dict))
		return save_ordered_dict(self, dict);
	return dict->flags & CT_VALUE_COUNTER ? save_counter(self, dict)
					      : save_plain_dict(self, dict);
}

/* --- Everything --------------------------------------------------------------------------------- */

static ct_error save_leaf(struct ct_saver *self, const ct_value *value)
{
	struct ct_pickler *pickler = &self->pickler;

	switch (value->kind) {
	case CT_VALUE_NONE:
		ct_pickle_op(pickler, CT_PICKLE_NONE);
		return NULL;
	case CT_VALUE_BOOL:
		ct_pickle_bool(pickler, value->i != 0);
		return NULL;
	case CT_VALUE_INT:
		ct_pickle_int(pickler, value->i);
		return NULL;
	case CT_VALUE_UINT:
		ct_pickle_uint(pickler, (uint64_t)value->i);
		return NULL;
	case CT_VALUE_BIG_INT:
		ct_pickle_big_int(pickler, value->object, (size_t)value->i);
		return NULL;
	case CT_VALUE_FLOAT:
		ct_pickle_float(pickler, value->re);
		return NULL;
	case CT_VALUE_COMPLEX:
		save_complex(self, value);
		return NULL;
	case CT_VALUE_STRING:
		return save_text(self, value->object, (size_t)value->i);
	case CT_VALUE_BYTES:
		CT_TRY(check_length(self, encoded_length(value->object, (size_t)value->i)));
		ct_pickle_bytes(pickler, value->object, (size_t)value->i);
		return NULL;
	case CT_VALUE_TENSOR:
		return ct_save_tensor(self, value->object);
	case CT_VALUE_STORAGE:
		return ct_save_storage(self, value->object, CT_DTYPE_NONE);
	case CT_VALUE_DEVICE:
		save_device(self, value->device);
		return NULL;
	case CT_VALUE_DTYPE:
		ct_save_dtype(self, (ct_dtype)value->i);
		return NULL;
	case CT_VALUE_LAYOUT:
		ct_save_layout(self, (ct_layout)value->i);
		return NULL;
	case CT_VALUE_MEMORY_FORMAT:
		return save_memory_format(self, (ct_memory_format)value->i);
	case CT_VALUE_QUANT_SCHEME:
		return save_quant_scheme(self, value->i);
	default:
		return ct_error_new(CT_ERROR_TYPE, self->function,
				    "a value of type %s cannot be saved",
				    ct_value_type_name(value));
	}
}

static ct_error save_nest(struct ct_saver *self, const ct_value *value)
{
	switch (value->kind) {
	case CT_VALUE_INTS:
	case CT_VALUE_FLOATS:
	case CT_VALUE_BOOLS:
	case CT_VALUE_TENSORS:
	case CT_VALUE_LIST:
		return save_list(self, value);
	case CT_VALUE_TUPLE:
		return save_tuple(self, value);
	case CT_VALUE_SET:
		return save_set(self, value);
	case CT_VALUE_DICT:
		return save_dict(self, value);
	default:
		return save_leaf(self, value);
	}
}

ct_error ct_save_value(struct ct_saver *self, const ct_value *value)
{
	const char *fault = ct_value_fault(value);
	ct_error error;

	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, self->function, "invalid value: %s", fault);
	if (self->depth > CT_VALUE_MAX_DEPTH)
		return ct_value_too_deep(self->function);
	self->depth++;
	error = save_nest(self, value);
	self->depth--;
	return error;
}
