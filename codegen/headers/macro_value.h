/* macro_value.h: macros that are constants. */
#ifndef CTORCH_GEN_HEADERS_MACRO_VALUE_H
#define CTORCH_GEN_HEADERS_MACRO_VALUE_H

#include "util/c_lexer.h"

enum { VALUE_TOKENS = 5 }; /* those of the longest constant, and one more */

/* The first tokens of a macro's value. */
struct macro_value {
	struct c_token tokens[VALUE_TOKENS];
	size_t count;
};

/* The string that is the whole value; NULL if it has escapes or is something else. */
const char *macro_text(struct arena *arena, const struct macro_value *value);

/* The number that is the whole value: 512, -1, (-1), INT64_C(0), INT64_MAX. */
bool macro_number(struct arena *arena, const struct macro_value *value, long long *number);

#endif
