/*
 * A handle on a store of libtorch.
 */
#pragma once

#include <string>

#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <ctorch/distributed/store.h>

struct ct_dist_store {
	explicit ct_dist_store(c10::intrusive_ptr<c10d::Store> of) : store(std::move(of)) {}

	c10::intrusive_ptr<c10d::Store> store;
	int64_t port = -1; /* of a TCP store */
	std::string host;  /* likewise */
};

namespace ct::dist {

/* Connects, or throws at most one second after the timeout. libtorch tries longer when nothing listens
 * at the port, and waits forever for a program there that does not answer. */
c10::intrusive_ptr<c10d::TCPStore> tcp_store_new(const std::string &host,
						 const c10d::TCPStoreOptions &options);

} // namespace ct::dist
