#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <math.h>
#include <time.h>

#include "support.h"

#ifdef DEVICES_ON_CUDA
#define SIM_LIBRARY "libctorch_sim.so"

void load_sim(void)
{
	OK(ct_device_load(CT_DEVICE_TYPE_CUDA));
}

ct_device cuda_device(int32_t index)
{
	return CT_DEVICE_CUDA(index < ct_device_count(CT_DEVICE_TYPE_CUDA) ? index : 0);
}
#else
void load_sim(void)
{
	OK(ct_load_library(SIM_LIBRARY));
}
#endif

void (*sim_function(const char *name))(void)
{
	void *library = dlopen(SIM_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
	void (*function)(void) = NULL;

	ck_assert_msg(library != NULL, "%s is not loaded", SIM_LIBRARY);
	*(void **)&function = dlsym(library, name);
	ck_assert_msg(function != NULL, "%s: %s", name, dlerror());
	return function;
}

struct sim_counts counts(void)
{
	struct sim_counts now;

	SIM(get_counts)(&now);
	return now;
}

#ifdef DEVICES_ON_CUDA
struct sim_memory memory_of(int device)
{
	struct sim_memory now = { .allocated = 0 };

	OK(ct_device_memory_allocated(cuda_device(device), &now.allocated, NULL));
	return now;
}
#else
struct sim_memory memory_of(int device)
{
	struct sim_memory now;

	SIM(get_memory)(device, &now);
	return now;
}
#endif

static void sleep_a_millisecond(void)
{
	const struct timespec time = { 0, 1000000 };

	nanosleep(&time, NULL);
}

void assert_allocated(int device, int64_t nbytes)
{
	for (int i = 0; i < 5000 && memory_of(device).allocated != nbytes; i++)
		sleep_a_millisecond();
	ck_assert_msg(memory_of(device).allocated == nbytes,
		      SIM_NAME ":%d: expected %lld bytes in use, got %lld", device,
		      (long long)nbytes, (long long)memory_of(device).allocated);
}

ct_tensor *on_device(const ct_tensor *tensor, ct_device device)
{
	return tensor ? CT_E(to_device, tensor, device, ct_tensor_dtype(tensor)) : NULL;
}

ct_tensor *on_sim(const ct_tensor *tensor)
{
	return on_device(tensor, SIM_DEVICE(0));
}

ct_tensor *on_cpu(const ct_tensor *tensor)
{
	return on_device(tensor, CT_DEVICE_CPU);
}

bool is_same_number(double got, double wanted)
{
#ifdef DEVICES_ON_CUDA
	return fabs(got - wanted) <= 1e-3 * fabs(wanted) + 1e-5;
#else
	return got == wanted;
#endif
}

#ifdef DEVICES_ON_CUDA
static void assert_same_values(const ct_tensor *got, const ct_tensor *wanted, const char *what)
{
	bool is_close;

	OK(CT(allclose, &is_close, got, wanted, 1e-3, 1e-5, true));
	ck_assert_msg(is_close, "%s: other values", what);
}
#else
static void assert_same_values(const ct_tensor *got, const ct_tensor *wanted, const char *what)
{
	const char *theirs = ct_tensor_data(wanted), *ours = ct_tensor_data(got);
	const size_t nbytes = (size_t)(ct_tensor_numel(wanted) * ct_tensor_element_size(wanted));

	ck_assert_msg(nbytes == 0 || memcmp(ours, theirs, nbytes) == 0, "%s: other values", what);
}
#endif

/* The memory of a view may be conjugated or negated. */
static ct_tensor *values_on_cpu(const ct_tensor *tensor)
{
	return CT_E(contiguous, CT_E(resolve_neg, CT_E(resolve_conj, on_cpu(tensor))));
}

void assert_same(const ct_tensor *got, const ct_tensor *wanted, const char *what)
{
	CT_SCOPE;

	ck_assert_int_eq(ct_tensor_dtype(got), ct_tensor_dtype(wanted));
	ck_assert_int_eq(ct_tensor_dim(got), ct_tensor_dim(wanted));
	for (int64_t i = 0; i < ct_tensor_dim(wanted); i++)
		ck_assert_msg(ct_tensor_size(got, i) == ct_tensor_size(wanted, i),
			      "%s: size %lld of dimension %lld", what,
			      (long long)ct_tensor_size(got, i), (long long)i);
	got = values_on_cpu(got);
	wanted = values_on_cpu(wanted);
	OK(CT_DONE());
	assert_same_values(got, wanted, what);
}

typedef ct_error (*lister)(const ct_module *self, const ct_module_list_options *options,
			   ct_named_tensor **result, int64_t *result_len);

static void assert_same_parts(lister list, const ct_module *got, const ct_module *wanted)
{
	CT_SCOPE;
	ct_named_tensor *ours, *theirs;
	int64_t ours_len, theirs_len;

	OK(list(got, NULL, &ours, &ours_len));
	OK(list(wanted, NULL, &theirs, &theirs_len));
	ck_assert_int_eq(ours_len, theirs_len);
	for (int64_t i = 0; i < theirs_len; i++) {
		ck_assert_str_eq(ours[i].name, theirs[i].name);
		assert_same(ours[i].tensor, theirs[i].tensor, theirs[i].name);
	}
}

void assert_same_module(const ct_module *got, const ct_module *wanted)
{
	assert_same_parts(ct_module_named_parameters, got, wanted);
	assert_same_parts(ct_module_named_buffers, got, wanted);
}

/* --- Test cases ------------------------------------------------------------------------------- */

#ifdef DEVICES_ON_CUDA
static void begin_on_sim(void)
{
	load_sim();
}

static void end_on_sim(void)
{
}
#else
static int64_t allocated_before[2];

static void begin_on_sim(void)
{
	load_sim();
	SIM(reset)();
	for (int i = 0; i < 2; i++)
		allocated_before[i] = memory_of(i).allocated;
}

static void end_on_sim(void)
{
	for (int i = 0; i < 2; i++)
		assert_allocated(i, allocated_before[i]);
}
#endif

TCase *tests_on_sim(const char *name)
{
	TCase *tests = tests_of(name);

	tcase_add_checked_fixture(tests, begin_on_sim, end_on_sim);
	return tests;
}
