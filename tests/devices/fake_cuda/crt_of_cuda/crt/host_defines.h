/*
 * crt/host_defines.h: the marks in the declarations of CUDA's headers, which mean nothing to a
 * compiler of the host. The real file is in another package than the headers that include it.
 */
#ifndef FAKE_CUDA_CRT_HOST_DEFINES_H
#define FAKE_CUDA_CRT_HOST_DEFINES_H

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_DEVICE
#define __cudart_builtin__
#define __device_builtin__
#define __device_builtin_surface_type__
#define __device_builtin_texture_type__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __constant__
#define __device__
#define __global__
#define __host__
#define __shared__

#endif
