/*
 * safetensors files, read in all three ways: from memory, copied from a file, mapped. The results
 * agree, and tensors that are written and read again are the same. An input that begins with a
 * brace is read as an index, too. Under libFuzzer the length of the header is usually correct,
 * since hardly any input would get past it otherwise.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum { PREFIX = 8 };

static const ct_value untouched = { .kind = CT_VALUE_INT, .i = 0x5a50 };

/* Whether the call has succeeded; after an error its result must be as before. */
static bool has_dict(ct_error error, const ct_value *result)
{
	const bool succeeds = fuzz_succeeds(error);

	FUZZ_CHECK(result->kind == (succeeds ? CT_VALUE_DICT : CT_VALUE_INT), "a value of kind %d",
		   result->kind);
	return succeeds;
}

static bool same_tensor(const ct_value *a, const ct_value *b)
{
	const ct_tensor *x = a->object, *y = b->object;
	const size_t n = (size_t)(ct_tensor_numel(x) * ct_tensor_element_size(x));
	const size_t shape = (size_t)ct_tensor_dim(x) * sizeof(int64_t);

	return ct_tensor_dtype(x) == ct_tensor_dtype(y) && ct_tensor_dim(x) == ct_tensor_dim(y) &&
	       (shape == 0 || memcmp(ct_tensor_shape(x), ct_tensor_shape(y), shape) == 0) &&
	       (n == 0 || memcmp(ct_tensor_data(x), ct_tensor_data(y), n) == 0);
}

static void check_same(const ct_value *a, const ct_value *b, const char *what)
{
	FUZZ_CHECK(ct_value_count(a) == ct_value_count(b), "%s: %lld tensors instead of %lld", what,
		   (long long)ct_value_count(b), (long long)ct_value_count(a));
	for (int64_t i = 0; i < ct_value_count(a); i++) {
		ct_value name, x, y;

		FUZZ_MUST(ct_value_dict_item(a, i, &name, &x));
		FUZZ_MUST(ct_value_dict_get(b, name, &y));
		FUZZ_CHECK(same_tensor(&x, &y), "%s: '%s' differs", what,
			   (const char *)name.object);
	}
}

static void check_file(const char *path, const ct_value *parsed, bool mmap)
{
	const ct_load_options options = { .mmap = mmap };
	ct_value loaded = untouched;

	ct_error error = ct_safetensors_load(path, &options, &loaded);

	if (has_dict(error, &loaded)) {
		FUZZ_CHECK(parsed->kind == CT_VALUE_DICT, "memory is refused, a file is not");
		check_same(parsed, &loaded, mmap ? "mapped" : "copied");
		ct_value_free(&loaded);
	} else {
		FUZZ_CHECK(parsed->kind != CT_VALUE_DICT, "memory is read, a file is refused");
	}
}

static void check_written(const ct_value *parsed, const ct_value *metadata)
{
	ct_value again = untouched;
	char *bytes = NULL, *twice = NULL;
	int64_t n = 0, m = 0;

	FUZZ_MUST(ct_safetensors_encode(parsed, metadata, &bytes, &n));
	FUZZ_MUST(ct_safetensors_decode(bytes, n, NULL, &again));
	check_same(parsed, &again, "written");
	FUZZ_MUST(ct_safetensors_encode(&again, metadata, &twice, &m));
	FUZZ_CHECK(n == m && memcmp(bytes, twice, (size_t)n) == 0, "written again as %lld bytes",
		   (long long)m);
	ct_value_free(&again);
	ct_free(twice);
	ct_free(bytes);
}

static void check_index(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file("input.index.json", data, size);
	ct_value result = untouched;
	ct_error error = ct_safetensors_metadata(path, &result);

	if (has_dict(error, &result))
		ct_value_free(&result);
	error = ct_safetensors_load(path, NULL, &result);
	FUZZ_CHECK(error != NULL, "the files of the index are not there");
	ct_error_free(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ct_value parsed = untouched, metadata = untouched;
	ct_error error;
	const char *path;

	fuzz_enter();
	path = fuzz_file("input.safetensors", data, size);
	error = ct_safetensors_metadata(path, &metadata);
	has_dict(error, &metadata);
	error = ct_safetensors_decode(data, (int64_t)size, NULL, &parsed);
	has_dict(error, &parsed);
	check_file(path, &parsed, false);
	check_file(path, &parsed, true);
	if (parsed.kind == CT_VALUE_DICT)
		check_written(&parsed, &metadata);
	if (size && *data == '{')
		check_index(data, size);
	ct_value_free(&metadata);
	ct_value_free(&parsed);
	fuzz_leave();
	return 0;
}

/* --- for libFuzzer ---------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* The header ends with the last brace. */
static void mend_length(uint8_t *data, size_t size)
{
	size_t end = size;

	while (end > PREFIX && data[end - 1] != '}')
		end--;
	for (size_t i = 0; i < PREFIX && size >= PREFIX; i++)
		data[i] = (uint8_t)((uint64_t)(end - PREFIX) >> 8 * i);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 16 && size && *data != '{')
		mend_length(data, size);
	return size;
}
