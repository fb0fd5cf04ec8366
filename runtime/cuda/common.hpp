/*
 * What the files of libctorch_cuda share: devices and streams from C to libtorch.
 */
#pragma once

#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#include "beside/beside.hpp"

namespace ct::cuda {

using beside::caught;
using beside::check;
using beside::error_of_c;
using beside::give;
using beside::give_bytes;
using beside::needed;
using beside::refuse;

/* Throws why CUDA is unavailable; afterwards CUDA is initialized. */
void need_cuda();

/* The index of a CUDA device, that of the current one for -1. Needs CUDA. */
c10::DeviceIndex index_of(ct_device device, int position);

/* The index of a device differs between processes, its UUID does not. */
cudaUUID_t uuid_of(c10::DeviceIndex index);
/* Throws if this process has no such device. */
c10::DeviceIndex index_with(const char uuid[16]);

c10::cuda::CUDAStream stream_of(ct_stream stream, int position);
ct_stream from_stream(const c10::cuda::CUDAStream &stream);

} // namespace ct::cuda
