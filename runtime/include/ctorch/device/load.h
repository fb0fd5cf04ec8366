/**
 * @file
 * Loading the libraries of devices.
 *
 * libctorch links to libtorch's CPU library only. The other parts of libtorch are loaded at run
 * time, by ct_device_load(), or before main() by the environment: `CTORCH_DEVICES=cuda ./program`.
 * So one build of a program runs with and without a GPU, and needs no flag of the linker (which
 * drops `-ltorch_cuda`, since nothing refers to it).
 *
 * A device of another maker is a library that registers it with libtorch: ct_load_library(). Then its
 * name works in ct_device_from_string() (docs/device-plugins.md).
 */
#ifndef CTORCH_DEVICE_LOAD_H
#define CTORCH_DEVICE_LOAD_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Loads libtorch's own library for a type of device: libtorch_cuda, libtorch_hip or libtorch_xpu,
 * from the folder of the libtorch that is in use. Does nothing if the type's devices can be used
 * already. It succeeds on a machine without such a device: ct_device_count() is then 0.
 *
 * @return RuntimeError with the loader's reason and what to do, also if CUDA is loaded after the first
 *         backward; NotImplementedError for a type for which libtorch has no library
 */
CT_API ct_error ct_device_load(ct_device_type type) CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Returns whether the library of a type of device is loaded, also without a device. */
CT_API bool ct_device_is_loaded(ct_device_type type) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
