/* fields.h: what bindings must know about the fields of structs, as facts.h has it of parameters. */
#ifndef CTORCH_GEN_HEADERS_FIELDS_H
#define CTORCH_GEN_HEADERS_FIELDS_H

#include "headers/facts.h"

/*
 * The facts of a field; it has no direction. Whether it may be NULL follows from its comment, which
 * mentions NULL, or from its struct: in a struct of options, NULL is a default.
 */
struct facts facts_of_field(struct arena *arena, const struct api *api, const struct decl *decl,
			    size_t i);

/* Reports fields whose facts are not known. */
bool fields_check(struct arena *arena, struct diag *diag, const struct api *api);

/* True for a struct whose zeros are defaults: one of options, or of arguments by name. */
bool struct_is_options(const struct decl *decl);

#endif
