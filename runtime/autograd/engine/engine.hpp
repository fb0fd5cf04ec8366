/*
 * The process's engine of backward, for what libtorch's own does not do: hooks of saved tensors, and
 * devices that are loaded after a backward.
 */
#pragma once

#include <memory>

#include <torch/csrc/autograd/saved_variable_hooks.h>

namespace ct {

/* Makes the hooks of a tensor that an operation saves in the calling thread; NULL for none. */
using saved_hooks_maker = std::unique_ptr<torch::autograd::SavedVariableHooks> (*)();

/* From now on operations ask `maker`. Throws if the engine is neither libtorch's nor ours. */
void set_saved_hooks_maker(saved_hooks_maker maker);

} // namespace ct
