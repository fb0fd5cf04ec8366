/* header_comment.h: the comments that document the macros of a header. */
#ifndef CTORCH_GEN_NAME_HEADER_COMMENT_H
#define CTORCH_GEN_NAME_HEADER_COMMENT_H

#include "util/arena.h"

/*
 * The first paragraph, on one line, of the comment that documents the directive at `at`: one that
 * follows on its line, or the one before it; NULL if there is none. `text` is the whole file.
 * Between the comment and the directive may be #if, #else and definitions of the same group.
 */
const char *header_comment(struct arena *arena, const char *text, const char *at);

#endif
