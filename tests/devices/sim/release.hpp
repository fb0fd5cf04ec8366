/*
 * All differences between releases of libtorch that concern this back end, from 2.1 on.
 */
#pragma once

#if __has_include(<torch/headeronly/version.h>)
#include <torch/headeronly/version.h>
#elif __has_include(<torch/version.h>)
#include <torch/version.h>
#else
#include <torch/csrc/api/include/torch/version.h>
#endif

#define SIM_TORCH_AT_LEAST(major, minor)  \
	(TORCH_VERSION_MAJOR > (major) || \
	 (TORCH_VERSION_MAJOR == (major) && TORCH_VERSION_MINOR >= (minor)))

/* Lists of the operators that autocast concerns. */
#define SIM_HAS_AUTOCAST_LISTS SIM_TORCH_AT_LEAST(2, 4)
/* Pinned memory, and a generator by the back end's own hooks. */
#define SIM_HAS_PINNED_MEMORY SIM_TORCH_AT_LEAST(2, 6)
#define SIM_HAS_GENERATOR_HOOK SIM_TORCH_AT_LEAST(2, 8)
/* An allocator of pinned memory that anyone can ask for statistics. */
#define SIM_HAS_HOST_ALLOCATOR SIM_TORCH_AT_LEAST(2, 8)
/* An allocator of device memory that does the same. */
#define SIM_HAS_DEVICE_ALLOCATOR SIM_TORCH_AT_LEAST(2, 10)

/* `override` for the members that an interface has had since that release; before, they are members
 * that nobody calls. */
#if SIM_TORCH_AT_LEAST(2, 3)
#define SIM_OVERRIDE_2_3 override
#else
#define SIM_OVERRIDE_2_3
#endif
#if SIM_TORCH_AT_LEAST(2, 4)
#define SIM_OVERRIDE_2_4 override
#else
#define SIM_OVERRIDE_2_4
#endif
#if SIM_TORCH_AT_LEAST(2, 6)
#define SIM_OVERRIDE_2_6 override
#else
#define SIM_OVERRIDE_2_6
#endif
#if SIM_TORCH_AT_LEAST(2, 8)
#define SIM_OVERRIDE_2_8 override
#else
#define SIM_OVERRIDE_2_8
#endif
#if SIM_TORCH_AT_LEAST(2, 11)
#define SIM_OVERRIDE_2_11 override
#else
#define SIM_OVERRIDE_2_11
#endif

/* at::Allocator::allocate() and the hooks' default generator changed their constness. */
#if SIM_TORCH_AT_LEAST(2, 3)
#define SIM_ALLOCATE_CONST
#else
#define SIM_ALLOCATE_CONST const
#endif
#if SIM_TORCH_AT_LEAST(2, 5)
#define SIM_GENERATOR_CONST const
#else
#define SIM_GENERATOR_CONST
#endif

/* The members of at::HostStats with the bytes in use, and with these and the cached ones. */
#if SIM_TORCH_AT_LEAST(2, 10)
#define SIM_PINNED_IN_USE active_bytes
#define SIM_PINNED_IN_ALL allocated_bytes
#else
#define SIM_PINNED_IN_USE allocated_bytes
#define SIM_PINNED_IN_ALL reserved_bytes
#endif

#if SIM_TORCH_AT_LEAST(2, 2)
#include <optional>
#else
#include <c10/util/Optional.h>
#endif

namespace sim {

#if SIM_TORCH_AT_LEAST(2, 2)
template <class T> using maybe = std::optional<T>;
#else
template <class T> using maybe = c10::optional<T>;
#endif

} // namespace sim
