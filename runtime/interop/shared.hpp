/*
 * Inside the library: storages in shared memory.
 */
#pragma once

#include "interop/segment.h"
#include "wrap.hpp"

namespace ct {

/* The segment that ct_tensor_share() or ct_tensor_open_shared() put the storage in; NULL: it is not
 * in one. */
ct_segment *segment_of(const c10::StorageImpl &storage);

} // namespace ct
