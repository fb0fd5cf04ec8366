/*
 * Single values: made, read, owned, copied.
 */
#include <math.h>

#include "support.h"

START_TEST(what_goes_in_comes_out)
{
	ct_value value = ct_value_int(INT64_MIN);
	ct_device device;
	ct_dtype dtype;
	ct_layout layout;
	ct_memory_format format;
	ct_quant_scheme scheme;
	ct_stream stream;
	ct_scalar scalar;
	int64_t i;
	double re, im;
	bool b;

	OK(ct_value_as_int(&value, &i));
	ck_assert(i == INT64_MIN);
	value = ct_value_bool(true);
	OK(ct_value_as_bool(&value, &b));
	ck_assert(b);
	value = ct_value_float(0.1);
	OK(ct_value_as_float(&value, &re));
	ck_assert(re == 0.1);
	value = ct_value_complex(1, -2);
	OK(ct_value_as_complex(&value, &re, &im));
	ck_assert(re == 1 && im == -2);
	value = ct_value_device(CT_DEVICE_CUDA(3));
	OK(ct_value_as_device(&value, &device));
	ck_assert(device.type == CT_DEVICE_TYPE_CUDA && device.index == 3);
	value = ct_value_dtype(CT_BFLOAT16);
	OK(ct_value_as_dtype(&value, &dtype));
	ck_assert_int_eq(dtype, CT_BFLOAT16);
	value = ct_value_layout(CT_SPARSE_CSR);
	OK(ct_value_as_layout(&value, &layout));
	ck_assert_int_eq(layout, CT_SPARSE_CSR);
	value = ct_value_memory_format(CT_CHANNELS_LAST);
	OK(ct_value_as_memory_format(&value, &format));
	ck_assert_int_eq(format, CT_CHANNELS_LAST);
	value = ct_value_quant_scheme(CT_PER_TENSOR_AFFINE);
	OK(ct_value_as_quant_scheme(&value, &scheme));
	ck_assert_int_eq(scheme, CT_PER_TENSOR_AFFINE);
	assert_prints(&value, "torch.per_tensor_affine");
	ck_assert_str_eq(ct_value_type_name(&value), "qscheme");
	value = ct_value_stream((ct_stream){ 7, CT_DEVICE_TYPE_CUDA, 1 });
	OK(ct_value_as_stream(&value, &stream));
	ck_assert(stream.id == 7 && stream.device_index == 1);
	value = ct_value_scalar(ct_scalar_uint(UINT64_MAX));
	OK(ct_value_as_scalar(&value, &scalar));
	ck_assert(scalar.kind == CT_SCALAR_UINT && (uint64_t)scalar.i == UINT64_MAX);
	OK(ct_value_as_float(&value, &re));
	ck_assert(re == 18446744073709551616.0);
	FAILS(ct_value_as_int(&value, NULL),
	      "TypeError: expected an int, got an int above 2^63 - 1");
}
END_TEST

START_TEST(big_integers_are_their_digits)
{
	static const char *const digits[] = { "18446744073709551616", "-9223372036854775809",
					      "1180591620717411303424" };
	ct_value value, copy;
	bool equal;
	double re;

	for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) {
		value = ct_value_big_int(digits[i]);
		ck_assert_int_eq(value.kind, CT_VALUE_BIG_INT);
		ck_assert_str_eq(ct_value_type_name(&value), "int");
		OK(ct_value_copy(&value, &copy));
		assert_prints(&copy, digits[i]);
		OK(ct_value_equal(&value, &copy, &equal));
		ck_assert(equal);
		ct_value_free(&copy);
	}
	OK(ct_value_as_float(&value, &re));
	ck_assert(re == 0x1p70);
	value = ct_value_big_int("18446744073709551615");
	ck_assert(value.kind == CT_VALUE_UINT && (uint64_t)value.i == UINT64_MAX);
	value = ct_value_big_int("-9223372036854775808");
	ck_assert(value.kind == CT_VALUE_INT && value.i == INT64_MIN);
	ck_assert(ct_value_is_none(&(ct_value){ .kind = ct_value_big_int(NULL).kind }));
}
END_TEST

/* 2^70 is a double, and the next integer is not. */
START_TEST(big_integers_equal_doubles_exactly)
{
	const ct_value big = ct_value_big_int("1180591620717411303424");
	const ct_value next = ct_value_big_int("1180591620717411303425");
	const ct_value number = ct_value_float(0x1p70), complex = ct_value_complex(0x1p70, 0);
	ct_value dict = ct_value_dict_new();
	bool equal;

	OK(ct_value_equal(&big, &number, &equal));
	ck_assert(equal);
	OK(ct_value_equal(&complex, &big, &equal));
	ck_assert(equal);
	OK(ct_value_equal(&next, &number, &equal));
	ck_assert(!equal);
	for (int i = 0; i < 40; i++)
		OK(ct_value_dict_set(&dict, ct_value_int(i), ct_value_none()));
	OK(ct_value_dict_set(&dict, big, ct_value_none()));
	ck_assert(ct_value_dict_has(&dict, number) && ct_value_dict_has(&dict, big));
	ck_assert(!ct_value_dict_has(&dict, next));
	ct_value_free(&dict);
}
END_TEST

/* 2^2039, of 614 digits, after room for a sign. */
static void write_limit(char text[616])
{
	snprintf(text, 616, "-%0614d", 1);
	for (int i = 0; i < 2039; i++)
		for (int at = 614, carry = 0; at > 0; at--) {
			const int twice = 2 * (text[at] - '0') + carry;

			text[at] = (char)('0' + twice % 10);
			carry = twice / 10;
		}
}

/* The integers that torch.load(weights_only=True) reads. */
START_TEST(big_integers_have_at_most_255_bytes)
{
	char limit[616];
	ct_value value, copy;

	write_limit(limit);
	value = ct_value_big_int(limit);
	OK(ct_value_copy(&value, &copy));
	assert_prints(&copy, limit);
	ct_value_free(&copy);
	value = ct_value_big_int(limit + 1);
	FAILS(ct_value_copy(&value, &copy),
	      "ArgumentError: ct_value_copy: invalid value: an integer of more than 255 bytes");
	ck_assert_int_eq(limit[614], '8');
	limit[614] = '7';
	OK(ct_value_copy(&value, &copy));
	ct_value_free(&copy);
	limit[614] = '9';
	value = ct_value_big_int(limit);
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "of more than 255 bytes");
}
END_TEST

START_TEST(what_is_wrong_with_big_integers_is_named)
{
	static const char *const wrong[] = {
		"", "-", "1 ", "012345678901234567890123", "1e30", "-0"
	};
	ct_value value, copy;
	char long_one[614];
	double re;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		value = ct_value_big_int(wrong[i]);
		FAILS(ct_value_copy(&value, &copy),
		      "ArgumentError: ct_value_copy: invalid value: an integer that is not decimal "
		      "digits");
	}
	value.i = -1;
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "of negative length");
	memset(long_one, '9', 613);
	long_one[613] = '\0';
	value = ct_value_big_int(long_one);
	FAILS(ct_value_as_float(&value, &re), "ValueError: int too large to convert to float");
	FAILS(ct_value_as_int(&value, NULL),
	      "TypeError: expected an int, got an int of more than 64 bits");
	FAILS(ct_value_as_scalar(&value, NULL),
	      "TypeError: expected a number, got an int of more than 64 bits");
	value.i = 5;
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "a big integer of 64 bits");
	value.object = NULL;
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "points to nothing");
}
END_TEST

START_TEST(texts_keep_what_follows_a_nul)
{
	ct_value value = ct_value_string("abc"), copy;
	const char *text;
	int64_t n;

	OK(ct_value_as_string(&value, &text, &n));
	ck_assert_str_eq(text, "abc");
	ck_assert_int_eq(n, 3);
	value.object = "a\0b";
	OK(ct_value_copy(&value, &copy));
	OK(ct_value_as_string(&copy, &text, &n));
	ck_assert(n == 3 && memcmp(text, "a\0b", 4) == 0);
	assert_prints(&copy, "'a\\x00b'");
	ct_value_free(&copy);
}
END_TEST

/* A missing continuation byte, an overlong slash, a number above the last one; and characters of
 * three and four bytes. */
START_TEST(bytes_that_are_no_utf8_are_shown_as_bytes)
{
	ct_value value = ct_value_string("\xc3( \xc0\xaf \xe0\x80\xaf \xf5\x80\x80\x80 \xff"),
		 text = ct_value_string("\xe2\x82\xac \xf0\x9f\x98\x80");

	assert_prints(&value, "'\\xc3( \\xc0\\xaf \\xe0\\x80\\xaf \\xf5\\x80\\x80\\x80 \\xff'");
	assert_prints(&text, "'\xe2\x82\xac \xf0\x9f\x98\x80'");
}
END_TEST

START_TEST(bytes_print_as_in_python)
{
	static const struct {
		const char *bytes;
		int64_t n;
		const char *repr;
	} cases[] = {
		{ "", 0, "b''" },
		{ NULL, 0, "b''" },
		{ "a\0b", 3, "b'a\\x00b'" },
		{ "it's", 4, "b\"it's\"" },
		{ "say \"hi\"", 8, "b'say \"hi\"'" },
		{ "'\"", 2, "b'\\'\"'" },
		{ "\t\n\r\v\\", 5, "b'\\t\\n\\r\\x0b\\\\'" },
		{ "\x1f ~\x7f\x80\xc3\xa9\xff", 8, "b'\\x1f ~\\x7f\\x80\\xc3\\xa9\\xff'" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ct_value value = ct_value_bytes(cases[i].bytes, cases[i].n), copy;
		const void *bytes;
		int64_t n;

		assert_prints(&value, cases[i].repr);
		ck_assert_int_eq(ct_value_count(&value), cases[i].n);
		OK(ct_value_copy(&value, &copy));
		assert_prints(&copy, cases[i].repr);
		assert_equal_values(&copy, &value, true);
		OK(ct_value_as_bytes(&copy, &bytes, &n));
		ck_assert_ptr_nonnull(bytes);
		ck_assert_int_eq(n, cases[i].n);
		ck_assert(n == 0 || memcmp(bytes, cases[i].bytes, (size_t)n) == 0);
		ct_value_free(&copy);
	}
}
END_TEST

START_TEST(bytes_equal_only_bytes)
{
	ct_value bytes = ct_value_bytes("ab", 2), text = ct_value_string("ab");
	ct_value shorter = ct_value_bytes("a", 1), other = ct_value_bytes("ac", 2);

	assert_equal_values(&bytes, &text, false);
	assert_equal_values(&bytes, &shorter, false);
	assert_equal_values(&bytes, &other, false);
	ck_assert_str_eq(ct_value_type_name(&bytes), "bytes");
}
END_TEST

START_TEST(bytes_are_no_text)
{
	ct_value bytes = ct_value_bytes("cpu", 3), text = ct_value_string("cpu"), copy;
	const void *found = NULL;
	const char *read = NULL;
	int64_t n = 5;

	FAILS(ct_value_as_string(&bytes, &read, NULL), "TypeError: expected a str, got bytes");
	FAILS(ct_value_as_bytes(&text, &found, &n), "TypeError: expected bytes, got a str");
	FAILS(ct_value_as_bytes(NULL, &found, &n), "TypeError: expected bytes, got None");
	FAILS_WITH(ct_value_as_device(&bytes, NULL), CT_ERROR_TYPE, "expected a device");
	FAILS(ct_value_as_bytes(&bytes, &found, NULL),
	      "ArgumentError: ct_value_as_bytes: nbytes must not be NULL when result is given");
	ck_assert(found == NULL && read == NULL && n == 5);
	bytes = ct_value_bytes(NULL, 3);
	FAILS(ct_value_copy(&bytes, &copy),
	      "ArgumentError: ct_value_copy: invalid value: a bytes object that is NULL and not empty");
	bytes = ct_value_bytes("abc", -1);
	FAILS_WITH(ct_value_to_string(&bytes, NULL), CT_ERROR_ARGUMENT,
		   "a bytes object of negative length");
	bytes = ct_value_bytes("abc", INT64_MAX);
	FAILS_WITH(ct_value_as_bytes(&bytes, &found, &n), CT_ERROR_ARGUMENT,
		   "a bytes object larger than the address space");
}
END_TEST

START_TEST(null_is_none)
{
	ct_tensor *tensor = UNTOUCHED;

	ck_assert(ct_value_is_none(NULL));
	ck_assert_int_eq(ct_value_tensor(NULL).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_string(NULL).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_generator(NULL).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_storage(NULL).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_dtype(CT_DTYPE_NONE).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_layout(CT_LAYOUT_NONE).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_memory_format(CT_MEMORY_FORMAT_NONE).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_device(CT_DEVICE_NONE).kind, CT_VALUE_NONE);
	ck_assert_int_eq(ct_value_ints(CT_NO_INTS).kind, CT_VALUE_INTS);
	ck_assert_str_eq(ct_value_type_name(NULL), "NoneType");
	ck_assert_int_eq(ct_value_count(NULL), -1);
	assert_prints(NULL, "None");
	OK(ct_value_as_tensor(NULL, &tensor));
	ck_assert_ptr_null(tensor);
	ct_value_free(NULL);
	ct_values_free(NULL, 3);
}
END_TEST

START_TEST(another_type_is_a_type_error)
{
	ct_value text = ct_value_string("x"), number = ct_value_float(1.5), none = ct_value_none();
	ct_value whole = ct_value_int(1), imaginary = ct_value_complex(0, 1);
	int64_t i = 5, *ints = NULL;
	double d;

	FAILS(ct_value_as_int(&text, &i), "TypeError: expected an int, got a str");
	FAILS(ct_value_as_int(&number, &i), "TypeError: expected an int, got a float");
	FAILS(ct_value_as_int(NULL, &i), "TypeError: expected an int, got None");
	FAILS(ct_value_as_bool(&whole, NULL), "TypeError: expected a bool, got an int");
	FAILS(ct_value_as_float(&imaginary, &d), "TypeError: expected a float, got a complex");
	FAILS(ct_value_as_float(&none, &d), "TypeError: expected a float, got None");
	FAILS(ct_value_as_tensor(&whole, NULL), "TypeError: expected a Tensor, got an int");
	FAILS(ct_value_as_string(&whole, NULL, NULL), "TypeError: expected a str, got an int");
	FAILS(ct_value_as_ints(&text, &ints, &i), "TypeError: expected a list, got a str");
	FAILS(ct_value_item(&whole, 0, NULL), "TypeError: expected a list, got an int");
	FAILS(ct_value_dict_get(&whole, text, NULL), "TypeError: expected a dict, got an int");
	FAILS_WITH(ct_value_as_device(&text, NULL), CT_ERROR_RUNTIME, "device string: x");
	FAILS(ct_value_as_scalar(&text, NULL), "TypeError: expected a number, got a str");
	FAILS(ct_value_as_complex(&text, &d, &d),
	      "TypeError: expected a complex number, got a str");
	FAILS(ct_value_dict_item(&text, 0, NULL, NULL), "TypeError: expected a dict, got a str");
	ck_assert_int_eq(ct_value_count(&whole), -1);
	ck_assert_int_eq(i, 5);
}
END_TEST

/* The first item that does not fit is named, and nothing is written. */
START_TEST(an_item_of_another_type_is_named)
{
	const ct_value items[] = { ct_value_int(1), ct_value_string("x"), ct_value_none() };
	ct_value list = ct_value_list(items, 3);
	double *floats = NULL;
	int64_t *ints = NULL, n = -7;
	ct_tensor **tensors = NULL;

	FAILS_WITH(ct_value_as_floats(&list, &floats, &n), CT_ERROR_TYPE,
		   "item 1: expected a float, got a str");
	FAILS_WITH(ct_value_as_ints(&list, &ints, &n), CT_ERROR_TYPE,
		   "item 1: expected an int, got a str");
	FAILS_WITH(ct_value_take_tensors(&list, &tensors, &n), CT_ERROR_TYPE, "item 0: ");
	ck_assert(floats == NULL && ints == NULL && tensors == NULL && n == -7);
	FAILS_WITH(ct_value_take_tensors(&list, &tensors, NULL), CT_ERROR_ARGUMENT,
		   "result_len must not be NULL when result is given");
}
END_TEST

START_TEST(nonsense_by_hand_is_refused)
{
	ct_value value = ct_value_int(1), copy = ct_value_none();
	unsigned char bytes[] = { 1, 7 };
	int64_t *ints;

	value.kind = 99;
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "a value of an unknown kind");
	FAILS_WITH(ct_value_to_string(&value, NULL), CT_ERROR_ARGUMENT, "of an unknown kind");
	FAILS_WITH(ct_value_equal(&value, &value, NULL), CT_ERROR_ARGUMENT, "of an unknown kind");
	FAILS_WITH(ct_value_as_int(&value, NULL), CT_ERROR_ARGUMENT, "of an unknown kind");
	ck_assert_str_eq(ct_value_type_name(&value), "unknown");
	value = ct_value_dtype(CT_FLOAT32);
	value.i += INT64_C(1) << 32;
	FAILS(ct_value_as_dtype(&value, NULL),
	      "ArgumentError: ct_value_as_dtype: 4294967303 is not a dtype");
	value.kind = CT_VALUE_LAYOUT;
	FAILS_WITH(ct_value_as_layout(&value, NULL), CT_ERROR_ARGUMENT, "is not a layout");
	value.kind = CT_VALUE_MEMORY_FORMAT;
	FAILS_WITH(ct_value_as_memory_format(&value, NULL), CT_ERROR_ARGUMENT, "a memory_format");
	value.kind = CT_VALUE_QUANT_SCHEME;
	FAILS_WITH(ct_value_as_quant_scheme(&value, NULL), CT_ERROR_ARGUMENT, "a qscheme");
	assert_prints(&value, "torch.unknown");
	value = ct_value_ints(CT_INTS_OF(NULL, 3));
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "NULL and not empty");
	FAILS_WITH(ct_value_as_ints(&value, &ints, NULL), CT_ERROR_ARGUMENT, "NULL and not empty");
	value = ct_value_list(&copy, -1);
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "negative length");
	value = ct_value_ints(
		CT_INTS_OF(&(const int64_t){ 1 }, INT64_MAX / 4 + 1)); /* 2^64 bytes: too many */
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT,
		   "larger than the address space");
	FAILS_WITH(ct_call("aten::zeros", &value, 1, NULL, 0), CT_ERROR_ARGUMENT,
		   "larger than the address space");
	value = ct_value_string("x");
	value.i = INT64_MAX;
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT,
		   "larger than the address space");
	value = ct_value_bools(CT_BOOLS_OF((bool *)bytes, 2));
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "neither 0 nor 1");
	value = ct_value_bool(true);
	value.i = 3;
	FAILS_WITH(ct_value_as_bool(&value, NULL), CT_ERROR_ARGUMENT, "neither 0 nor 1");
	value = ct_value_none();
	value.kind = CT_VALUE_TENSOR;
	FAILS_WITH(ct_value_as_tensor(&value, NULL), CT_ERROR_ARGUMENT, "points to nothing");
	value = ct_value_string("x");
	value.i = -1;
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "a string of negative length");
	copy = ct_value_dict_new();
	FAILS_WITH(ct_value_dict_set(&copy, value, ct_value_int(1)), CT_ERROR_ARGUMENT,
		   "the key is a string of negative length");
	ct_value_free(&copy);
	value = ct_value_scalar((ct_scalar){ .kind = 17 });
	FAILS_WITH(ct_value_copy(&value, &copy), CT_ERROR_ARGUMENT, "of an unknown kind");
}
END_TEST

START_TEST(a_copy_outlives_what_it_was_made_of)
{
	char text[] = "weight";
	int64_t ints[] = { 1, 2, 3 };
	double floats[] = { 0.5, 1 };
	bool bools[] = { true, false };
	ct_tensor *tensors[] = { number(4), NULL };
	ct_value items[] = { ct_value_string(text),
			     ct_value_ints(CT_INTS_OF(ints, 3)),
			     ct_value_floats(CT_FLOATS_OF(floats, 2)),
			     ct_value_bools(CT_BOOLS_OF(bools, 2)),
			     ct_value_tensors(CT_TENSORS_OF(tensors, 2)),
			     ct_value_tensor(tensors[0]) };
	ct_value list = ct_value_list(items, COUNT_OF(items)), copy, item;

	OK(ct_value_copy(&list, &copy));
	ck_assert(ct_value_is_owned(&copy) && !ct_value_is_owned(&list));
	memset(text, '?', 6);
	memset(ints, 0, sizeof ints);
	memset(floats, 0, sizeof floats);
	memset(bools, 0, sizeof bools);
	ct_tensor_free(tensors[0]);
	OK(ct_value_item(&copy, 5, &item));
	ck_assert(value_of(tensor_in(&item)) == 4);
	OK(ct_value_list_remove(&copy, 5));
	OK(ct_value_list_remove(&copy, 4));
	assert_prints(&copy, "['weight', [1, 2, 3], [0.5, 1.0], [True, False]]");
	ct_value_free(&copy);
	ck_assert(ct_value_is_none(&copy));
}
END_TEST

START_TEST(tensors_in_values_belong_to_no_scope)
{
	ct_scope *scope = open_scope();
	ct_value borrowed, copy;

	borrowed = ct_value_tensor(number(3));
	OK(ct_value_copy(&borrowed, &copy));
	OK(ct_scope_close(scope));
	ck_assert(value_of(tensor_in(&copy)) == 3);
	ct_value_free(&copy);
}
END_TEST

START_TEST(a_tensor_that_is_taken_out_belongs_to_the_scope)
{
	ct_tensor *made = number(3), *taken;
	ct_value borrowed = ct_value_tensor(made), copy;
	ct_scope *scope = open_scope();

	OK(ct_value_copy(&borrowed, &copy));
	OK(ct_value_take_tensor(&copy, &taken));
	ck_assert(ct_value_is_none(&copy));
	ck_assert(taken == made);
	OK(ct_scope_close(scope));
	ck_assert(value_of(made) == 3);
	OK(ct_value_take_tensor(&borrowed, NULL));
	ct_tensor_free(made);
}
END_TEST

START_TEST(a_list_of_tensors_is_taken_out)
{
	ct_tensor *tensors[] = { number(1), NULL, number(2) }, **taken = NULL;
	ct_value list = ct_value_tensors(CT_TENSORS_OF(tensors, 3)), copy, mixed;
	int64_t n = 0;

	OK(ct_value_copy(&list, &copy));
	OK(ct_value_take_tensors(&copy, &taken, &n));
	ck_assert(n == 3 && taken[0] == tensors[0] && taken[1] == NULL);
	ct_tensors_free(taken, n);
	mixed = ct_value_list((ct_value[]){ ct_value_tensor(tensors[0]), ct_value_int(1) }, 2);
	FAILS(ct_value_take_tensors(&mixed, &taken, &n),
	      "TypeError: item 1: expected a Tensor, got an int");
	ct_tensor_free(tensors[0]);
	ct_tensor_free(tensors[2]);
}
END_TEST

START_TEST(generators_and_storages_are_shared)
{
	ct_generator *generator, *got_generator;
	ct_storage *storage, *got_storage;
	ct_tensor *tensor = number(1);
	ct_value list, copy, item;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_tensor_storage(tensor, &storage));
	list = ct_value_tuple(
		(ct_value[]){ ct_value_generator(generator), ct_value_storage(storage) }, 2);
	OK(ct_value_copy(&list, &copy));
	assert_equal_values(&list, &copy, true);
	ct_generator_free(generator);
	ct_storage_free(storage);
	OK(ct_value_item(&copy, 0, &item));
	OK(ct_value_as_generator(&item, &got_generator));
	ck_assert_ptr_eq(got_generator, generator);
	OK(ct_value_item(&copy, 1, &item));
	OK(ct_value_as_storage(&item, &got_storage));
	ck_assert_int_eq(ct_storage_nbytes(got_storage), 4);
	ct_value_free(&copy);
	ct_tensor_free(tensor);
}
END_TEST

static void count_release(void *data)
{
	++*(int *)data;
}

START_TEST(copies_share_an_object_of_the_program)
{
	int released = 0;
	ct_value value, list = ct_value_list_new(), copy;
	bool equal;
	void *data;

	OK(ct_value_foreign_new("Session", &released, count_release, &value));
	ck_assert_str_eq(ct_value_type_name(&value), "Session");
	OK(ct_value_list_append(&list, value));
	OK(ct_value_list_move(&list, &value));
	OK(ct_value_deepcopy(&list, &copy));
	OK(ct_value_equal(&list, &copy, &equal));
	ck_assert(equal);
	OK(ct_value_item(&copy, 1, &value));
	OK(ct_value_as_foreign(&value, "Session", &data));
	ck_assert_ptr_eq(data, &released);
	ct_value_free(&list);
	ck_assert_int_eq(released, 0);
	ct_value_free(&copy);
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(an_object_of_the_program_stays_in_the_program)
{
	int released = 0;
	ct_value value, batch, sum, one = ct_value_int(1), none = ct_value_none();
	ct_tensor *x;
	ct_error error;

	OK(ct_value_foreign_new("Session", &released, count_release, &value));
	FAILS(ct_value_as_foreign(&value, "Window", NULL),
	      "TypeError: expected an object of the type 'Window', got a Session");
	FAILS(ct_value_as_foreign(&one, "Window", NULL),
	      "TypeError: expected an object of the type 'Window', got an int");
	FAILS(ct_value_as_foreign(&none, "Window", NULL),
	      "TypeError: expected an object of the type 'Window', got None");
	FAILS(ct_value_as_int(&value, NULL), "TypeError: expected an int, got a Session");
	FAILS(ct_save(&value, "session.pt"), "TypeError: a value of type Session cannot be saved");
	x = number(1);
	error = ct_call("aten::add.Tensor", (ct_value[]){ ct_value_tensor(x), value, one }, 3, &sum,
			1);
	ck_assert_ptr_nonnull(strstr(error, "instead found type 'Session'"));
	ct_error_free(error);
	ct_tensor_free(x);
	batch = ct_value_list_new();
	OK(ct_value_list_append(&batch, value));
	FAILS(ct_default_collate(&batch, NULL, &sum),
	      "TypeError: default_collate: batch must contain tensors, numbers, dicts, lists or "
	      "strings; found Session");
	ct_value_free(&batch);
	ct_value_free(&value);
	FAILS(ct_value_foreign_new(NULL, &released, count_release, &value),
	      "ArgumentError: ct_value_foreign_new: argument 1 (type) must not be NULL");
	FAILS(ct_value_foreign_new("Session", &released, count_release, NULL),
	      "ArgumentError: ct_value_foreign_new: argument 4 (result) must not be NULL");
	ck_assert_int_eq(released, 3);
	OK(ct_value_foreign_new("", NULL, NULL, &value));
	ct_value_free(&value);
}
END_TEST

START_TEST(a_deep_copy_copies_each_tensor_once)
{
	ct_tensor *leaf = vector(2, (const float[]){ 1, 2 });
	ct_value items[] = { ct_value_tensor(leaf), ct_value_tensor(leaf) }, copy, a, b;
	ct_value list = ct_value_list(items, 2);

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(ct_value_deepcopy(&list, &copy));
	OK(ct_value_item(&copy, 0, &a));
	OK(ct_value_item(&copy, 1, &b));
	ck_assert_ptr_eq(tensor_in(&a), tensor_in(&b));
	ck_assert_ptr_ne(tensor_in(&a), leaf);
	ck_assert_ptr_ne(ct_tensor_data(tensor_in(&a)), ct_tensor_data(leaf));
	ck_assert(ct_tensor_requires_grad(tensor_in(&a)) && ct_tensor_is_leaf(tensor_in(&a)));
	assert_equal_values(&list, &copy, true);
	ct_value_free(&copy);
	ct_tensor_free(leaf);
}
END_TEST

START_TEST(a_deep_copy_brings_the_gradient)
{
	ct_tensor *leaf = number(3), *square, *grad;
	ct_value value = ct_value_tensor(leaf), copy, computed;

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(ct_square(leaf, &square));
	computed = ct_value_tensor(square);
	FAILS_WITH(ct_value_deepcopy(&computed, &copy), CT_ERROR_RUNTIME,
		   "Only Tensors created explicitly by the user");
	OK(ct_tensor_backward(square));
	OK(ct_value_deepcopy(&value, &copy));
	OK(ct_tensor_grad(tensor_in(&copy), &grad));
	ck_assert(value_of(grad) == 6);
	ct_tensor_free(grad);
	ct_value_free(&copy);
	ct_tensor_free(square);
	ct_tensor_free(leaf);
}
END_TEST

START_TEST(tensors_are_equal_by_their_elements)
{
	ct_tensor *one = number(1), *same = number(1), *two = number(2), *nan = number(NAN);
	ct_tensor *other = number(NAN);
	ct_value a = ct_value_tensor(one), b = ct_value_tensor(same), c = ct_value_tensor(two);
	ct_value d = ct_value_tensor(nan), e = ct_value_tensor(other);

	assert_equal_values(&a, &b, true);
	assert_equal_values(&a, &c, false);
	assert_equal_values(&d, &d, true);
	assert_equal_values(&d, &e, false);
	OK(ct_to_dtype(one, CT_INT32, false, true, CT_PRESERVE_FORMAT, &two));
	ct_tensor_free((ct_tensor *)c.object);
	c = ct_value_tensor(two);
	assert_equal_values(&a, &c, false);
	ct_tensor_free(two);
	two = vector(1, (const float[]){ 1 });
	c = ct_value_tensor(two);
	assert_equal_values(&a, &c, false);
	ct_tensor_free(other);
	other = vector(2, (const float[]){ 1, 1 });
	e = ct_value_tensor(other);
	assert_equal_values(&c, &e, false);
	ct_tensor_free(other);
	OK(ct_to_device(one, ((ct_device){ CT_DEVICE_TYPE_META, -1 }), CT_FLOAT32, false, true,
			CT_PRESERVE_FORMAT, &other));
	e = ct_value_tensor(other);
	assert_equal_values(&a, &e, false);
	ct_tensor_free(one);
	ct_tensor_free(same);
	ct_tensor_free(two);
	ct_tensor_free(nan);
	ct_tensor_free(other);
}
END_TEST

START_TEST(numbers_of_lists_are_read_whatever_list_it_is)
{
	ct_value mixed[] = { ct_value_int(1), ct_value_bool(true), ct_value_float(2.5) };
	ct_value list = ct_value_list(mixed, 3), tuple = ct_value_tuple(mixed, 2);
	double *floats;
	int64_t *ints, n = 0;

	OK(ct_value_as_floats(&list, &floats, &n));
	ck_assert(n == 3 && floats[0] == 1 && floats[1] == 1 && floats[2] == 2.5);
	ct_free(floats);
	OK(ct_value_as_ints(&tuple, &ints, &n));
	ck_assert(n == 2 && ints[0] == 1 && ints[1] == 1);
	ct_free(ints);
	FAILS(ct_value_as_ints(&list, &ints, &n),
	      "TypeError: item 2: expected an int, got a float");
}
END_TEST

Suite *values_suite(void)
{
	Suite *suite = suite_create("operators: values");
	TCase *tests = tests_of("values");

	tcase_add_test(tests, what_goes_in_comes_out);
	tcase_add_test(tests, big_integers_are_their_digits);
	tcase_add_test(tests, big_integers_equal_doubles_exactly);
	tcase_add_test(tests, big_integers_have_at_most_255_bytes);
	tcase_add_test(tests, what_is_wrong_with_big_integers_is_named);
	tcase_add_test(tests, texts_keep_what_follows_a_nul);
	tcase_add_test(tests, bytes_that_are_no_utf8_are_shown_as_bytes);
	tcase_add_test(tests, bytes_print_as_in_python);
	tcase_add_test(tests, bytes_equal_only_bytes);
	tcase_add_test(tests, bytes_are_no_text);
	tcase_add_test(tests, null_is_none);
	tcase_add_test(tests, another_type_is_a_type_error);
	tcase_add_test(tests, an_item_of_another_type_is_named);
	tcase_add_test(tests, nonsense_by_hand_is_refused);
	tcase_add_test(tests, a_copy_outlives_what_it_was_made_of);
	tcase_add_test(tests, tensors_in_values_belong_to_no_scope);
	tcase_add_test(tests, a_tensor_that_is_taken_out_belongs_to_the_scope);
	tcase_add_test(tests, a_list_of_tensors_is_taken_out);
	tcase_add_test(tests, generators_and_storages_are_shared);
	tcase_add_test(tests, copies_share_an_object_of_the_program);
	tcase_add_test(tests, an_object_of_the_program_stays_in_the_program);
	tcase_add_test(tests, a_deep_copy_copies_each_tensor_once);
	tcase_add_test(tests, a_deep_copy_brings_the_gradient);
	tcase_add_test(tests, tensors_are_equal_by_their_elements);
	tcase_add_test(tests, numbers_of_lists_are_read_whatever_list_it_is);
	suite_add_tcase(suite, tests);
	return suite;
}
