// at.hpp: common parts of the benchmarks' C++ sides.
#ifndef BENCHMARKS_AT_HPP
#define BENCHMARKS_AT_HPP

#include <ATen/core/Tensor.h>

#include <ctorch/core/types.h>

// A handle of libctorch is libtorch's own pointer; this adds a reference.
inline at::Tensor reference(ct_tensor *handle)
{
	auto *impl = reinterpret_cast<at::TensorImpl *>(handle);
	return at::Tensor(
		c10::intrusive_ptr<at::TensorImpl,
				   at::UndefinedTensorImpl>::unsafe_reclaim_from_nonowning(impl));
}

// Keeps the compiler from dropping unused results.
inline void use(const void *p)
{
	asm volatile("" : : "r"(p) : "memory");
}

#endif
