/* schema_check.h: the rules for schemas beyond the grammar; schema_parse() applies them. */
#ifndef CTORCH_GEN_READ_SCHEMA_CHECK_H
#define CTORCH_GEN_READ_SCHEMA_CHECK_H

#include "model.h"

/* `schema` was parsed from `text`, which begins at `loc`. Reports the first error: an unusual form,
 * or an impossible annotation or written return. */
bool schema_check(struct diag *diag, struct loc loc, const char *text, const struct schema *schema);

/* The rules for operators alone: an in-place one writes its self. */
bool schema_check_operator(struct diag *diag, struct loc loc, const struct schema *schema);

#endif
