#include "counts.h"

#include "support.h"

/* What another program's allocator does differently; cuda_counts.py has the same. */
static bool is_left_out(const char *kind)
{
	static const char *const kinds[] = { "allocations", "frees",   "host_allocations",
					     "host_frees",  "streams", "event_records",
					     "refused" };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kind, kinds[i]))
			return true;
	return false;
}

struct comparison compare_counts(const json_t *of_case)
{
	const json_t *counts = json_object_get(of_case, "counts");
	struct comparison result = { .text = "the same" };
	const char *kind;

	for (int i = 0; (kind = fake_cuda_kind_name(i)) != NULL; i++) {
		int64_t wanted = json_integer_value(json_object_get(counts, kind));
		int64_t got = fake_cuda_count((fake_cuda_kind)i);

		if (is_left_out(kind) || got == wanted)
			continue;
		result.more += got > wanted;
		result.fewer += got < wanted;
		if (got < wanted && result.more)
			continue;
		snprintf(result.text, sizeof result.text, "%s: Python has %lld, C %lld", kind,
			 (long long)wanted, (long long)got);
	}
	return result;
}

void assert_same_counts(const json_t *of_case, const char *what)
{
	struct comparison is = compare_counts(of_case);

	/* Another release launches other kernels. */
	if (!expected_is_of_another_release())
		ck_assert_msg(is.more + is.fewer == 0, "%s: %s", what, is.text);
}
