/*
 * export_zoo FOLDER [NAME...]: records modules and functions, and writes the program of each,
 * NAME.pt2, with what C computes, NAME.cases.pt: a list of inputs, outputs without None, the inputs
 * after the run, and the module's state after it.
 * Without names, all that are small; "large": the others.
 */
#include <string.h>

#include "zoo.h"

enum { SEED = 3, MOST_OUTPUTS = 4 };

/* What C has of a run. */
struct run {
	ct_tensor *inputs[ZOO_INPUTS], *after[ZOO_INPUTS]; /* before, and as the run leaves them */
	ct_tensor *outputs[MOST_OUTPUTS];
	ct_value state; /* the module's, after the run */
};

/* Those that are not NULL; the items are of the tuple as long as it lives. */
static ct_value tuple_of(ct_tensor *const *tensors, int64_t len, ct_value *items)
{
	int64_t used = 0;

	for (int64_t i = 0; i < len; i++)
		if (tensors[i])
			items[used++] = ct_value_tensor(tensors[i]);
	return ct_value_tuple(items, used);
}

/* Adds (inputs, outputs, inputs after the run, state). */
static ct_error add_run(const struct run *run, int64_t inputs_len, int64_t outputs_len,
			ct_value *cases)
{
	ct_value inputs[ZOO_INPUTS], after[ZOO_INPUTS], outputs[MOST_OUTPUTS], parts[4], whole,
		copy;

	parts[0] = tuple_of(run->inputs, inputs_len, inputs);
	parts[1] = tuple_of(run->outputs, outputs_len, outputs);
	parts[2] = tuple_of(run->after, inputs_len, after);
	parts[3] = run->state;
	whole = ct_value_tuple(parts, 4);
	CT_TRY(ct_value_copy(&whole, &copy));
	return ct_value_list_move(cases, &copy);
}

static ct_error run_net(const struct zoo_example *example, const struct zoo_net *net,
			struct run *run)
{
	for (int64_t i = 0; i < example->inputs_len; i++)
		CT_TRY(CT(clone, &run->after[i], run->inputs[i]));
	CT_TRY(ct_manual_seed(SEED));
	CT_TRY(zoo_call(net, run->after, example->inputs_len, run->outputs));
	return net->module ? ct_module_state_dict(net->module, NULL, &run->state) : NULL;
}

static ct_error add_case(const struct zoo_example *example, const struct zoo_net *net,
			 const int64_t sizes[2], ct_value *cases)
{
	CT_SCOPE;
	struct run run = { .state = ct_value_dict_new() };
	struct zoo_net own = *net;
	ct_error error;

	CT_TRY(example->inputs(sizes, run.inputs));
	if (net->module)
		CT_TRY(ct_module_deepcopy(net->module, &own.module));
	error = run_net(example, &own, &run);
	if (error == NULL)
		error = add_run(&run, example->inputs_len, own.outputs_len, cases);
	ct_value_free(&run.state);
	return error;
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
