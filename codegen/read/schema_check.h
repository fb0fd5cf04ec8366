/* schema_check.h: what holds of every schema beside the grammar; schema_parse() asks for it. */
#ifndef CTORCH_GEN_READ_SCHEMA_CHECK_H
#define CTORCH_GEN_READ_SCHEMA_CHECK_H

#include "model.h"

/* `text` begins at `loc` and is what `schema` was parsed from. False after reporting the first
 * thing that is wrong: not the usual form, an annotation, an in-place operator or a written return
 * that cannot be. */
bool schema_check(struct diag *diag, struct loc loc, const char *text, const struct schema *schema);

#endif
