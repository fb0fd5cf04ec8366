/*
 * Memory of C++ objects in which stray reads get the same bytes every time. libtorch reads beyond
 * some lists that are shorter than it assumes, could read before others, and oneDNN reads some
 * memory before it has written to it.
 */
#ifndef OPS_HEAP_HPP
#define OPS_HEAP_HPP

#include <cstddef>

namespace ops {

constexpr unsigned char usual_filling = 0x5a;
constexpr size_t heap_margin = 64; /* a multiple of malloc()'s alignment */

/* From now on memory from `new`, and a margin before and after it, is filled with this byte, and
 * memory from glibc's malloc() with one that depends on it. Sanitizers have their own `new`: with
 * them this does nothing. */
void fill_heap(unsigned char byte);

/* Whether fill_heap() has an effect. */
bool heap_is_filled();

/* From now on `new` fails above this size: there are lists of 2^31. */
void limit_heap(size_t bytes);

} // namespace ops

#endif
