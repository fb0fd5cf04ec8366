/*
 * What the files of libctorch_cuda share: devices and streams from C to libtorch, and errors. The
 * library is built on what libctorch exports; nothing here is in libctorch itself.
 */
#pragma once

#include <exception>

#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

namespace ct::cuda {

/* An error of a C function, on its way to caught(). */
class error_of_c : public std::exception {
public:
	explicit error_of_c(ct_error with) : error(with) {}

	const ct_error error;
};

inline void check(ct_error error)
{
	if (__builtin_expect(error != nullptr, false))
		throw error_of_c(error);
}

/* Called in a catch block: the exception in flight as an error. */
ct_error caught(const char *function) noexcept;

/* Throws an ArgumentError; "argument 1 (device) must ...". */
[[noreturn, gnu::format(printf, 1, 2)]] void refuse(const char *format, ...);

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

/* A new text, which belongs to the innermost scope; throws. */
char *give_text(const char *text, size_t len);

template <class T> void give(const T &value, T *result)
{
	if (result)
		*result = value;
}

template <class T> T &needed(T *pointer, int position, const char *name)
{
	if (__builtin_expect(pointer == nullptr, false))
		refuse("argument %d (%s) must not be NULL", position, name);
	return *pointer;
}

} // namespace ct::cuda
