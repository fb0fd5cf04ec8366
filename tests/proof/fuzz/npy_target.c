/*
 * NumPy's files, read in all three ways: from memory, copied from a file, mapped. The results
 * agree, and a tensor that is written and read again is the same.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static void check_written(const ct_tensor *parsed)
{
	ct_tensor *again = FUZZ_UNTOUCHED;
	int64_t n = 0, used = -1;
	char *bytes = NULL;
	ct_error error;

	FUZZ_CHECK(fuzz_succeeds(ct_npy_encode(parsed, &bytes, &n)), "it cannot be written");
	error = ct_npy_decode(bytes, n, &used, &again);
	again = fuzz_tensor(error, again);
	FUZZ_CHECK(again && used == n, "%lld of %lld bytes are read", (long long)used,
		   (long long)n);
	FUZZ_CHECK(fuzz_same(parsed, again), "another tensor");
	ct_tensor_free(again);
	ct_free(bytes);
}

/* A mapping copies nothing: it supports neither another byte order nor unaligned elements, and
 * accepts any bytes as bools. */
static void check_mapped(const char *path, const ct_tensor *parsed)
{
	ct_tensor *mapped = FUZZ_UNTOUCHED;

	ct_error error = ct_npy_map(path, false, &mapped);

	mapped = fuzz_tensor(error, mapped);
	if (mapped && ct_tensor_dtype(mapped) != CT_BOOL)
		FUZZ_CHECK(parsed && fuzz_same(parsed, mapped), "it is mapped as another tensor");
	ct_tensor_free(mapped);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ct_tensor *parsed = FUZZ_UNTOUCHED, *loaded = FUZZ_UNTOUCHED;
	const char *path = fuzz_file("input.npy", data, size);
	int64_t used = -1;
	ct_error error;

	fuzz_enter();
	error = ct_npy_decode(data, (int64_t)size, &used, &parsed);
	parsed = fuzz_tensor(error, parsed);
	FUZZ_CHECK(parsed ? used > 0 && used <= (int64_t)size : used == -1, "%lld bytes of %zu",
		   (long long)used, size);
	error = ct_npy_load(path, &loaded);
	loaded = fuzz_tensor(error, loaded);
	FUZZ_CHECK(!parsed == !loaded, "memory is %s, a file is not", parsed ? "read" : "refused");
	FUZZ_CHECK(!parsed || fuzz_same(parsed, loaded), "a file is read as another tensor");
	check_mapped(path, parsed);
	if (parsed)
		check_written(parsed);
	ct_tensor_free(parsed);
	ct_tensor_free(loaded);
	fuzz_leave();
	return 0;
}
