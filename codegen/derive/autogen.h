/*
 * autogen.h: derives the operators of a release that its yaml does not spell out.
 *
 * The yaml only names them (`autogen: _foo.out`). The names are incomplete, and some do not exist.
 * The rules are torchgen's: operators that differ only in how they return their result form a
 * group; a group that lacks an out form or a functional form may get one.
 */
#ifndef CTORCH_GEN_DERIVE_AUTOGEN_H
#define CTORCH_GEN_DERIVE_AUTOGEN_H

#include "model.h"

/* Appends the derived operators to model->ops. Reports operators that would get the same forms, and
 * an `autogen:` that names an operator of another entry. */
bool autogen_derive(struct arena *arena, struct diag *diag, struct model *model);

/* Creates an operator and sets its kind, name and text from its schema; load.c also uses this. */
struct op *op_from_schema(struct arena *arena, const struct entry *entry,
			  const struct schema *schema);

#endif
