/*
 * Inside the library: what an allocator does that has no memory. It makes room and tries again,
 * since an operator cannot be restarted.
 */
#pragma once

#include <cstddef>

#include <ctorch/core/types.h>

namespace ct {

/* Frees postponed handles, gives back what the cache of the CPU holds, if that is where memory is
 * missing, and calls the program's hook. Whether there may be room now. */
bool make_room(ct_device device, std::size_t nbytes);

} // namespace ct
