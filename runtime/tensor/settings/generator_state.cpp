/*
 * The states of generators: as tensors, as offsets, and those of all default generators at once.
 */
#include <cstring>
#include <mutex>
#include <vector>

#include <ATen/Context.h>
#include <ATen/core/MT19937RNGEngine.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <ctorch/tensor/generator.h>

#include "core/bridge/wrap.hpp"

namespace {

at::Tensor state_of(at::Generator &generator)
{
	std::lock_guard<std::mutex> lock(generator.mutex());

	return generator.get_state();
}

/* The beginning of a state of the CPU's generator, in every release. */
struct state_head {
	uint64_t seed;
	int32_t left; /* numbers until the next round of MERSENNE_STATE_N, and one */
	int32_t seeded;
	uint64_t next; /* the place of the next number */
};

/* Size of a state in bytes; libtorch refuses all other sizes. */
constexpr int64_t state_size = 5056;

/* libtorch checks `left` and `next`, but not together, and would read beyond the last number. It
 * refuses other tensors itself. */
void check_place(const at::Tensor &state)
{
	state_head head;

	if (state.layout() != at::kStrided || !state.device().is_cpu() ||
	    state.scalar_type() != at::kByte || !state.is_contiguous() ||
	    state.numel() != state_size)
		return;
	std::memcpy(&head, ct::read_data(state), sizeof head);
	TORCH_CHECK(head.left + static_cast<int64_t>(static_cast<uint32_t>(head.next)) <=
			    at::MERSENNE_STATE_N + 1,
		    "Invalid mt19937 state");
}

void set_state(at::Generator &generator, const at::Tensor &state)
{
	std::lock_guard<std::mutex> lock(generator.mutex());

	if (generator.device().is_cpu())
		check_place(state);
	generator.set_state(state);
}

#if CT_HAS_GRAPHSAFE_STATE
void check_given(const ct_generator *handle, int position, const char *name)
{
	if (handle == nullptr)
		ct::refuse_null(position, name);
}
#endif

/* Devices whose default generators torch.manual_seed() seeds. A type whose library is not loaded
 * has no guard. */
constexpr at::DeviceType drawing[] = { at::kCUDA, at::kHIP, at::kXPU, at::kMPS, at::kPrivateUse1 };

std::vector<at::Generator> default_generators()
{
	std::vector<at::Generator> generators = { ct::generator(nullptr) };

	for (at::DeviceType type : drawing) {
		if (!c10::impl::hasDeviceGuardImpl(type))
			continue;
		at::DeviceIndex count = c10::impl::getDeviceGuardImpl(type)->deviceCount();

		for (at::DeviceIndex i = 0; i < count; i++)
			generators.push_back(
				at::globalContext().defaultGenerator(at::Device(type, i)));
	}
	return generators;
}

} // namespace

struct ct_rng_states {
	struct saved_state {
		at::Generator generator;
		at::Tensor state;
	};
	std::vector<saved_state> states;
};

ct_error ct_generator_state(const ct_generator *self, ct_tensor **result) noexcept
try {
	at::Generator generator = ct::generator(self);

	ct::give_or_drop(CT_HERE, state_of(generator), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_set_state(ct_generator *self, const ct_tensor *state) noexcept
try {
	at::Generator generator = ct::generator(self);

	set_state(generator, ct::tensor(state, 2, "state"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

#if CT_HAS_GRAPHSAFE_STATE

ct_error ct_generator_graphsafe_state(const ct_generator *self, ct_generator **result) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());
	at::Generator state = generator.graphsafe_get_state();

	if (result)
		*result = reinterpret_cast<ct_generator *>(state.unsafeReleaseGeneratorImpl());
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_graphsafe_set_state(ct_generator *self, const ct_generator *state) noexcept
try {
	at::Generator generator = ct::generator(self);

	check_given(state, 2, "state");
	std::lock_guard<std::mutex> lock(generator.mutex());
	generator.graphsafe_set_state(ct::generator(state));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

#else

ct_error ct_generator_graphsafe_state(const ct_generator *, ct_generator **) noexcept
{
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, __func__,
				 "this release of libtorch does not support generator states for "
				 "CUDA graphs");
}

ct_error ct_generator_graphsafe_set_state(ct_generator *, const ct_generator *) noexcept
{
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, __func__,
				 "this release of libtorch does not support generator states for "
				 "CUDA graphs");
}

#endif

#if CT_HAS_GENERATOR_OFFSET

ct_error ct_generator_offset(const ct_generator *self, uint64_t *result) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());
	uint64_t offset = generator.get_offset();

	if (result)
		*result = offset;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_set_offset(ct_generator *self, uint64_t offset) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());

	generator.set_offset(offset);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

#else

ct_error ct_generator_offset(const ct_generator *, uint64_t *) noexcept
{
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, __func__,
				 "this release of libtorch does not report a generator's offset");
}

ct_error ct_generator_set_offset(ct_generator *, uint64_t) noexcept
{
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, __func__,
				 "this release of libtorch cannot set a generator's offset");
}

#endif

ct_error ct_rng_states_capture(ct_rng_states **result) noexcept
try {
	auto saved = std::make_unique<ct_rng_states>();

	if (result == nullptr)
		ct::refuse_null(1, "result");
	for (at::Generator &generator : default_generators())
		saved->states.push_back({ generator, state_of(generator) });
	*result = saved.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_rng_states_restore(const ct_rng_states *self) noexcept
{
	const char *const name = __func__;
	ct_error first = nullptr;

	if (self == nullptr)
		return ct_error_new_text(CT_ERROR_ARGUMENT, name,
					 "argument 1 (self) must not be NULL");
	for (const ct_rng_states::saved_state &saved : self->states) {
		try {
			at::Generator generator = saved.generator;

			set_state(generator, saved.state);
		} catch (...) {
			ct_error error = ct::caught(name);

			if (first)
				ct_error_free(error);
			else
				first = error;
		}
	}
	return first;
}

void ct_rng_states_free(ct_rng_states *self) noexcept
{
	delete self;
}
