#include <dlfcn.h>
#include <math.h>

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

TCase *tests_on_sim(const char *name)
{
	TCase *tests = tests_of(name);

	tcase_add_checked_fixture(tests, load_sim, NULL);
	return tests;
}

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

struct sim_memory memory_of(int device)
{
	struct sim_memory now;

	SIM(get_memory)(device, &now);
	return now;
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
