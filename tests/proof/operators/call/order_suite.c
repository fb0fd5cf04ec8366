/*
 * Of several invalid arguments, an operator's error names the first.
 */
#include <dlfcn.h>
#include <ffi.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "call/api.h"
#include "support/testing.h"

enum { MOST = 64 };

static struct api api;
static ct_tensor *tensor;
static ct_storage *storage;

/* An argument of any type. */
union value {
	void *pointer;
	int64_t i;
	int32_t word;
	double number;
	uint8_t byte;
	ct_scalar scalar;
	ct_device device;
	ct_stream stream;
};

static ffi_type *members_of_scalar[] = { &ffi_type_sint32, &ffi_type_sint64, &ffi_type_double,
					 &ffi_type_double, NULL };
static ffi_type *members_of_device[] = { &ffi_type_sint32, &ffi_type_sint32, NULL };
static ffi_type *members_of_stream[] = { &ffi_type_sint64, &ffi_type_sint32, &ffi_type_sint32,
					 NULL };
static ffi_type scalar_type = { 0, 0, FFI_TYPE_STRUCT, members_of_scalar };
static ffi_type device_type = { 0, 0, FFI_TYPE_STRUCT, members_of_device };
static ffi_type stream_type = { 0, 0, FFI_TYPE_STRUCT, members_of_stream };

static ct_scalar no_scalar = { .kind = 77 };
static const uint8_t no_bools[8] = { 7, 7, 7, 7, 7, 7, 7, 7 };
static const bool bools[8];

static bool is(const struct api_param *param, const char *c_type)
{
	return strcmp(param->c_type, c_type) == 0;
}

static bool is_optional(const struct api_param *param)
{
	return param->type[strlen(param->type) - 1] == '?';
}

static bool has_length(const struct api_function *f, size_t i)
{
	return i + 1 < f->params_len && f->params[i + 1].role == API_LENGTH;
}

static ffi_type *type_of(const struct api_param *param)
{
	static const struct {
		const char *c_type;
		ffi_type *type;
	} types[] = {
		{ "int64_t", &ffi_type_sint64 },
		{ "double", &ffi_type_double },
		{ "bool", &ffi_type_uint8 },
		{ "int32_t", &ffi_type_sint32 },
		{ "ct_dtype", &ffi_type_sint32 },
		{ "ct_layout", &ffi_type_sint32 },
		{ "ct_memory_format", &ffi_type_sint32 },
		{ "ct_scalar", &scalar_type },
		{ "ct_device", &device_type },
		{ "ct_stream", &stream_type },
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (is(param, types[i].c_type))
			return types[i].type;
	ck_assert_msg(strchr(param->c_type, '*') != NULL, "unknown type %s", param->c_type);
	return &ffi_type_pointer;
}

/* Whether there is an invalid value, which invalid_value() is. */
static bool may_be_invalid(const struct api_function *f, size_t i)
{
	const struct api_param *param = &f->params[i];

	if (param->role == API_LENGTH)
		return false;
	if (has_length(f, i))
		return true;
	if (is(param, "const ct_tensor *") || is(param, "ct_tensor *") || is(param, "const char *"))
		return strcmp(param->type, "str") == 0 || strncmp(param->type, "Tensor", 6) == 0
			       ? !is_optional(param)
			       : false;
	return is(param, "ct_storage *") || is(param, "const bool *") ||
	       is(param, "const ct_scalar *") || is(param, "ct_scalar") || is(param, "ct_device") ||
	       is(param, "ct_stream") || is(param, "int32_t") || is(param, "ct_dtype") ||
	       is(param, "ct_layout") || is(param, "ct_memory_format");
}

static union value invalid_value(const struct api_param *param)
{
	union value value = { 0 };

	if (param->role == API_LENGTH)
		value.i = -1;
	else if (is(param, "const bool *"))
		value.pointer = (void *)no_bools;
	else if (is(param, "const ct_scalar *"))
		value.pointer = &no_scalar;
	else if (is(param, "ct_scalar"))
		value.scalar = no_scalar;
	else if (is(param, "ct_device"))
		value.device = (ct_device){ 99, 0 };
	else if (is(param, "ct_stream"))
		value.stream = (ct_stream){ 0, 99, 0 };
	else if (type_of(param) == &ffi_type_sint32)
		value.word = 1000;
	return value;
}

static union value valid_value(const struct api_param *param)
{
	union value value = { 0 };

	if (is(param, "const ct_tensor *") || is(param, "ct_tensor *"))
		value.pointer = tensor;
	else if (is(param, "ct_storage *"))
		value.pointer = storage;
	else if (is(param, "const char *"))
		value.pointer = (void *)"";
	else if (is(param, "ct_dtype"))
		value.word = CT_FLOAT32;
	else if (is(param, "ct_layout"))
		value.word = CT_STRIDED;
	else if (is(param, "ct_memory_format"))
		value.word = CT_CONTIGUOUS_FORMAT;
	else if (is(param, "const bool *"))
		value.pointer = (void *)bools;
	else if (is(param, "ct_device"))
		value.device = CT_DEVICE_CPU;
	else if (is(param, "ct_stream"))
		value.stream.device_type = CT_DEVICE_TYPE_CPU;
	return value;
}

/* The arguments from the parameter `first` on are invalid, and so are places for lists. */
static ct_error call(const struct api_function *f, size_t first)
{
	static void *nowhere;
	const size_t n = f->params_len + f->results_len;
	union value values[MOST];
	ffi_type *types[MOST];
	void *pointers[MOST];
	ct_error error = NULL;
	ffi_cif cif;

	ck_assert_uint_le(n, MOST);
	for (size_t i = 0; i < n; i++) {
		const bool is_result = i >= f->params_len;
		const struct api_param *param = is_result ? NULL : &f->params[i];

		types[i] = is_result ? &ffi_type_pointer : type_of(param);
		values[i] = is_result   ? (union value){ NULL }
			    : i < first ? valid_value(param)
					: invalid_value(param);
		if (is_result && f->results[i - f->params_len].role != API_LENGTH)
			values[i].pointer = &nowhere;
		pointers[i] = &values[i];
	}
	ck_assert(ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)n, &ffi_type_pointer, types) ==
		  FFI_OK);
	ffi_call(&cif, FFI_FN(dlsym(RTLD_DEFAULT, f->symbol)), &error, pointers);
	return error;
}

/* The number of parameters that can be invalid. */
static int check(const struct api_function *f)
{
	int n = 0;

	for (size_t i = 0; i < f->params_len; i++) {
		char wanted[256];
		ct_error error;

		if (!may_be_invalid(f, i))
			continue;
		error = call(f, i);
		snprintf(wanted, sizeof wanted, "ArgumentError: %s: argument %d (%s)", f->symbol,
			 f->params[i].index + 1, f->params[i].arg);
		ck_assert_msg(error != NULL && strncmp(error, wanted, strlen(wanted)) == 0,
			      "%s\nexpected: %s\ngot:      %s", f->schema, wanted, error);
		ct_error_free(error);
		n++;
	}
	return n;
}

START_TEST(errors_name_the_first_invalid_argument)
{
	int n = 0;

	OK(ct_tensor_ones(CT_L(1), NULL, &tensor));
	OK(ct_tensor_storage(tensor, &storage));
	ck_assert(api_read(OPS_API, &api));
	for (size_t i = 0; i < api.functions_len; i++)
		n += check(&api.functions[i]);
	ck_assert_int_gt(n, 2 * (int)api.functions_len);
	api_free(&api);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

static Suite *order_suite(void)
{
	Suite *suite = suite_create("order of arguments");
	TCase *tests = tcase_create("order of arguments");

	tcase_set_timeout(tests, 0);
	tcase_add_test(tests, errors_name_the_first_invalid_argument);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	SRunner *runner = srunner_create(order_suite());
	int failed;

	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
