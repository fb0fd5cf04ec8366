/*
 * Hints: see hints.hpp. Called only for errors and warnings, so speed does not matter.
 *
 * libtorch's text stays as it is; a hint is one more line, which ct_error_hint() finds.
 */
#include "core/bridge/hints.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <vector>

#include <c10/core/DispatchKey.h>
#include <c10/core/TensorOptions.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/Exception.h>

#include "core/base/error_make.h"
#include "core/bridge/group_text.hpp"
#include "core/bridge/similar.hpp"

namespace ct {

namespace {

/* --- Names ----------------------------------------------------------------------------------- */

/* A name as libtorch's texts write it, and its equivalent in C. The test hints checks that the C
 * names exist. */
struct translation {
	const char *theirs, *ours;
};

/* The most useful one comes first. */
constexpr translation translations[] = {
	/* Backward. */
	{ "retain_graph=True", "the argument retain_graph of ct_tensor_backward_with()" },
	{ "create_graph=True", "the argument create_graph of ct_tensor_backward_with()" },
	{ "allow_unused=True", "allow_unused in ct_autograd_grad_options" },
	{ "torch.autograd.set_detect_anomaly(True, check_nan=False)",
	  "ct_autograd_set_anomaly_enabled(true, false)" },
	{ "torch.autograd.set_detect_anomaly(True)",
	  "ct_autograd_set_anomaly_enabled(true, true)" },
	{ "autograd.grad", "ct_autograd_grad()" },
	{ "autograd.Function", "ct_function" },
	{ "@once_differentiable", "once_differentiable in ct_function" },
	{ "requires_grad_()", "ct_tensor_set_requires_grad()" },
	{ "retain_grad()", "ct_tensor_retain_grad()" },
	{ "no_grad", "CT_NO_GRAD_SCOPE" },
	{ "inference_mode", "CT_INFERENCE_MODE_SCOPE" },
	{ "InferenceMode", "CT_INFERENCE_MODE_SCOPE" },
	/* Methods of tensors. */
	{ "detach()", "ct_detach()" },
	{ "detach_()", "ct_detach_()" },
	{ "clone()", "ct_clone()" },
	{ "item()", "ct_tensor_item()" },
	{ "reshape(...)", "ct_reshape()" },
	{ "view_as(x)", "ct_view_as()" },
	{ "conj()", "ct_conj()" },
	{ "resolve_conj()", "ct_resolve_conj()" },
	{ "coalesce()", "ct_coalesce()" },
	{ "logical_not()", "ct_logical_not()" },
	{ "logical_xor()", "ct_logical_xor()" },
	/* Functions. */
	{ "torch.sparse_coo_tensor(size)", "ct_sparse_coo_tensor_size()" },
	{ "torch.linalg.eigh", "ct_linalg_eigh()" },
	{ "torch.linalg.eigvalsh", "ct_linalg_eigvalsh()" },
	{ "torch.linalg.lu_factor", "ct_linalg_lu_factor()" },
	{ "torch.linalg.qr", "ct_linalg_qr()" },
	{ "torch.outer", "ct_outer()" },
	{ "torch.hann_window", "ct_tensor_hann_window()" },
	/* Settings. */
	{ "torch.use_deterministic_algorithms", "ct_use_deterministic_algorithms()" },
	{ "torch.sparse.check_sparse_tensor_invariants", "CT_FLAG_CHECK_SPARSE_TENSOR_INVARIANTS" },
	{ "torch.backends.cudnn.flags(enabled=False)",
	  "ct_flag_set(CT_FLAG_CUDNN_ENABLED, false)" },
	/* User-defined operators. */
	{ "an autograd kernel", "ct_library_set_backward()" },
	{ "torch::CppFunction::makeFallthrough()",
	  "a setup that calls ct_function_mark_non_differentiable()" },
	{ "fake impl", "ct_library_register_fake()" },
	{ "register_fake", "ct_library_register_fake()" },
	{ "TORCH_LIBRARY", "ct_library_new()" },
	{ "TORCH_LIBRARY_IMPL", "ct_library_implement()" },
};

/* More names would not be read. */
constexpr int most_names = 3;

bool is_word(char c)
{
	return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/* Not as a part of a longer word: "conj()" is not in "resolve_conj()". */
bool mentions(const char *text, const char *name)
{
	const size_t length = std::strlen(name);
	const char *at = text;

	for (; (at = std::strstr(at, name)) != nullptr; at++)
		if (!(at > text && is_word(at[-1]) && is_word(name[0])) &&
		    !(is_word(name[length - 1]) && is_word(at[length])))
			return true;
	return false;
}

/* "no_grad is CT_NO_GRAD_SCOPE; clone() is ct_clone()" */
std::string names_in(const char *text)
{
	std::string hint;
	int n = 0;

	for (const translation &one : translations) {
		if (n == most_names)
			break;
		if (!mentions(text, one.theirs) || hint.find(one.ours) != std::string::npos)
			continue;
		hint += std::string(n++ ? "; " : "") + one.theirs + " is " + one.ours;
	}
	return hint;
}

/* --- Kernels --------------------------------------------------------------------------------- */

/* What follows `prefix`, up to one of the `ends`. False if the text has no such prefix. */
bool between(const char *text, const char *prefix, const char *ends, std::string &found)
{
	const char *begin = std::strstr(text, prefix);

	if (begin == nullptr)
		return false;
	begin += std::strlen(prefix);
	found.assign(begin, std::strcspn(begin, ends));
	return true;
}

/* Whether the text says that an operator has no kernel for a dispatch key. */
bool lacks_kernel(const char *text, std::string &name, std::string &key)
{
	return between(text, "Could not run '", "'", name) &&
	       between(text, "' with arguments from the '", "'", key);
}

/* libtorch lists 40 dispatch keys in as many lines. */
std::string missing_kernel(const char *text)
{
	std::string name, key;

	if (!lacks_kernel(text, name, key))
		return "";
	if (name == "aten::record_stream" && key == "CPU")
		return "the tensor is on the CPU, which has no streams: record only tensors of "
		       "devices that have";
	return name + " has no kernel for " + key +
	       "; ct_operator_runs_on() says on which devices it runs, and "
	       "ct_library_implement() registers a kernel";
}

/* Whether a dispatch key stands for a device whose library is not loaded, and its name: "cuda". */
bool is_absent(const std::string &key, std::string &device)
{
	try {
		const auto type = c10::dispatchKeyToDeviceType(c10::parseDispatchKey(key));

		device = c10::DeviceTypeName(type, true);
		return type != at::kCPU && !c10::impl::hasDeviceGuardImpl(type);
	} catch (const c10::Error &) {
		return false; /* it stands for no device */
	}
}

/* --- Reductions ------------------------------------------------------------------------------ */

/* Some losses assert that it is one of these; the others take another number for one of them. */
std::string unknown_reduction(const char *text)
{
	if (std::strstr(text, "reduction == Reduction::") == nullptr)
		return "";
	return "reduction must be CT_REDUCTION_NONE (0), CT_REDUCTION_MEAN (1) or CT_REDUCTION_SUM (2)";
}

/* --- Mistakes of training programs ------------------------------------------------------------ */

/* Two parts of libtorch's text, and what the program most likely did. */
constexpr struct {
	const char *begin, *end, *hint;
} mistakes[] = {
	{ "tensor does not", "have a device",
	  "the tensor was released, by ct_tensor_free() or with its scope or step; "
	  "ct_scope_move_up() and ct_scope_disown() extend its lifetime, and ctorch-check shows "
	  "where it was released" },
	{ "Target ", " is out of bounds",
	  "a target is a class index, from 0 to the number of classes - 1; dimension 1 of the "
	  "input has one score for each class (dimension 0 if there is no batch dimension)" },
	{ "does not require grad", "and does not have a grad_fn",
	  "nothing that requires a gradient was used to compute it, or it was computed in "
	  "CT_NO_GRAD_SCOPE; ct_tensor_set_requires_grad() is for leaves" },
	{ "PyTorch is not linked with support for", "devices",
	  "ct_device_load() loads libtorch's library for a type of device, as CTORCH_DEVICES=cuda in "
	  "the environment does, and ct_load_library() that of a plug-in (docs/devices.md)" },
	{ "operation not permitted", "when stream is capturing",
	  "a graph is being captured, and this call waits for the device, or is for another one than "
	  "the current one; read numbers, copy to the host and synchronize outside of what is captured "
	  "(docs/cuda.md)" },
};

std::string known_mistake(const char *text)
{
	for (const auto &mistake : mistakes)
		if (std::strstr(text, mistake.begin) && std::strstr(text, mistake.end))
			return mistake.hint;
	return "";
}

/* --- Dispatch keys --------------------------------------------------------------------------- */

/* libtorch has names for more keys than it accepts. */
bool is_accepted(const std::string &key)
{
	try {
		(void)c10::parseDispatchKey(key);
		return true;
	} catch (const c10::Error &) {
		return false;
	}
}

/* The most similar ones, without regard to case. */
std::vector<std::string> similar_keys(const std::string &asked)
{
	const std::string wanted = in_small_letters(asked);
	size_t nearest = 2 + asked.size() / 6;
	std::vector<std::string> keys;

	for (int i = 1; i <= static_cast<int>(c10::DispatchKey::EndOfAliasKeys); i++) {
		std::string key = c10::toString(static_cast<c10::DispatchKey>(i));
		size_t far = distance(wanted, in_small_letters(key));

		if (far > nearest || far >= key.size() || !is_accepted(key))
			continue;
		if (far < nearest)
			keys.clear();
		nearest = far;
		if (std::find(keys.begin(), keys.end(), key) == keys.end())
			keys.push_back(key);
	}
	return keys;
}

std::string unknown_key(const char *text)
{
	std::string asked, hint;

	if (!between(text, "could not parse dispatch key: ", "\n", asked))
		return "";
	for (const std::string &key : similar_keys(asked))
		hint += (hint.empty() ? "did you mean " : " or ") + key;
	return hint.empty() ? "common dispatch keys are CPU, CUDA, Meta, CompositeExplicitAutograd "
			      "and CompositeImplicitAutograd"
			    : hint + "?";
}

} // namespace

std::string in_one_line(const char *text) noexcept
try {
	std::string name, key, device;

	if (std::strstr(text, "/gloo/"))
		return text_of_group(text);
	if (!lacks_kernel(text, name, key))
		return "";
	if (is_absent(key, device))
		return name + ": PyTorch is not linked with support for " + device + " devices";
	return "";
} catch (...) {
	return "";
}

std::string hint_for(const char *text) noexcept
try {
	/* The first one that gives a hint. */
	for (auto say :
	     { missing_kernel, unknown_key, unknown_reduction, names_in, known_mistake }) {
		std::string hint = say(text);

		if (!hint.empty())
			return "\n" CT_HINT_PREFIX + hint;
	}
	return "";
} catch (...) {
	return "";
}

} // namespace ct
