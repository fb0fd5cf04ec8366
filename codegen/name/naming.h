/*
 * naming.h: the only place that builds C identifiers and the names of generated files.
 *
 * add.Tensor is at::_ops::add_Tensor in C++, ct_add_Tensor in C, and ct_Tensor_add_Tensor as a
 * method. It is declared in ctorch/ops/a.h and defined in ops/a.cpp. So you can grep for a name.
 */
#ifndef CTORCH_GEN_NAME_NAMING_H
#define CTORCH_GEN_NAME_NAMING_H

#include "model.h"
#include "headers/scan.h"

/*
 * Names every operator, parameter and result, and sorts model->by_symbol. Reports collisions: of
 * two operators, of an operator and the runtime, or within one function.
 */
bool naming_assign(struct arena *arena, struct diag *diag, struct model *model,
		   const struct api *api);

/* The same for the functions and classes of model->nn, which it sorts. The operators must have their
 * names. */
bool naming_assign_nn(struct arena *arena, struct diag *diag, const struct model *model,
		      const struct api *api);

/* True if CT(BASE, ...) may call the operator: for "add", add.Tensor, but neither out= forms nor
 * derived operators. `base` need not end after `length` bytes. */
bool naming_is_overload(const struct op *op, const char *base, size_t length);

/* The index in model->by_symbol of the first symbol that does not sort before `symbol`: the symbol
 * itself, or the first of those that begin with it. */
size_t naming_lower_bound(const struct model *model, const char *symbol);

/* Which operators a group has: "those that begin with _foreach_". */
const char *naming_contents(struct arena *arena, const char *group);

/* "ctorch/ops/a.h" for the group "a" in "ops". */
const char *naming_header(struct arena *arena, const char *room, const char *group);

/* "CTORCH_OPS_A_H" for "ctorch/ops/a.h". */
const char *naming_guard(struct arena *arena, const char *header);

/* All source files, "a" first; the same for every release. NULL after the last one. */
const char *naming_shard(size_t i);

#endif
