/*
 * Memory of C++ objects in which stray reads find the same each time. libtorch reads behind some
 * lists that are shorter than it takes for granted, could read in front of others, and oneDNN reads
 * some memory before it has written to it.
 */
#ifndef OPS_HEAP_HPP
#define OPS_HEAP_HPP

#include <cstddef>

namespace ops {

constexpr unsigned char usual_filling = 0x5a;
constexpr size_t heap_margin = 64; /* a multiple of what malloc() aligns to */

/* From now on what `new` gives, and a margin in front of it and behind it, are filled with this,
 * and what glibc's malloc() gives with something that depends on it. Sanitizers have a `new` of
 * their own: with them it does nothing. */
void fill_heap(unsigned char byte);

/* Whether it does something. */
extern const bool heap_is_filled;

/* From now on `new` gives no more than that in one piece: there are lists of 2^31. */
void limit_heap(size_t bytes);

} // namespace ops

#endif
