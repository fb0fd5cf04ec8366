/**
 * @file
 * CUDA, from a program that may run without it: why it cannot be used, and what versions there are.
 *
 * These functions are in libctorch, which needs no CUDA. Whatever else only CUDA has is in
 * libctorch_cuda: <ctorch/cuda.h>.
 */
#ifndef CTORCH_DEVICE_CUDA_H
#define CTORCH_DEVICE_CUDA_H

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns in one sentence why no CUDA device can be used, and what to do: `libtorch was built without
 * CUDA`, `no NVIDIA driver is installed`, `the driver is too old`, `libraries of NVIDIA are missing`
 * (which packages of PyPI have them, and how many MB they are), `libtorch_cuda is not loaded`, or
 * `there is no device`. NULL if there is a device. Python has only a bool,
 * torch.cuda.is_available(). `*result` is new: ct_free().
 *
 * It loads the driver's library, but neither libtorch_cuda nor anything that it needs. If libtorch_cuda
 * is loaded already, it counts the devices; a process that forks afterwards cannot use them in the
 * child.
 */
CT_API ct_error ct_cuda_why_unavailable(char **result) CT_RETURNS_ERROR;

/** Versions of what CUDA needs; 0 is one that is not there or not loaded. */
typedef struct ct_cuda_versions {
	int64_t driver;  /**< the CUDA release that the driver supports: 13020 is 13.2 */
	int64_t runtime; /**< of libcudart: 13020 is 13.2 */
	int64_t cudnn;   /**< of libcudnn: 91900 is 9.19.0 */
	int64_t nccl;    /**< of libnccl: 22809 is 2.28.9 */
} ct_cuda_versions;

/** Returns the versions that this process uses. Those of cuDNN and NCCL are known once libtorch_cuda
 * is loaded (torch.backends.cudnn.version(), torch.cuda.nccl.version()). */
CT_API ct_error ct_cuda_version_numbers(ct_cuda_versions *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
