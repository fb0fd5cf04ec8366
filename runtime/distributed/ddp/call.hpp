/*
 * One call of a wrapped module.
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
};

/* Replaces outputs that have a gradient by copies whose backward begins with what DDP does then. */
void put_through_sink(const std::shared_ptr<ddp> &of, const ddp_call &call);

} // namespace ct::dist
