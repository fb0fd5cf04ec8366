/* parts.h: the parts of names, types and declarations that the rules ask about. */
#ifndef CTORCH_GEN_TOOLS_CHECK_PARTS_H
#define CTORCH_GEN_TOOLS_CHECK_PARTS_H

#include "tools/check/rules.h"

/* True if one of the parts of a name that underscores divide is the word: "get" in "ct_x_get". */
bool has_word(const char *name, const char *word);

/* The first of the words, ending with NULL, that the name has; NULL if it has none. */
const char *first_word_of(const char *name, const char *const *words);

/* True for the type of an incomplete struct, "ct_tensor". */
bool is_handle(const struct api *api, const char *base);

/* True for the type of a struct of options. */
bool is_options(const struct member *member);

/* The declaration of a parameter's function type; NULL if it has another type. */
const struct decl *callback_of(const struct api *api, const struct member *member);

/* True for the type of a function that only releases: ct_release_function. */
bool is_release(const struct member *member);

/* True for a parameter that the function writes, or the length of one. */
bool is_result(const struct checker *c, const struct decl *decl, size_t i);

/* "self", or NULL if the first parameter has another name. */
const struct member *self_of(const struct decl *decl);

/* True for the macro that guards its header. */
bool is_guard(const struct api *api, const struct decl *decl);

#endif
