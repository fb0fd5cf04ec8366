/*
 * libtorch functions that throw where they never should, and a third-party generator: whatever they
 * throw becomes an error in C. The program's functions of these names take precedence over
 * libtorch's.
 */
#include <stdexcept>

#include <dlfcn.h>

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include "beside.hpp"
#include "support.h"

namespace {

thread_local bool angry;
thread_local const at::Generator *instead; /* replaces the CPU's default generator; or NULL */

void maybe_throw()
{
	if (angry)
		throw std::runtime_error("angry");
}

/* libtorch's function with this mangled name. */
template <class Function> Function original(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name);

	MUST(symbol);
	return reinterpret_cast<Function>(symbol);
}

} // namespace

namespace at {

Context &globalContext()
{
	static auto theirs = original<Context &(*)()>("_ZN2at13globalContextEv");

	maybe_throw();
	return theirs();
}

void set_num_threads(int n)
{
	static auto theirs = original<void (*)(int)>("_ZN2at15set_num_threadsEi");

	maybe_throw();
	theirs(n);
}

namespace detail {

const Generator &getDefaultCPUGenerator()
{
	static auto theirs = original<const Generator &(*)()>(
		"_ZN2at6detail22getDefaultCPUGeneratorEv");

	maybe_throw();
	return instead ? *instead : theirs();
}

} // namespace detail
} // namespace at

namespace {

/* Like a device's generator, it has an offset and can be captured. */
struct own_generator final : c10::GeneratorImpl {
	uint64_t now = 0, offset = 0;

	own_generator()
	    : c10::GeneratorImpl(c10::Device(c10::kCPU), c10::DispatchKeySet(c10::DispatchKey::CPU))
	{
	}

	void set_current_seed(uint64_t seed) override
	{
		maybe_throw();
		now = seed;
	}
#if CT_HAS_GENERATOR_OFFSET
	void set_offset(uint64_t wanted) override
	{
		maybe_throw();
		offset = wanted;
	}
	uint64_t get_offset() const override
	{
		maybe_throw();
		return offset;
	}
#endif
	uint64_t current_seed() const override
	{
		maybe_throw();
		return now;
	}
	uint64_t seed() override
	{
		maybe_throw();
		return now = 99;
	}
	void set_state(const c10::TensorImpl &) override
	{
		maybe_throw();
	}
	c10::intrusive_ptr<c10::TensorImpl> get_state() const override
	{
		maybe_throw();
		return at::zeros({ 2 }, at::kByte).getIntrusivePtr();
	}
#if CT_HAS_GRAPHSAFE_STATE
	void graphsafe_set_state(const c10::intrusive_ptr<c10::GeneratorImpl> &other) override
	{
		maybe_throw();
		offset = other->get_offset();
	}
	c10::intrusive_ptr<c10::GeneratorImpl> graphsafe_get_state() const override
	{
		maybe_throw();
		return clone();
	}
#endif
	own_generator *clone_impl() const override
	{
		auto copy = std::make_unique<own_generator>();

		maybe_throw();
		copy->now = now;
		copy->offset = offset;
		return copy.release();
	}
};

ct_generator *generator;

void make_generator()
{
	generator = reinterpret_cast<ct_generator *>(
		at::make_generator<own_generator>().unsafeReleaseGeneratorImpl());
}

void free_generator()
{
	angry = false;
	instead = nullptr;
	ct_generator_free(generator);
}

ct_error get_precision()
{
	const char *precision;

	return ct_float32_matmul_precision(&precision);
}

ct_error make_default()
{
	ct_generator *result;

	return ct_generator_default(CT_DEVICE_CPU, &result);
}

ct_error clone_state()
{
	ct_generator *result;

	return ct_generator_clone_state(generator, &result);
}

[[maybe_unused]] ct_error get_graphsafe_state()
{
	ct_generator *result;

	return ct_generator_graphsafe_state(generator, &result);
}

ct_error get_state()
{
	ct_tensor *result;

	return ct_generator_state(generator, &result);
}

ct_error save_states()
{
	ct_rng_states *result;

	return ct_rng_states_capture(&result);
}

const struct {
	const char *function;
	ct_error (*call)();
} calls[] = {
	{ "ct_manual_seed", [] { return ct_manual_seed(1); } },
	{ "ct_seed", [] { return ct_seed(nullptr); } },
	{ "ct_set_num_threads", [] { return ct_set_num_threads(1); } },
	{ "ct_use_deterministic_algorithms",
	  [] { return ct_use_deterministic_algorithms(false, false); } },
	{ "ct_float32_matmul_precision", get_precision },
	{ "ct_generator_default", make_default },
	{ "ct_generator_clone_state", clone_state },
	{ "ct_generator_manual_seed", [] { return ct_generator_manual_seed(generator, 1); } },
	{ "ct_generator_seed", [] { return ct_generator_seed(generator, nullptr); } },
	{ "ct_generator_initial_seed",
	  [] { return ct_generator_initial_seed(generator, nullptr); } },
	{ "ct_generator_state", get_state },
#if CT_HAS_GENERATOR_OFFSET
	{ "ct_generator_offset", [] { return ct_generator_offset(generator, nullptr); } },
	{ "ct_generator_set_offset", [] { return ct_generator_set_offset(generator, 4); } },
#endif
#if CT_HAS_GRAPHSAFE_STATE
	{ "ct_generator_graphsafe_state", get_graphsafe_state },
	{ "ct_generator_graphsafe_set_state",
	  [] { return ct_generator_graphsafe_set_state(generator, generator); } },
#endif
	{ "ct_rng_states_capture", save_states },
};
constexpr int calls_len = sizeof calls / sizeof *calls;

void assert_angry(ct_error error, const char *function)
{
	ck_assert_msg(error != nullptr, "%s: no error", function);
	ck_assert_str_eq(error, "RuntimeError: angry");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	ck_assert_str_eq(ct_error_function(error), function);
	ct_error_free(error);
}

START_TEST(what_libtorch_throws_is_an_error)
{
	ct_error error;

	angry = true;
	error = calls[_i].call();
	angry = false;
	assert_angry(error, calls[_i].function);
}
END_TEST

START_TEST(states_that_cannot_be_restored_are_an_error)
{
	const at::Generator own = at::make_generator<own_generator>();
	ct_rng_states *states = nullptr;
	ct_error error;

	instead = &own;
	OK(ct_rng_states_capture(&states));
	OK(ct_rng_states_restore(states));
	angry = true;
	error = ct_rng_states_restore(states);
	angry = false;
	assert_angry(error, "ct_rng_states_restore");
	ct_rng_states_free(states);
}
END_TEST

#if CT_HAS_GRAPHSAFE_STATE
/* Otherwise only a device's generator has these functions. */
START_TEST(generator_has_an_offset_and_can_be_captured)
{
	ct_generator *state = nullptr;
	uint64_t offset = 7, seed = 0;

	OK(ct_generator_offset(generator, &offset));
	ck_assert_uint_eq(offset, 0);
	OK(ct_generator_set_offset(generator, 12));
	OK(ct_generator_graphsafe_state(generator, &state));
	OK(ct_generator_set_offset(generator, 16));
	OK(ct_generator_offset(state, &offset));
	ck_assert_uint_eq(offset, 12);
	OK(ct_generator_graphsafe_set_state(generator, state));
	OK(ct_generator_offset(generator, &offset));
	ck_assert_uint_eq(offset, 12);
	OK(ct_generator_seed(generator, &seed));
	ck_assert_uint_eq(seed, 99);
	ct_generator_free(state);
}
END_TEST
#endif

} // namespace

Suite *barriers_suite()
{
	Suite *suite = suite_create("what libtorch throws");
	TCase *tests = tests_of("what libtorch throws");

	tcase_add_checked_fixture(tests, make_generator, free_generator);
	tcase_add_loop_test(tests, what_libtorch_throws_is_an_error, 0, calls_len);
	tcase_add_test(tests, states_that_cannot_be_restored_are_an_error);
#if CT_HAS_GRAPHSAFE_STATE
	tcase_add_test(tests, generator_has_an_offset_and_can_be_captured);
#else
	LEFT_OUT("generator_has_an_offset_and_can_be_captured", "libtorch has no such functions");
#endif
	suite_add_tcase(suite, tests);
	return suite;
}
