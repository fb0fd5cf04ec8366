/*
 * Lists from C, a pointer and a length, before anything is read of them.
 */
#pragma once

#include <cstdint>

namespace ct {

/* Refuses a negative length, and a list that is NULL and not empty. */
void check_length(const void *list, int64_t length, int position, const char *name);

} // namespace ct
