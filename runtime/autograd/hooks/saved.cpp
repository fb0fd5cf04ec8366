/*
 * Parts of libtorch's autograd for checkpointing: see saved.h.
 */
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/graph_task.h>
#include <torch/csrc/autograd/saved_variable.h>

#include "autograd/hooks/saved.h"
#include "core/bridge/wrap.hpp"

struct ct_saved {
	torch::autograd::SavedVariable variable;
};

ct_error ct_saved_new(const char *function, const ct_tensor *tensor, ct_saved **result) noexcept
try {
	*result = new ct_saved{ { ct::reference(tensor), false } };
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

ct_error ct_saved_get(const char *function, const ct_saved *self, ct_tensor **result) noexcept
try {
	ct::give_or_drop({ function, __builtin_return_address(0) }, self->variable.unpack(),
			 result);
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

void ct_saved_free(ct_saved *self) noexcept
{
	delete self;
}

int64_t ct_backward_id(void) noexcept
{
#if CT_HAS_BACKWARD_ID
	return torch::autograd::get_current_graph_task_id();
#else
	return -1;
#endif
}

bool ct_backward_is_whole(void) noexcept
{
	return torch::autograd::Engine::get_default_engine().is_checkpoint_valid();
}
