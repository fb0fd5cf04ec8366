#include "totals.h"

struct totals totals_of(const struct model *model)
{
	size_t all = model->ops.len;

	return (struct totals){ {
		{ "yaml_schemas", "schemas in the yaml", all - model->derived },
		{ "autogen_schemas", "schemas derived by autogen", model->derived },
		{ "schemas", "all schemas", all },
		{ "functions", "C functions (ct_...), one for each schema", all },
		{ "methods", "method forms (ct_Tensor_...)", model->methods },
		{ "callables", "C symbols, functions and method forms", all + model->methods },
	} };
}

size_t count_kind(const struct model *model, enum schema_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < model->ops.len; i++)
		count += model->ops.at[i]->kind == kind;
	return count;
}
