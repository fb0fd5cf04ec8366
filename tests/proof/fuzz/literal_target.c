/*
 * Tensors from nested lists as text: with the dtype that they determine, and with one that the
 * length of the input selects. If the elements are integers, the same text gives the same numbers
 * as floats.
 */
#include <stdlib.h>

#include "calls.h"

static ct_tensor *read_as(const char *text, ct_dtype dtype)
{
	ct_tensor_options options = { 0 };
	ct_tensor *tensor = FUZZ_UNTOUCHED;
	ct_error error;

	options.dtype = dtype;
	error = ct_tensor_from_text(text, &options, &tensor);
	return fuzz_tensor(error, tensor);
}

static void check_floats(const char *text, const ct_tensor *integers)
{
	ct_tensor *floats = read_as(text, CT_FLOAT64), *converted = NULL;

	FUZZ_CHECK(floats, "integers, and no floats: %s", text);
	FUZZ_MUST(
		ct_to_dtype(integers, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &converted));
	FUZZ_CHECK(fuzz_same(floats, converted), "other numbers as floats: %s", text);
	ct_tensor_free(converted);
	ct_tensor_free(floats);
}

static void check_text(const char *text, size_t size)
{
	ct_tensor *plain = read_as(text, CT_DTYPE_NONE);
	ct_tensor *other = read_as(text, (ct_dtype)(size % (CT_BCOMPLEX32 + 1)));

	/* A number has at least one character. */
	FUZZ_CHECK(!plain || ct_tensor_numel(plain) <= (int64_t)size, "%lld elements of '%s'",
		   (long long)ct_tensor_numel(plain), text);
	FUZZ_CHECK(!plain || !other || ct_tensor_numel(plain) == ct_tensor_numel(other),
		   "another size as %s: %s", ct_dtype_name(ct_tensor_dtype(other)), text);
	if (plain && !ct_dtype_is_floating_point(ct_tensor_dtype(plain)) &&
	    !ct_dtype_is_complex(ct_tensor_dtype(plain)))
		check_floats(text, plain);
	ct_tensor_free(plain);
	ct_tensor_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	fuzz_enter();
	if (text)
		check_text(text, size);
	fuzz_leave();
	free(text);
	return 0;
}
