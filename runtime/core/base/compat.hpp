/*
 * All differences between releases of libtorch for the runtime, from 1.13.1 on. Generated sources
 * are generated for one release.
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
#include <c10/core/DeviceType.h>
#include <c10/core/SymIntArrayRef.h>
#include <c10/util/string_view.h>
#if CT_TORCH_AT_LEAST(2, 2)
#include <optional>
#else
#include <c10/util/Optional.h>
#endif
#if CT_TORCH_AT_LEAST(2, 1)
#include <c10/core/SymBool.h>
#endif

/* Features, by the first release that has each. compat.cpp compares these with the headers. */

/* Named tensors were removed in 2.13. */
#define CT_HAS_DIMNAME !CT_TORCH_AT_LEAST(2, 13)
/* A schema may have bools that are symbols, as its integers are. */
#define CT_HAS_SYM_BOOL CT_TORCH_AT_LEAST(2, 1)
/* at::Scalar holds integers above 2^63 - 1. */
#define CT_HAS_UNSIGNED_SCALAR CT_TORCH_AT_LEAST(2, 3)
#define CT_HAS_JAGGED CT_TORCH_AT_LEAST(2, 2)
#define CT_HAS_EMPTY_PERMUTED CT_TORCH_AT_LEAST(2, 1)
/* Assigning a number to indices becomes masked_fill_() or index_fill_() if that is the same. */
#define CT_HAS_INDEX_FILL CT_TORCH_AT_LEAST(2, 15)

/* Device types, and facts about their libraries. */
#define CT_HAS_MTIA CT_TORCH_AT_LEAST(2, 0)
#define CT_HAS_MAIA CT_TORCH_AT_LEAST(2, 4)
#define CT_HAS_DEVICE_NAMES CT_TORCH_AT_LEAST(2, 0)
#define CT_HAS_ROCM_KNOWN CT_TORCH_AT_LEAST(2, 6)
#define CT_HAS_KLEIDIAI CT_TORCH_AT_LEAST(2, 7)
#define CT_HAS_CPU_CAPABILITY CT_TORCH_AT_LEAST(2, 1)
#define CT_HAS_SYNCHRONIZE_DEVICE CT_TORCH_AT_LEAST(2, 6)
#define CT_HAS_STREAM_CAPTURE CT_TORCH_AT_LEAST(2, 12)
#define CT_HAS_PINNED_FOR_ANY CT_TORCH_AT_LEAST(2, 5)
/* Streams, events and memory of any device. */
#define CT_HAS_NEW_STREAM CT_TORCH_AT_LEAST(2, 4)
#define CT_HAS_EVENT_TIMES CT_TORCH_AT_LEAST(2, 4)
#define CT_HAS_HOST_ALLOCATOR CT_TORCH_AT_LEAST(2, 8)
#define CT_HAS_STREAM_HANDLE CT_TORCH_AT_LEAST(2, 11)
/* Allocators of all device types report free memory. */
#define CT_HAS_DEVICE_ALLOCATOR CT_TORCH_AT_LEAST(2, 10)
#define CT_HAS_PICKLED_OBJECTS CT_TORCH_AT_LEAST(2, 6)
/* Packages of AOTInductor, whose constants can be read. */
#define CT_HAS_AOTI CT_TORCH_AT_LEAST(2, 8)

/* Generators of any device can be created; the content of their states. */
#define CT_HAS_NEW_GENERATOR CT_TORCH_AT_LEAST(2, 6)
#define CT_HAS_GENERATOR_OFFSET CT_TORCH_AT_LEAST(2, 1)
#define CT_HAS_GRAPHSAFE_STATE CT_TORCH_AT_LEAST(2, 4)

/* Nodes count their references themselves, instead of a std::shared_ptr. */
#define CT_HAS_COUNTED_NODES CT_TORCH_AT_LEAST(2, 13)
#define CT_HAS_CURRENT_NODE CT_TORCH_AT_LEAST(2, 0)
/* Each backward has a number. */
#define CT_HAS_BACKWARD_ID CT_TORCH_AT_LEAST(2, 0)
/* Hooks that run after a gradient was added to a leaf's. */
#define CT_HAS_POST_ACCUMULATE_HOOKS CT_TORCH_AT_LEAST(2, 1)
/* The destructors of nodes' hooks are inline, so derived classes have the type information. */
#define CT_HAS_HOOK_TYPES CT_TORCH_AT_LEAST(2, 0)
/* Whether backward uses several threads is a mode. */
#define CT_HAS_MULTITHREADING_MODE CT_TORCH_AT_LEAST(2, 0)

/* Autocast has functions for any type of device, instead of some for each. */
#define CT_HAS_AUTOCAST_BY_DEVICE CT_TORCH_AT_LEAST(2, 4)

/* A warning handler gets an object; the function that sets it is not a member of that class. */
#define CT_HAS_WARNING_UTILS CT_TORCH_AT_LEAST(2, 0)
/* The lines of addresses, from debug information, without another program. */
#define CT_HAS_FAST_SYMBOLIZE CT_TORCH_AT_LEAST(2, 4)
/* The dispatcher has an order of overloads, and can test for a kernel. */
#define CT_HAS_SORTED_OPERATORS CT_TORCH_AT_LEAST(2, 2)
#define CT_HAS_COMPUTED_KERNEL CT_TORCH_AT_LEAST(2, 0)

/* Exceptions that some releases lack. Declared here, each can be tested in every release: it exists
 * if it is complete. */
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

#if CT_TORCH_AT_LEAST(2, 2)
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

/* The address of the memory. Copy-on-write memory (2.1 and later) is copied by write_data() but not
 * by read_data(). */
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

/* Our number of an enumerator is libtorch's plus one, since 0 is our NONE. */
template <class Enum> constexpr int32_t number_of(Enum enumerator)
{
	return static_cast<int32_t>(enumerator) + 1;
}

template <class Enum> constexpr Enum numbered(int32_t number)
{
	return static_cast<Enum>(number - 1);
}

/* Our numbers of device types are those of 2.0 and later. Before, there was no MTIA, and
 * PrivateUse1 had its number. */
constexpr int32_t device_number(c10::DeviceType type)
{
#if !CT_HAS_MTIA
	if (type == c10::DeviceType::PrivateUse1)
		return 21;
#endif
	return number_of(type);
}

constexpr bool has_device_number(int32_t number)
{
	return CT_HAS_MTIA || number != 20;
}

constexpr c10::DeviceType device_numbered(int32_t number)
{
#if !CT_HAS_MTIA
	if (number == 21)
		return c10::DeviceType::PrivateUse1;
#endif
	return numbered<c10::DeviceType>(number);
}

} // namespace ct
