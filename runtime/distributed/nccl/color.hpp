/*
 * The color by which NCCL divides a communicator: all members of a new group give the same.
 */
#pragma once

#include <cstdint>
#include <vector>

namespace ct::dist {

/* Python's color, the hash of a tuple of the ranks, since a group may have ranks in Python. */
int color_of(const std::vector<int64_t> &ranks);

} // namespace ct::dist
