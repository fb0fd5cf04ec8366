/*
 * Pinned memory: memory of the host from and to which streams copy while the host goes on.
 */
#pragma once

#include <c10/core/Allocator.h>

#include "stream.hpp"

namespace sim {

c10::Allocator &pinned_allocator();

bool is_pinned(const void *address);

/* The memory stays until the stream has done what it was given so far, also if its tensor is freed
 * before. Ignores other memory. */
void record_pinned_use(const void *address, c10::Stream stream);

/* Including memory that only waits for its last copy. */
int64_t pinned_nbytes();

/* For releases in which libtorch has a list of such allocators. */
void register_pinned_allocator();

} // namespace sim
