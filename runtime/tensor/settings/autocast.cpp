/*
 * Autocast: what Python's class torch.autocast does with libtorch's functions.
 */
#include <string>

#include <ATen/autocast_mode.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/autocast.h>
#include <ctorch/tensor/device.h>

#include "core/base/warn.h"
#include "core/bridge/wrap.hpp"
#include "tensor/settings/autocast.h"

namespace {

namespace autocast = at::autocast;

at::DeviceType autocast_type_of(ct_device_type type)
{
	return ct::device({ type, -1 }, 1, "device_type").type();
}

/* --- by device type --------------------------------------------------------------------------- */

#if CT_HAS_AUTOCAST_BY_DEVICE

bool is_enabled(at::DeviceType type)
{
	return autocast::is_autocast_enabled(type);
}

void set_enabled(at::DeviceType type, bool enabled)
{
	autocast::set_autocast_enabled(type, enabled);
}

at::ScalarType get_dtype(at::DeviceType type)
{
	return autocast::get_autocast_dtype(type);
}

void set_dtype(at::DeviceType type, at::ScalarType dtype)
{
	autocast::set_autocast_dtype(type, dtype);
}

#else

bool is_cpu(at::DeviceType type)
{
	TORCH_CHECK(type == at::kCPU || type == at::kCUDA,
		    "unknown device type for autocast in "
		    "get_autocast_dispatch_key_from_device_type");
	return type == at::kCPU;
}

bool is_enabled(at::DeviceType type)
{
	return is_cpu(type) ? autocast::is_cpu_enabled() : autocast::is_enabled();
}

void set_enabled(at::DeviceType type, bool enabled)
{
	is_cpu(type) ? autocast::set_cpu_enabled(enabled) : autocast::set_enabled(enabled);
}

at::ScalarType get_dtype(at::DeviceType type)
{
	if (type != at::kCPU && type != at::kCUDA)
		return at::ScalarType::Undefined;
	return is_cpu(type) ? autocast::get_autocast_cpu_dtype()
			    : autocast::get_autocast_gpu_dtype();
}

void set_dtype(at::DeviceType type, at::ScalarType dtype)
{
	is_cpu(type) ? autocast::set_autocast_cpu_dtype(dtype)
		     : autocast::set_autocast_gpu_dtype(dtype);
}

#endif

/* Libtorch has no function for it in all releases. */
bool is_available(at::DeviceType type)
try {
	is_enabled(type);
	return true;
} catch (...) {
	return false;
}

at::ScalarType checked_dtype(at::DeviceType type)
{
	const at::ScalarType dtype = get_dtype(type);

	TORCH_CHECK(dtype != at::ScalarType::Undefined, "unsupported scalarType");
	return dtype;
}

/* --- entering and leaving --------------------------------------------------------------------- */

std::string name_of(at::DeviceType type)
{
	return c10::DeviceTypeName(type, true);
}

void warn_of_dtype(at::DeviceType type)
{
	const std::string name = type == at::DeviceType::PrivateUse1
					 ? name_of(type)
					 : c10::DeviceTypeName(type, false);

	ct_warn_of("In %s autocast, but the target dtype is not supported. Disabling autocast.\n"
		   "%s Autocast only supports dtypes of torch.bfloat16, torch.float16 currently.",
		   name.c_str(), name.c_str());
}

/* Whether autocast is possible; a warning if not. CUDA takes any dtype, as in Python. */
bool is_possible(at::DeviceType type, at::ScalarType dtype)
{
	if (type == at::kCUDA) {
		if (ct_device_count(CT_DEVICE_TYPE_CUDA) > 0)
			return true;
		ct_warn("CUDA is not available or torch_xla is imported. Disabling autocast.");
		return false;
	}
	if (dtype == at::kBFloat16 || dtype == at::kHalf)
		return true;
	warn_of_dtype(type);
	return false;
}

bool wants_cache(const ct_autocast_options &options)
{
	return options.cache_enabled ||
	       (!options.cache_disabled && autocast::is_autocast_cache_enabled());
}

ct_autocast_was enter(const ct_autocast_options &options)
{
	const at::DeviceType type = autocast_type_of(options.device_type);
	const at::ScalarType dtype = options.dtype ? ct::dtype(options.dtype, 1, "options.dtype")
						   : checked_dtype(type);

	TORCH_CHECK(is_available(type), "User specified an unsupported autocast device_type '",
		    name_of(type), "'");
	const bool enabled = !options.disabled && is_possible(type, dtype);
	const ct_autocast_was was = { options.device_type, ct::number_of(get_dtype(type)),
				      is_enabled(type), autocast::is_autocast_cache_enabled(), 1 };

	set_dtype(type, dtype); /* may fail: in old releases, CPUs have bfloat16 only */
	set_enabled(type, enabled);
	autocast::increment_nesting();
	autocast::set_autocast_cache_enabled(wants_cache(options));
	return was;
}

/* The copies belong to no block any more when the outermost one ends. */
void end_block()
{
	if (autocast::decrement_nesting() == 0)
		autocast::clear_cache();
}

/* --- the whole state -------------------------------------------------------------------------- */

template <class Function> void for_each_type(Function function)
{
	for (ct_device_type type = 1; type < CT_AUTOCAST_TYPES; type++)
		if (ct::has_device_number(type))
			function(type, ct::device_numbered(type));
}

struct available_types {
	bool at[CT_AUTOCAST_TYPES] = {};

	available_types()
	{
		for_each_type([this](ct_device_type type, at::DeviceType libtorchs) {
			at[type] = is_available(libtorchs);
		});
	}
};

bool is_one(ct_device_type type)
{
	static const available_types available;

	return available.at[type];
}

void restore(const ct_autocast_state &state)
{
	for_each_type([&state](ct_device_type type, at::DeviceType libtorchs) {
		if (!is_one(type))
			return;
		set_enabled(libtorchs, state.enabled[type]);
		set_dtype(libtorchs, ct::numbered<at::ScalarType>(state.dtype[type]));
	});
	autocast::set_autocast_cache_enabled(state.cache_enabled);
}

} // namespace

void ct_autocast_note(ct_autocast_state *state) noexcept
{
	*state = {};
	for_each_type([state](ct_device_type type, at::DeviceType libtorchs) {
		if (!is_one(type))
			return;
		state->enabled[type] = is_enabled(libtorchs);
		state->dtype[type] = ct::number_of(get_dtype(libtorchs));
	});
	state->cache_enabled = autocast::is_autocast_cache_enabled();
}

void ct_autocast_state_enter(const ct_autocast_state *state, ct_autocast_state *before) noexcept
{
	ct_autocast_note(before);
	restore(*state);
	autocast::increment_nesting();
}

void ct_autocast_state_leave(const ct_autocast_state *before) noexcept
{
	end_block();
	restore(*before);
}

/* --- public ----------------------------------------------------------------------------------- */

ct_error ct_autocast_enter(const ct_autocast_options *options, ct_autocast_was *previous) noexcept
try {
	if (previous)
		*previous = {};
	if (options == nullptr)
		ct::refuse_null(1, "options");
	if (previous == nullptr)
		ct::refuse_null(2, "previous");
	*previous = enter(*options);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

void ct_autocast_leave(const ct_autocast_was *was) noexcept
{
	if (was == nullptr || !ct_autocast_is_available(was->device_type) ||
	    ct_dtype_size(was->dtype) == 0)
		return;
	const at::DeviceType type = ct::device_numbered(was->device_type);

	end_block();
	set_enabled(type, was->enabled);
	set_dtype(type, ct::numbered<at::ScalarType>(was->dtype));
	autocast::set_autocast_cache_enabled(was->cache_enabled);
}

bool ct_autocast_is_available(ct_device_type type) noexcept
{
	return type > 0 && type < CT_AUTOCAST_TYPES && is_one(type);
}

ct_error ct_autocast_is_enabled(ct_device_type type, bool *result) noexcept
try {
	const bool enabled = is_enabled(autocast_type_of(type));

	if (result)
		*result = enabled;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_autocast_set_enabled(ct_device_type type, bool enabled) noexcept
try {
	set_enabled(autocast_type_of(type), enabled);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_autocast_dtype(ct_device_type type, ct_dtype *result) noexcept
try {
	const at::ScalarType dtype = checked_dtype(autocast_type_of(type));

	if (result)
		*result = ct::number_of(dtype);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_autocast_set_dtype(ct_device_type type, ct_dtype dtype) noexcept
try {
	set_dtype(autocast_type_of(type), ct::dtype(dtype, 2, "dtype"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_autocast_is_cache_enabled(void) noexcept
{
	return autocast::is_autocast_cache_enabled();
}

void ct_autocast_set_cache_enabled(bool enabled) noexcept
{
	autocast::set_autocast_cache_enabled(enabled);
}

void ct_autocast_clear_cache(void) noexcept
{
	autocast::clear_cache();
}
