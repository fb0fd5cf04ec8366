/*
 * A handle on a store of libtorch.
 */
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <ctorch/distributed/store.h>

struct ct_dist_store {
	explicit ct_dist_store(c10::intrusive_ptr<c10d::Store> of) : store(std::move(of)) {}

	c10::intrusive_ptr<c10d::Store> store;
	int64_t port = -1; /* of a TCP store */
};
