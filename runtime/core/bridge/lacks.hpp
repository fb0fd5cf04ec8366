/*
 * Inside the library: errors about what is not there: a function of a libtorch that is too old, a
 * device.
 */
#pragma once

#include <c10/core/Device.h>

namespace ct {

/* "streams with a priority need libtorch 2.4; this is 2.1.2" */
[[noreturn, gnu::cold]] void refuse_release(const char *what, const char *release);

/* A device that exists, a function's argument 1, with its index; the CPU has none. */
at::Device known_device(at::Device device);

} // namespace ct
