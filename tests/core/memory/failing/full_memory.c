#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/mman.h>

#include "full_memory.h"

bool failing, full;
int times_full;

void *aligned_alloc(size_t alignment, size_t size)
{
	static void *(*original)(size_t, size_t);
	void *symbol;

	if (failing)
		return NULL;
	if (original == NULL) {
		symbol = dlsym(RTLD_NEXT, "aligned_alloc");
		memcpy(&original, &symbol, sizeof original);
	}
	return original(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	static int (*original)(void **, size_t, size_t);
	void *symbol;

	if (full && size >= LARGE) {
		times_full++;
		return ENOMEM;
	}
	if (original == NULL) {
		symbol = dlsym(RTLD_NEXT, "posix_memalign");
		memcpy(&original, &symbol, sizeof original);
	}
	return original(memory, alignment, size);
}

/* What the heap of tensors grows by. */
int mprotect(void *memory, size_t size, int access)
{
	static int (*original)(void *, size_t, int);
	void *symbol;

	if (full && size >= LARGE) {
		errno = ENOMEM;
		return -1;
	}
	if (original == NULL) {
		symbol = dlsym(RTLD_NEXT, "mprotect");
		memcpy(&original, &symbol, sizeof original);
	}
	return original(memory, size, access);
}

bool do_nothing(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;

	host->calls++;
	host->device = device;
	host->nbytes = nbytes;
	host->thread = pthread_self();
	if (host->freed)
		host->freed_before = *host->freed;
	return host->answer;
}

bool make_room(ct_device device, int64_t nbytes, void *context)
{
	full = false;
	return do_nothing(device, nbytes, context);
}

ct_error make_large(ct_tensor **result)
{
	const int64_t size[] = { LARGE / 4 };

	return ct_empty_memory_format(size, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				      CT_MEMORY_FORMAT_NONE, result);
}

void assert_no_memory(ct_error error)
{
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_msg(strncmp(error, "OutOfMemoryError: ", 18) == 0, "%s", error);
	ck_assert_msg(strstr(error, "1048576") != NULL, "%s", error);
	ct_error_free(error);
}

void assert_large(ct_error error, ct_tensor *tensor)
{
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(ct_tensor_numel(tensor), LARGE / 4);
	memset(ct_tensor_mutable_data(tensor), 1, LARGE);
	ct_tensor_free(tensor);
}

void must_make_large(void)
{
	ct_tensor *tensor = NULL;
	ct_error error = make_large(&tensor);

	assert_large(error, tensor);
}

static void memory_is_back(void *data, void *context)
{
	int *deleted = context;

	(void)data;
	full = false;
	(*deleted)++;
}

ct_tensor *room(int *deleted)
{
	static float value;
	ct_tensor *tensor = NULL;
	ct_error error = ct_tensor_from_blob(&value, CT_FLOAT32, CT_NO_INTS, CT_NO_INTS,
					     memory_is_back, deleted, &tensor);

	ck_assert_msg(error == NULL, "%s", error);
	*deleted = 0;
	return tensor;
}

static int64_t live_before;

static void begin(void)
{
	live_before = live_handles();
	times_full = 0;
	ct_memory_set_cache_limit(0); /* what is in the cache is found although memory is full */
}

/* Nothing may be lost. */
static void end(void)
{
	full = false;
	ct_memory_set_out_of_memory_hook(NULL, NULL);
	ct_error_free(ct_gc_finish());
	ck_assert_int_eq(live_handles(), live_before);
}

TCase *tests_with_memory(const char *name)
{
	TCase *tests = tcase_create(name);

	tcase_add_checked_fixture(tests, begin, end);
	return tests;
}
