#include "facts/totals.h"

#include <string.h>

#include "facts/results.h"

struct tested {
	size_t called, values, gradients, errors;
};

static struct tested count_tested(const struct model *model)
{
	struct tested tested = { 0 };

	for (size_t i = 0; i < model->ops.len; i++) {
		const struct result *result = model->ops.at[i]->result;

		if (!result)
			continue;
		tested.called++;
		tested.values += result->outcome == OUTCOME_VALUES;
		tested.errors += result->outcome == OUTCOME_ERRORS;
		tested.gradients += result->has_gradient;
	}
	return tested;
}

struct totals totals_of(const struct model *model)
{
	size_t all = model->ops.len;
	struct tested tested = count_tested(model);
	const struct total at[TOTAL_COUNT] = {
		{ "yaml_schemas", "schemas in the yaml", all - model->derived },
		{ "autogen_schemas", "schemas derived by autogen", model->derived },
		{ "schemas", "all schemas", all },
		{ "functions", "C functions (ct_...), one for each schema", all },
		{ "methods", "method forms (ct_Tensor_...)", model->methods },
		{ "callables", "C symbols, functions and method forms", all + model->methods },
		{ "called", "functions that the tests compare with libtorch's C++", tested.called },
		{ "value_compared", "of these, compared by value", tested.values },
		{ "gradient_compared", "of these, compared by gradient", tested.gradients },
		{ "errors_only", "of these, compared only by their errors", tested.errors },
	};
	struct totals totals;

	memcpy(totals.at, at, sizeof at);
	totals.len = tested.called ? TOTAL_COUNT : TOTAL_COUNT - 4;
	return totals;
}

size_t count_kind(const struct model *model, enum schema_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < model->ops.len; i++)
		count += model->ops.at[i]->kind == kind;
	return count;
}
