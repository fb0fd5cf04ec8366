/*
 * The backend "fake": a group of any size with only this process in it, for tests and for counting.
 */
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "distributed/release.hpp"

namespace ct::dist {

c10::intrusive_ptr<c10d::Backend> make_fake(int rank, int size);

} // namespace ct::dist
