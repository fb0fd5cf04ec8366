/*
 * length.h: the lengths of lists, as CT_LENGTH() writes them.
 *
 *     length = factor { "*" factor } .
 *     factor = number | name [ ".len" | "(" length { "," length } ")" ] .
 *
 * `xs.len` is the length of a list that is passed by value. `product(m, n)` is m * n, and
 * `product(shape)` the product of a list's elements; any other call is of a public function.
 */
#ifndef CTORCH_GEN_HEADERS_LENGTH_H
#define CTORCH_GEN_HEADERS_LENGTH_H

#include <stdbool.h>

#include "util/arena.h"
#include "util/vec.h"

enum length_kind {
	LENGTH_NUMBER,
	LENGTH_NAME,    /* a parameter or a field */
	LENGTH_LIST,    /* how many elements the list has */
	LENGTH_TIMES,   /* the product of `parts` */
	LENGTH_PRODUCT, /* the product of the elements of the list */
	LENGTH_CALL     /* of the function, with `parts` */
};

struct length {
	enum length_kind kind;
	long long number;
	const char *name;
	VEC(struct length) parts;
};

/* False if the text does not follow the grammar. */
bool length_parse(struct arena *arena, const char *text, struct length *length);

#endif
