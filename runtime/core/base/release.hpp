/*
 * Inside the library: the loaded libtorch, and whether it is one that the library was built for.
 */
#pragma once

namespace ct {

/* Whether its release is of the same series, so that all of its functions may be called. Known
 * before any other code of the library runs. */
bool release_fits() noexcept;

/* The file that libtorch was loaded from; "libtorch_cpu.so" if the loader does not say. */
const char *libtorch_file() noexcept;

} // namespace ct
