/* comment.h: comments of the headers in the words of a language. */
#ifndef CTORCH_GEN_BIND_COMMENT_H
#define CTORCH_GEN_BIND_COMMENT_H

#include "bind/emit.h"

/* The lines of a comment, each after the language's margin; functions have the language's names. */
const char *comment_of(const struct binding *binding, const char *doc);

#endif
