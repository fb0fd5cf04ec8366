/*
 * export_zoo FOLDER [NAME...]: records modules and functions, and writes the program of each,
 * NAME.pt2, with what C computes, NAME.cases.pt: a list of pairs of inputs and outputs without None.
 * Without names, all that are small; "large": the others.
 */
#include <string.h>

#include "zoo.h"

enum { SEED = 3, MOST_OUTPUTS = 4 };

/* A pair of tuples, new. */
static ct_error pair_of(ct_tensor *const *inputs, int64_t inputs_len, ct_tensor *const *outputs,
			int64_t outputs_len, ct_value *result)
{
	ct_value items[ZOO_INPUTS], results[MOST_OUTPUTS], both[2], pair;
	int64_t used = 0;

	for (int64_t i = 0; i < inputs_len; i++)
		items[i] = ct_value_tensor(inputs[i]);
	for (int64_t i = 0; i < outputs_len; i++)
		if (outputs[i])
			results[used++] = ct_value_tensor(outputs[i]);
	both[0] = ct_value_tuple(items, inputs_len);
	both[1] = ct_value_tuple(results, used);
	pair = ct_value_tuple(both, 2);
	return ct_value_copy(&pair, result);
}

static ct_error add_case(const struct zoo_example *example, const struct zoo_net *net,
			 const int64_t sizes[2], ct_value *cases)
{
	CT_SCOPE;
	ct_tensor *inputs[ZOO_INPUTS], *given[ZOO_INPUTS], *outputs[MOST_OUTPUTS];
	struct zoo_net own = *net;
	ct_value pair;

	CT_TRY(example->inputs(sizes, inputs));
	for (int64_t i = 0; i < example->inputs_len; i++)
		CT_TRY(CT(clone, &given[i], inputs[i]));
	if (net->module)
		CT_TRY(ct_module_deepcopy(net->module, &own.module));
	CT_TRY(ct_manual_seed(SEED));
	CT_TRY(zoo_call(&own, given, example->inputs_len, outputs));
	CT_TRY(pair_of(inputs, example->inputs_len, outputs, own.outputs_len, &pair));
	return ct_value_list_move(cases, &pair);
}

static ct_error write_cases(const struct zoo_example *example, const struct zoo_net *net,
			    const char *folder)
{
	ct_value cases = ct_value_list_new();
	char path[512];
	ct_error error = NULL;

	for (int64_t i = 0; i < example->sizes_len && error == NULL; i++)
		error = add_case(example, net, example->sizes[i], &cases);
	snprintf(path, sizeof path, "%s/%s.cases.pt", folder, example->name);
	if (error == NULL)
		error = ct_save(&cases, path);
	ct_value_free(&cases);
	return error;
}

static ct_error write_example(const struct zoo_example *example, const char *folder)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	struct zoo_net net = { 0 };
	ct_export *program;
	char path[512];
	ct_error error;

	CT_TRY(ct_manual_seed(1));
	CT_TRY(example->make(&net));
	zoo_count_outputs(&net);
	CT_TRY(zoo_record(example, &net, &program));
	snprintf(path, sizeof path, "%s/%s.pt2", folder, example->name);
	error = ct_export_save(program, path);
	ct_export_free(program);
	return error ? error : write_cases(example, &net, folder);
}

static bool is_wanted(const struct zoo_example *example, char **names, int names_len)
{
	for (int i = 0; i < names_len; i++)
		if (strcmp(names[i], example->name) == 0 ||
		    (example->is_large && strcmp(names[i], "large") == 0))
			return true;
	return names_len == 0 && !example->is_large;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: export_zoo FOLDER [NAME...]\n");
		return 2;
	}
	for (int64_t i = 0; i < zoo_len; i++)
		if (is_wanted(&zoo[i], argv + 2, argc - 2))
			CT_CHECK(write_example(&zoo[i], argv[1]));
	return 0;
}
