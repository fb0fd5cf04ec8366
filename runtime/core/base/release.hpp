/*
 * Inside the library: whether the loaded libtorch is one that the library was built for.
 */
#pragma once

namespace ct {

/* Whether its release is of the same series, so that all of its functions may be called. Known
 * before any other code of the library runs. */
bool release_fits() noexcept;

} // namespace ct
