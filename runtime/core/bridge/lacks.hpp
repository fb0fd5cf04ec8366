/*
 * Inside the library: the error of a function whose libtorch is too old.
 */
#pragma once

namespace ct {

/* "streams with a priority need libtorch 2.4; this is 2.1.2" */
[[noreturn, gnu::cold]] void refuse_release(const char *what, const char *release);

} // namespace ct
