/*
 * Checking lists from C, a pointer and a length, before they are read.
 */
#pragma once

#include <cstdint>

namespace ct {

/* Throws for a negative length, and for NULL with a length other than 0. */
void check_length(const void *list, int64_t length, int position, const char *name);

} // namespace ct
