/*
 * The modes of differentiation: entering, leaving and reading them.
 *
 * Inference mode consists of four flags and of dispatcher keys, as in c10::InferenceMode. That
 * class is a guard for C++ blocks and cannot be in a C struct, so the functions here do its work
 * with the same public functions.
 */
#include <c10/core/AutogradState.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <torch/csrc/autograd/anomaly_mode.h>

#include <ctorch/autograd/autograd.h>

#include "core/base/missing.hpp"
#include "core/bridge/wrap.hpp"

CT_MAY_BE_MISSING("_ZN5torch8autograd11AnomalyMode8_enabledE");
CT_MAY_BE_MISSING("_ZN5torch8autograd11AnomalyMode10_check_nanE");

namespace {

using torch::autograd::AnomalyMode;

enum {
	GRAD = 1,
	INFERENCE = 2,
	FORWARD_GRAD = 4,
	MULTITHREADING = 8,
	ANOMALY = 16,
	NAN_ = 32
};

c10::AutogradState &state()
{
	return c10::AutogradState::get_tls_state();
}

bool multithreading()
{
#if CT_HAS_MULTITHREADING_MODE
	return state().get_multithreading_enabled();
#else
	return true;
#endif
}

void set_multithreading([[maybe_unused]] bool enabled)
{
#if CT_HAS_MULTITHREADING_MODE
	state().set_multithreading_enabled(enabled);
#endif
}

int32_t flags_now()
{
	return (state().get_grad_mode() ? GRAD : 0) |
	       (state().get_inference_mode() ? INFERENCE : 0) |
	       (state().get_fw_grad_mode() ? FORWARD_GRAD : 0) |
	       (multithreading() ? MULTITHREADING : 0) | (AnomalyMode::is_enabled() ? ANOMALY : 0) |
	       (AnomalyMode::should_check_nan() ? NAN_ : 0);
}

void set_keys(c10::DispatchKeySet included, c10::DispatchKeySet excluded)
{
	c10::impl::PODLocalDispatchKeySet keys{};

	keys.set_included(included);
	keys.set_excluded(excluded);
	c10::impl::_force_tls_local_dispatch_key_set(keys);
}

void set_inference(int32_t modes)
{
	state().set_grad_mode(modes & GRAD);
	state().set_inference_mode(modes & INFERENCE);
	state().set_fw_grad_mode(modes & FORWARD_GRAD);
	set_multithreading(modes & MULTITHREADING);
}

void enter_inference(bool enabled, c10::impl::LocalDispatchKeySet keys)
{
	set_inference(enabled ? INFERENCE : GRAD | FORWARD_GRAD | MULTITHREADING);
	if (enabled)
		set_keys(keys.included_.remove(c10::DispatchKey::ADInplaceOrView),
			 keys.excluded_ | c10::autograd_dispatch_keyset);
	else
		set_keys(keys.included_.add(c10::DispatchKey::ADInplaceOrView),
			 keys.excluded_ - c10::autograd_dispatch_keyset);
}

c10::DispatchKeySet key_set(uint64_t keys)
{
	return c10::DispatchKeySet(c10::DispatchKeySet::RAW, keys);
}

} // namespace

void ct_autograd_enter(ct_autograd_mode mode, bool enabled, ct_autograd_was *previous) noexcept
{
	c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();

	if (previous)
		*previous = { mode, flags_now(), 0, keys.included_.raw_repr(),
			      keys.excluded_.raw_repr() };
	switch (mode) {
	case CT_AUTOGRAD_GRAD:
		c10::GradMode::set_enabled(enabled);
		break;
	case CT_AUTOGRAD_INFERENCE:
		enter_inference(enabled, keys);
		break;
	case CT_AUTOGRAD_MULTITHREADING:
		set_multithreading(enabled);
		break;
	case CT_AUTOGRAD_ANOMALY:
	case CT_AUTOGRAD_ANOMALY_PLACES:
		AnomalyMode::set_enabled(enabled, mode == CT_AUTOGRAD_ANOMALY);
		break;
	case CT_AUTOGRAD_FORWARD:
		state().set_fw_grad_mode(enabled);
		break;
	}
}

void ct_autograd_leave(const ct_autograd_was *was) noexcept
{
	switch (was ? was->mode : -1) {
	case CT_AUTOGRAD_GRAD:
		c10::GradMode::set_enabled(was->flags & GRAD);
		break;
	case CT_AUTOGRAD_INFERENCE:
		set_inference(was->flags);
		set_keys(key_set(was->included), key_set(was->excluded));
		break;
	case CT_AUTOGRAD_MULTITHREADING:
		set_multithreading(was->flags & MULTITHREADING);
		break;
	case CT_AUTOGRAD_ANOMALY:
	case CT_AUTOGRAD_ANOMALY_PLACES:
		AnomalyMode::set_enabled(was->flags & ANOMALY, was->flags & NAN_);
		break;
	case CT_AUTOGRAD_FORWARD:
		state().set_fw_grad_mode(was->flags & FORWARD_GRAD);
		break;
	}
}

bool ct_autograd_is_grad_enabled(void) noexcept
{
	return c10::GradMode::is_enabled();
}

void ct_autograd_set_grad_enabled(bool enabled) noexcept
{
	c10::GradMode::set_enabled(enabled);
}

bool ct_autograd_is_inference_mode_enabled(void) noexcept
{
	return c10::InferenceMode::is_enabled();
}

bool ct_autograd_is_multithreading_enabled(void) noexcept
{
	return multithreading();
}

void ct_autograd_set_multithreading_enabled(bool enabled) noexcept
{
	set_multithreading(enabled);
}

bool ct_autograd_is_anomaly_enabled(void) noexcept
{
	return AnomalyMode::is_enabled();
}

bool ct_autograd_is_anomaly_check_nan_enabled(void) noexcept
{
	return AnomalyMode::should_check_nan();
}

void ct_autograd_set_anomaly_enabled(bool enabled, bool check_nan) noexcept
{
	AnomalyMode::set_enabled(enabled, check_nan);
}
