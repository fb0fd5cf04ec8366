/*
 * The backend "nccl" on the side of libctorch_distributed.
 */
#pragma once

#include "distributed/nccl_plugin.hpp"

namespace ct::dist {

/* Loads libtorch's CUDA part and libctorch_nccl, and throws if one of them, or a device, is missing. */
void need_nccl();

/* The device of this process: the given one, else the one that Python takes, which may be none until
 * there is a tensor. */
std::optional<c10::Device> nccl_device(const std::optional<c10::Device> &given,
				       int64_t global_rank);

c10::intrusive_ptr<c10d::Backend> make_nccl(const nccl_plan &plan);
/* This process is not in a group that the others split from `parent`. */
void leave_out_of_nccl(c10d::Backend &parent, c10::Device device);

} // namespace ct::dist
