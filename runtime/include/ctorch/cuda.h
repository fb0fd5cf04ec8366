/**
 * @file
 * What only CUDA has: libctorch_cuda.
 *
 * These functions are in a separate library, so that libctorch needs no CUDA: link with
 * `-lctorch_cuda -lctorch`, or the CMake target ctorch::cuda. A program that links to
 * libctorch_cuda has libtorch's CUDA part loaded, and does not call ct_device_load(). It needs
 * NVIDIA's libraries to start, and a device for most functions; without one they fail with the text
 * of ct_cuda_why_unavailable() (device/cuda.h).
 *
 * Streams, events, memory statistics and everything else that other devices have, too, are in
 * ctorch/device/. docs/cuda.md introduces both.
 */
#ifndef CTORCH_CUDA_H
#define CTORCH_CUDA_H

#include <ctorch/cuda/device.h>
#include <ctorch/cuda/graph.h>
#include <ctorch/cuda/memory.h>
#include <ctorch/cuda/profile.h>
#include <ctorch/cuda/share.h>

#include <ctorch/device/cuda.h>

#endif
