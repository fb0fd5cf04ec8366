/*
 * The scope of libtorch's warning functions, a namespace that became a class.
 */
#pragma once

#include <c10/util/Exception.h>

#include "core/base/compat.hpp"

#if CT_HAS_WARNING_UTILS
namespace warning_utils = c10::WarningUtils;
#else
namespace warning_utils = c10::Warning;
#endif
