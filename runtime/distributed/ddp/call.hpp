/*
 * One call of a wrapped module, and whose its outputs are.
 */
#pragma once

#include <memory>

#include "distributed/ddp/ddp.hpp"

namespace ct::dist {

/* The tensors of a call. */
struct ddp_call {
	const ct_tensor *const *inputs;
	int64_t inputs_len;
	ct_tensor **outputs;
	int64_t outputs_len;
	bool owns_outputs; /* no scope does */
};

/* Releases an output that has been taken out of the list. A scope's stay there. */
void free_output(const ddp_call &call, ct_tensor *output) noexcept;

/* Replaces outputs that have a gradient by copies whose backward begins with what DDP does then. */
void put_through_sink(const std::shared_ptr<ddp> &of, const ddp_call &call);

} // namespace ct::dist
