/**
 * @file
 * What CUDA knows about its devices, and what libtorch was compiled for.
 *
 * A device with index -1 is the calling thread's current one. Any thread may call these functions.
 * ct_device_count(), ct_device_name() and ct_device_memory() (tensor/device.h) serve all devices.
 */
#ifndef CTORCH_CUDA_DEVICE_H
#define CTORCH_CUDA_DEVICE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_CUDA_DEVICE_LIBRARY "ctorch_cuda"

/** Properties of a device (torch.cuda.get_device_properties()), as CUDA reports them. */
typedef struct ct_cuda_properties {
	int64_t major; /**< compute capability, 9 of 9.0 */
	int64_t minor; /**< 0 of 9.0 */
	int64_t total_memory_nbytes;
	int64_t multi_processor_count;
	int64_t warp_size; /**< threads */
	int64_t max_threads_per_multi_processor;
	int64_t max_threads_per_block;
	int64_t registers_per_multi_processor; /**< of 32 bits */
	int64_t shared_memory_per_block_nbytes;
	int64_t shared_memory_per_block_optin_nbytes; /**< at most, for kernels that ask for it */
	int64_t shared_memory_per_multi_processor_nbytes;
	int64_t l2_cache_nbytes;
	int64_t memory_bus_width; /**< bits */
	int64_t pci_domain;
	int64_t pci_bus;
	int64_t pci_device;
	bool is_integrated; /**< part of the processor's chip */
	bool is_multi_gpu_board;
} ct_cuda_properties;

/** Returns the properties of a device (torch.cuda.get_device_properties()). */
CT_API ct_error ct_cuda_device_properties(ct_device device,
					  ct_cuda_properties *result) CT_RETURNS_ERROR;

/** Returns the name of a device as CUDA has it, "NVIDIA H200" (torch.cuda.get_device_name()).
 * `*result` is new: ct_free(). */
CT_API ct_error ct_cuda_device_name(ct_device device, char **result) CT_RETURNS_ERROR;

/** Returns the UUID of a device, which all processes have in common:
 * "66616b65-0000-0000-0000-000000000000" (torch.cuda.get_device_properties().uuid).
 * CUDA_VISIBLE_DEVICES takes it with "GPU-" before it. `*result` is new: ct_free(). */
CT_API ct_error ct_cuda_device_uuid(ct_device device, char **result) CT_RETURNS_ERROR;

/** Returns the compute capability of a device: 9 and 0 for 9.0
 * (torch.cuda.get_device_capability()). Either pointer may be NULL. */
CT_API ct_error ct_cuda_device_capability(ct_device device, int64_t *major,
					  int64_t *minor) CT_RETURNS_ERROR;

/**
 * Returns the architectures that libtorch's kernels were compiled for, with spaces between them:
 * "sm_75 sm_80 sm_90" (torch.cuda.get_arch_list()). It needs no device. `*result` is new:
 * ct_free().
 */
CT_API ct_error ct_cuda_architectures(char **result) CT_RETURNS_ERROR;

/** Returns whether a device can read the memory of another one directly; false for a device and
 * itself (torch.cuda.can_device_access_peer()). libtorch turns this on where it copies between
 * them. */
CT_API ct_error ct_cuda_can_access_peer(ct_device device, ct_device peer,
					bool *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
