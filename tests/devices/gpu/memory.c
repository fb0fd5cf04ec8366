/* Memory: that many steps need no more than some, and what happens where it ends. */
#include <inttypes.h>
#include <stdio.h>

#include "gpu.h"

static ct_error in_use(int64_t *allocated, int64_t *reserved)
{
	CT_TRY(ct_device_memory_allocated(GPU, allocated, NULL));
	return ct_device_memory_reserved(GPU, reserved, NULL);
}

static ct_error do_steps_of(struct training *training, int64_t count)
{
	for (int64_t i = 0; i < count; i++) {
		CT_SCOPE;
		CT_TRY(training_step(training));
	}
	return NULL;
}

/* A line for each thousand: there is something to see if the time ends. */
ct_error do_memory(int64_t count)
{
	struct training training;
	int64_t first[2], now[2], done = 100;

	count = count ? count : 10000;
	CT_SCOPE;
	CT_TRY(training_new(&training, "AdamW"));
	CT_TRY(do_steps_of(&training, done));
	CT_TRY(in_use(&first[0], &first[1]));
	while (done < count) {
		const int64_t more = count - done < 1000 ? count - done : 1000;
		char name[40];

		CT_TRY(do_steps_of(&training, more));
		done += more;
		CT_TRY(in_use(&now[0], &now[1]));
		snprintf(name, sizeof name, "after %" PRId64 " steps", done);
		report(name, now[0] == first[0] && now[1] == first[1],
		       "%" PRId64 " bytes allocated, %" PRId64 " reserved; after 100 steps %" PRId64
		       " and %" PRId64,
		       now[0], now[1], first[0], first[1]);
	}
	return NULL;
}

static ct_error allocate(int64_t nbytes)
{
	CT_SCOPE;
	CT_E(empty, CT_L(nbytes), .dtype = CT_UINT8, .device = GPU);
	return CT_DONE();
}

/* In eighths of the device, which the scope keeps, until there is no more. */
static ct_error fill(int64_t total, int *count)
{
	CT_SCOPE;
	for (*count = 0; *count < 9; ++*count) {
		CT_E(empty, CT_L(total / 8), .dtype = CT_UINT8, .device = GPU);
		CT_TRY(CT_DONE());
	}
	return NULL;
}

static void check_refusal(const char *name, ct_error error)
{
	const bool is_ok = error && ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY;

	report(name, is_ok, "%.100s", error ? error : "no error");
	ct_error_free(error);
}

ct_error do_oom(int64_t unused)
{
	int64_t available, total, allocated, reserved;
	int count;

	(void)unused;
	CT_TRY(ct_device_memory(GPU, &available, &total));
	check_refusal("more than the device has", allocate(2 * total));
	check_refusal("piece by piece", fill(total, &count));
	CT_TRY(in_use(&allocated, &reserved));
	report("nothing is lost", allocated == 0, "%" PRId64 " bytes allocated after %d pieces",
	       allocated, count);
	CT_TRY(allocate(total / 8));
	report("a program goes on", true, "with %" PRId64 " bytes", total / 8);
	CT_TRY(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	CT_TRY(in_use(&allocated, &reserved));
	report("memory is given back", reserved == 0, "%" PRId64 " bytes reserved", reserved);
	return NULL;
}
