#include "facts/totals.h"

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

static void add(struct totals *totals, const char *key, const char *label, size_t count)
{
	totals->at[totals->len++] = (struct total){ key, label, count };
}

static void add_operators(struct totals *totals, const struct model *model)
{
	const size_t all = model->ops.len;

	add(totals, "yaml_schemas", "schemas in the yaml", all - model->derived);
	add(totals, "autogen_schemas", "schemas derived by autogen", model->derived);
	add(totals, "schemas", "all schemas", all);
	add(totals, "functions", "C functions (ct_...), one for each schema", all);
	add(totals, "methods", "method forms (ct_Tensor_...)", model->methods);
	add(totals, "callables", "C symbols, functions and method forms", all + model->methods);
}

static void add_tested(struct totals *totals, const struct tested *tested)
{
	add(totals, "called", "functions that the tests compare with libtorch's C++",
	    tested->called);
	add(totals, "value_compared", "of these, compared by value", tested->values);
	add(totals, "gradient_compared", "of these, compared by gradient", tested->gradients);
	add(totals, "errors_only", "of these, compared only by their errors", tested->errors);
}

static void add_names(struct totals *totals, const struct nn *nn)
{
	size_t in[NN_NOWHERE + 1] = { 0 };

	for (size_t i = 0; i < nn->names.len; i++)
		in[nn->names.at[i]->place]++;
	add(totals, "nn_names",
	    "public names of torch.nn, torch.optim, torch.amp and torch.distributions in Python",
	    nn->names.len);
	add(totals, "nn_in_c", "of these, in C", in[NN_IN_C]);
	add(totals, "nn_instead", "of these, not needed in C", in[NN_INSTEAD]);
	add(totals, "nn_left_out", "of these, left out: the release lacks their operator",
	    in[NN_LEFT_OUT]);
	add(totals, "nn_absent", "of these, not in C", in[NN_ABSENT] + in[NN_NOWHERE]);
}

struct totals totals_of(const struct model *model)
{
	const struct tested tested = count_tested(model);
	struct totals totals = { .len = 0 };

	add_operators(&totals, model);
	if (tested.called)
		add_tested(&totals, &tested);
	if (model->nn && model->nn->names.len)
		add_names(&totals, model->nn);
	return totals;
}

size_t count_kind(const struct model *model, enum schema_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < model->ops.len; i++)
		count += model->ops.at[i]->kind == kind;
	return count;
}
