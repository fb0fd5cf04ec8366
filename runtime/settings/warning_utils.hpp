/*
 * Where libtorch keeps what it does with warnings: the name of the namespace became a class's.
 */
#pragma once

#include <c10/util/Exception.h>

#include "base/compat.hpp"

#if CT_HAS_WARNING_UTILS
namespace warning_utils = c10::WarningUtils;
#else
namespace warning_utils = c10::Warning;
#endif
