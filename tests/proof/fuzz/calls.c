#include "calls.h"

#include <string.h>

static int64_t handles;

void fuzz_enter(void)
{
	handles = ct_memory_handle_count();
}

void fuzz_leave(void)
{
	FUZZ_CHECK(ct_memory_handle_count() == handles, "%lld more handles than before",
		   (long long)(ct_memory_handle_count() - handles));
}

/* Not strstr(): libFuzzer watches its calls, and would put the words into its inputs. */
static bool has_words(const char *text, const char *words)
{
	size_t same = 0;

	for (; *text && words[same]; text++)
		same = *text == words[same] ? same + 1 : *text == words[0];
	return !words[same];
}

bool fuzz_succeeds_in_libtorch(ct_error error)
{
	if (error == NULL)
		return true;
	FUZZ_CHECK(*error, "an error without words");
	FUZZ_CHECK(ct_error_class_of(error) != CT_ERROR_NONE, "no kind of: %s", error);
	ct_error_free(error);
	return false;
}

bool fuzz_succeeds(ct_error error)
{
	/* A failed assertion in libtorch would mean that it was given an invalid argument. */
	FUZZ_CHECK(error == NULL || !has_words(error, "please report a bug to PyTorch"), "%s",
		   error);
	return fuzz_succeeds_in_libtorch(error);
}

ct_tensor *fuzz_tensor(ct_error error, ct_tensor *result)
{
	if (fuzz_succeeds(error)) {
		FUZZ_CHECK(result && result != FUZZ_UNTOUCHED, "success without a result");
		return result;
	}
	FUZZ_CHECK(result == FUZZ_UNTOUCHED, "an error, and the result was written");
	return NULL;
}

bool fuzz_same(const ct_tensor *a, const ct_tensor *b)
{
	char *of_a = NULL, *of_b = NULL;
	int64_t n_a = 0, n_b = 0;
	bool same = fuzz_succeeds(ct_npy_encode(a, &of_a, &n_a)) &&
		    fuzz_succeeds(ct_npy_encode(b, &of_b, &n_b)) && n_a == n_b &&
		    !memcmp(of_a, of_b, (size_t)n_a);

	ct_free(of_a);
	ct_free(of_b);
	return same;
}

void fuzz_must(ct_error error, const char *call, const char *file, int line)
{
	if (error)
		fuzz_fail(file, line, call, "%s", error);
}
