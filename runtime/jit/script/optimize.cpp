/*
 * Copies of modules of TorchScript that are optimized for inference.
 */
#include "core/bridge/lists.hpp"
#include "jit/script/script.hpp"

ct_error ct_jit_freeze(const ct_jit *self, const char *const *preserved, int64_t preserved_len,
		       ct_jit **result) noexcept
try {
	std::vector<std::string> names;

	ct::check_length(preserved, preserved_len, 2, "preserved");
	for (int64_t i = 0; i < preserved_len; i++)
		names.emplace_back(ct::needed(preserved[i], 2, "preserved"));
	*ct::wanted(result, 4) = new ct_jit(torch::jit::freeze(ct::module_of(self), names));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* libtorch throws for any other method than forward(), so that it is not asked to optimize others. */
ct_error ct_jit_optimize_for_inference(const ct_jit *self, ct_jit **result) noexcept
try {
	torch::jit::Module module = ct::module_of(self);

	*ct::wanted(result, 2) = new ct_jit(torch::jit::optimize_for_inference(module));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
