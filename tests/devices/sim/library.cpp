/*
 * What happens when the library is loaded, beside the registrations at the end of guard.cpp,
 * tensors.cpp, copy.cpp and kernels.cpp.
 */
#include <c10/core/Allocator.h>
#include <c10/core/DeviceType.h>

#include "allocator.hpp"
#include "hooks.hpp"
#include "pinned.hpp"

namespace sim {

namespace {

/* libtorch's own name for this type of device is "privateuseone". */
const bool is_registered = [] {
	c10::register_privateuse1_backend("sim");
	c10::SetAllocator(c10::DeviceType::PrivateUse1, &allocator());
	register_pinned_allocator();
	register_hooks();
	return true;
}();

} // namespace

} // namespace sim
