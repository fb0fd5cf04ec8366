/*
 * naming.h: the only place that spells a C identifier or a generated file's name.
 *
 * add.Tensor is at::_ops::add_Tensor, ct_add_Tensor, ct_Tensor_add_Tensor as a method; it is
 * declared in ctorch/ops_a.h and defined in ops_a.cpp. A name turns back into a grep.
 */
#ifndef CTORCH_GEN_NAME_NAMING_H
#define CTORCH_GEN_NAME_NAMING_H

#include "model.h"
#include "name/header_scan.h"

/*
 * Names every operator, parameter and result and sorts model->by_symbol. False after reporting
 * names that meet: of two operators, of an operator and a declaration of the runtime, in one
 * function.
 */
bool naming_assign(struct arena *arena, struct diag *diag, struct model *model,
		   const struct api *api);

/* "_foreach_" for "ops_foreach"; NULL for a group that goes by the first letter. */
const char *naming_prefix(const char *group);

/* All source files, "ops_a" first; the same for every release. NULL behind the last. */
const char *naming_shard(size_t i);

#endif
