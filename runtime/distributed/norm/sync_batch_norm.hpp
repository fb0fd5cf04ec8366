/*
 * Batch normalization over all ranks.
 */
#pragma once

#include <optional>

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace ct::dist {

/* What a call needs besides the input, the weight and the bias. */
struct sync_norm {
	c10::intrusive_ptr<c10d::ProcessGroup> group;
	at::Tensor running_mean, running_var; /* undefined: not tracked */
	double factor;                        /* of the new statistics */
	double eps;
};

/* Normalizes (N, C, ...) with the mean and the variance of all ranks' inputs, with a gradient. */
at::Tensor sync_batch_norm(const at::Tensor &x, const std::optional<at::Tensor> &weight,
			   const std::optional<at::Tensor> &bias, const sync_norm &how);

} // namespace ct::dist
