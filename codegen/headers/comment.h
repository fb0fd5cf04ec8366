/* comment.h: the comments that document what a header declares. */
#ifndef CTORCH_GEN_HEADERS_COMMENT_H
#define CTORCH_GEN_HEADERS_COMMENT_H

#include "util/arena.h"

/*
 * The first paragraph, on one line, of the comment that documents the directive at `at`: one that
 * follows on its line, or the one before it; NULL if there is none. `text` is the whole file.
 * Between the comment and the directive may be #if, #else and definitions of the same group.
 */
const char *header_comment(struct arena *arena, const char *text, const char *at);

/* The beginning of the comment in the whole file `text` that documents the directive at `at`, as it
 * is written there; NULL if there is none. */
const char *header_macro_comment(const char *text, const char *at);

/* The same for the declaration at `at`. Declarations without an empty line between them share the
 * comment above the first one. */
const char *header_declaration_comment(const char *text, const char *at);

/* The same for a field or an enumerator, from `at` to `end`: the comment that follows on its last
 * line, or the one on the lines before it. */
const char *header_member_comment(const char *text, const char *at, const char *end);

/* The lines of the comment at `begin`, without its margin; NULL for NULL. */
const char *header_comment_lines(struct arena *arena, const char *begin);

#endif
