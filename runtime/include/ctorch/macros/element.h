/**
 * @file
 * An element of a tensor's memory, by its indices.
 */
#ifndef CTORCH_MACROS_ELEMENT_H
#define CTORCH_MACROS_ELEMENT_H

#include <ctorch/tensor/element.h>

/** Accesses an element of a ct_accessor; the number in the name is its `dim`. Like a C array, it
 * only computes an address. Indices are not negative. */
#define CT_ELEMENT1(type, x, i) (((type *)(x).data)[(i) * (x).stride0])
/** Accesses an element as CT_ELEMENT1() does. */
#define CT_ELEMENT2(type, x, i, j) (((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1])
/** Accesses an element as CT_ELEMENT1() does. */
#define CT_ELEMENT3(type, x, i, j, k) \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2])
/** Accesses an element as CT_ELEMENT1() does. */
#define CT_ELEMENT4(type, x, i, j, k, l)                                                \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2 + \
			    (l) * (x).stride3])
/** Accesses an element as CT_ELEMENT1() does. */
#define CT_ELEMENT5(type, x, i, j, k, l, m)                                             \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2 + \
			    (l) * (x).stride3 + (m) * (x).stride4])
/** Accesses an element as CT_ELEMENT1() does. */
#define CT_ELEMENT6(type, x, i, j, k, l, m, n)                                          \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2 + \
			    (l) * (x).stride3 + (m) * (x).stride4 + (n) * (x).stride5])

#endif
