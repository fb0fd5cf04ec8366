/*
 * autogen.h: the operators that a release has although its yaml does not spell them out.
 *
 * The yaml only names them (`autogen: _foo.out`), and the names are neither complete nor all real.
 * The rules are torchgen's: operators that differ only in how they return their result form a
 * group; a group that lacks an out or a functional form may get one.
 */
#ifndef CTORCH_GEN_DERIVE_AUTOGEN_H
#define CTORCH_GEN_DERIVE_AUTOGEN_H

#include "model.h"

/* Appends the derived operators to model->ops; false after reporting operators that cannot be told
 * apart, or an `autogen:` that names an operator of another entry. */
bool autogen_derive(struct arena *arena, struct diag *diag, struct model *model);

/* An operator with its kind, name and text filled in from its schema; load.c uses it too. */
struct op *op_from_schema(struct arena *arena, const struct entry *entry,
			  const struct schema *schema);

#endif
