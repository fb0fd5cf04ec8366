/*
 * Everything in which the releases of libtorch differ for the runtime, from 1.13.1 on. Generated
 * sources differ by themselves: they are generated for a release.
 */
#pragma once

#if __has_include(<torch/headeronly/version.h>)
#include <torch/headeronly/version.h>
#elif __has_include(<torch/version.h>)
#include <torch/version.h>
#else
#include <torch/csrc/api/include/torch/version.h>
#endif

#define CT_TORCH_AT_LEAST(major, minor)   \
	(TORCH_VERSION_MAJOR > (major) || \
	 (TORCH_VERSION_MAJOR == (major) && TORCH_VERSION_MINOR >= (minor)))

#include <type_traits>

#include <ATen/core/Tensor.h>
#include <c10/core/SymIntArrayRef.h>
#include <c10/util/string_view.h>
#if CT_TORCH_AT_LEAST(2, 6)
#include <optional>
#else
#include <c10/util/Optional.h>
#endif
#if CT_TORCH_AT_LEAST(2, 1)
#include <c10/core/SymBool.h>
#endif

/* Named tensors were removed in 2.13. */
#define CT_HAS_DIMNAME !CT_TORCH_AT_LEAST(2, 13)
/* A generator of any device can be made. */
#define CT_HAS_NEW_GENERATOR CT_TORCH_AT_LEAST(2, 6)
/* at::Scalar holds integers above 2^63 - 1. */
#define CT_HAS_UNSIGNED_SCALAR CT_TORCH_AT_LEAST(2, 3)

/* Exceptions that came one after the other. Declared here, each can be asked for in every release;
 * whether it exists is whether it is complete. */
namespace c10 {
class AcceleratorError;
class BufferError;
class DistBackendError;
class DistError;
class DistNetworkError;
class DistQueueEmptyError;
class DistStoreError;
class SyntaxError;
} // namespace c10

namespace ct {

template <class Class, class = void> struct is_complete : std::false_type {
};
template <class Class>
struct is_complete<Class, std::void_t<decltype(sizeof(Class))>> : std::true_type {
};

#if CT_TORCH_AT_LEAST(2, 6)
template <class T> using maybe = std::optional<T>;
using std::nullopt;
#else
template <class T> using maybe = c10::optional<T>;
using c10::nullopt;
#endif

/* No copy; throws for numbers below -2^62, which a SymInt cannot hold. */
inline c10::SymIntArrayRef to_symints(c10::IntArrayRef ints)
{
#if CT_TORCH_AT_LEAST(2, 0)
	return c10::fromIntArrayRefSlow(ints);
#else
	return c10::fromIntArrayRef(ints);
#endif
}

/* Where the memory is. Memory that is shared until somebody writes (2.1 and later) is copied by
 * write_data() and not by read_data(). */
#if CT_TORCH_AT_LEAST(2, 1)
inline const void *read_data(const at::Tensor &tensor)
{
	return tensor.const_data_ptr();
}
inline void *write_data(const at::Tensor &tensor)
{
	return tensor.mutable_data_ptr();
}
inline const void *read_data(const c10::StorageImpl &storage)
{
	return storage.data();
}
inline void *write_data(c10::StorageImpl &storage)
{
	return storage.mutable_data();
}
#else
inline const void *read_data(const at::Tensor &tensor)
{
	return tensor.data_ptr();
}
inline void *write_data(const at::Tensor &tensor)
{
	return tensor.data_ptr();
}
inline const void *read_data(const c10::StorageImpl &storage)
{
	return storage.data();
}
inline void *write_data(c10::StorageImpl &storage)
{
	return storage.data();
}
#endif

} // namespace ct
