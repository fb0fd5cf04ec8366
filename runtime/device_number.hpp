/*
 * Types of devices as libtorch has them and by our numbers.
 */
#pragma once

#include <c10/core/DeviceType.h>

#include "compat.hpp"

namespace ct {

/* Our numbers are those of 2.1 and later. Before, PrivateUse1 had the number that MTIA has, and
 * there was no MTIA. */
constexpr int32_t device_number(c10::DeviceType type)
{
#if !CT_TORCH_AT_LEAST(2, 1)
	if (type == c10::DeviceType::PrivateUse1)
		return 20;
#endif
	return static_cast<int32_t>(type);
}

constexpr bool has_device_number(int32_t number)
{
	return CT_TORCH_AT_LEAST(2, 1) || number != 19;
}

constexpr c10::DeviceType device_numbered(int32_t number)
{
#if !CT_TORCH_AT_LEAST(2, 1)
	if (number == 20)
		return c10::DeviceType::PrivateUse1;
#endif
	return static_cast<c10::DeviceType>(number);
}

} // namespace ct
