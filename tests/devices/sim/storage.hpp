/*
 * Storages: tensors on the devices that are made, looked at in other ways, and resized.
 */
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Storage.h>

namespace sim {

/* Keeps the bytes that there were. */
void resize_storage(const c10::Storage &storage, size_t nbytes);

/* The tensor as one of the CPU, with the same memory, which may be read and written only while an
 * `access` to it lives. */
at::Tensor on_host(const at::Tensor &tensor);

} // namespace sim
