/*
 * Checking a program: its signature and its trees against its graph.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/graph/check.h"

typedef struct ct_graph_place place;
typedef struct ct_program program;

#define WRONG(at, ...) ct_graph_error(CT_ERROR_VALUE, (at), NULL, __VA_ARGS__)

/* --- Names ------------------------------------------------------------------------------------ */

/* The kinds of names are those of inputs, and this one: */
enum { NAMED_TUPLE = -1 };

struct name {
	int kind;
	const char *text;
	int64_t place; /* among the inputs, or the fields of namedtuples */
};

/* Sorted; of the same name, the first place first. */
struct names {
	struct name *at;
	int64_t len;
};

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	const int order = strcmp(x->text, y->text);

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* A buffer and a parameter by its own name, a tensor of the user's by that of its value; NULL: no
 * output belongs to the input. */
static const char *name_of_input(const struct ct_program_input *input, const struct ct_graph *graph)
{
	const int32_t value = input->argument.value;

	if (input->kind == CT_PROGRAM_BUFFER || input->kind == CT_PROGRAM_PARAMETER)
		return input->target;
	return input->kind == CT_PROGRAM_USER_INPUT && value != CT_NO_VALUE &&
			       graph->values[value].kind == CT_GRAPH_TENSOR
		       ? graph->values[value].name
		       : NULL;
}

static ct_error list_names(const place *at, const program *self, struct names *result)
{
	struct name *all = ct_array_new(self->inputs_len + self->fields_len, sizeof *all);
	int64_t len = 0;

	if (all == NULL)
		return ct_no_memory(at->function, "for %s", at->what);
	for (int64_t i = 0; i < self->inputs_len; i++) {
		const char *text = name_of_input(&self->inputs[i], at->graph);

		if (text)
			all[len++] = (struct name){ (int)self->inputs[i].kind, text, i };
	}
	for (int64_t i = 0; i < self->fields_len; i++)
		all[len++] = (struct name){ NAMED_TUPLE, self->fields[i].type, i };
	qsort(all, (size_t)len, sizeof *all, compare_names);
	*result = (struct names){ all, len };
	return NULL;
}

/* The first place of a name; -1: there is none. */
static int64_t find_name(const struct names *names, int kind, const char *text)
{
	const struct name wanted = { kind, text, 0 };
	int64_t low = 0, high = names->len;

	while (low < high) {
		const int64_t middle = low + (high - low) / 2;

		if (compare_names(&names->at[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < names->len && names->at[low].kind == kind &&
			       strcmp(names->at[low].text, text) == 0
		       ? names->at[low].place
		       : -1;
}

/* --- The signature ---------------------------------------------------------------------------- */

/* The signature repeats what the graph's inputs and outputs are. */
static ct_error check_same(const place *at, const char *what, int64_t i,
			   const struct ct_graph_argument *in_graph,
			   const struct ct_graph_argument *in_signature)
{
	const struct ct_graph_value *values = at->graph->values;

	/* In the graph a token is a tensor. */
	if (in_graph->value == in_signature->value &&
	    (in_graph->value == CT_NO_VALUE || in_graph->arm == in_signature->arm ||
	     in_signature->arm == CT_ARM_TOKEN))
		return NULL;
	return WRONG(at, "%s %lld is '%s' in the graph and '%s' in its signature", what,
		     (long long)i,
		     in_graph->value == CT_NO_VALUE ? "a constant" : values[in_graph->value].name,
		     in_signature->value == CT_NO_VALUE ? "a constant"
							: values[in_signature->value].name);
}

static ct_error check_inputs(const place *at, const program *self)
{
	if (self->inputs_len != at->graph->inputs_len)
		return WRONG(at, "the graph has %lld inputs, its signature %lld",
			     (long long)at->graph->inputs_len, (long long)self->inputs_len);
	for (int64_t i = 0; i < self->inputs_len; i++) {
		const struct ct_program_input *input = &self->inputs[i];

		if (input->kind != CT_PROGRAM_CONSTANT_INPUT)
			CT_TRY(check_same(at, "input", i, &at->graph->inputs[i], &input->argument));
		if (input->target && !ct_program_is_user_input(input) && input->target[0] == '\0')
			return WRONG(at, "input %lld has an empty name", (long long)i);
	}
	return NULL;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static enum ct_program_input_kind kind_of_target(const struct ct_program_output *output)
{
	switch (output->kind) {
	case CT_PROGRAM_BUFFER_MUTATION:
		return CT_PROGRAM_BUFFER;
	case CT_PROGRAM_PARAMETER_MUTATION:
	case CT_PROGRAM_PARAMETER_GRADIENT:
		return CT_PROGRAM_PARAMETER;
	default:
		return CT_PROGRAM_USER_INPUT;
	}
}

/* Finds the input that an output belongs to. */
static ct_error find_target(const place *at, const struct names *names,
			    struct ct_program_output *output)
{
	if (output->target == NULL)
		return NULL;
	output->input = find_name(names, (int)kind_of_target(output), output->target);
	if (output->input >= 0)
		return NULL;
	return WRONG(at, "an output belongs to '%s', which is no such input", output->target);
}

static ct_error check_outputs(const place *at, const program *self, const struct names *names)
{
	if (self->outputs_len != at->graph->outputs_len)
		return WRONG(at, "the graph has %lld outputs, its signature %lld",
			     (long long)at->graph->outputs_len, (long long)self->outputs_len);
	for (int64_t i = 0; i < self->outputs_len; i++) {
		CT_TRY(check_same(at, "output", i, &at->graph->outputs[i],
				  &self->outputs[i].argument));
		CT_TRY(find_target(at, names, (struct ct_program_output *)&self->outputs[i]));
	}
	return NULL;
}

/* --- Trees ------------------------------------------------------------------------------------ */

static int64_t count_user_inputs(const program *self)
{
	int64_t count = 0;

	for (int64_t i = 0; i < self->inputs_len; i++)
		count += ct_program_is_user_input(&self->inputs[i]);
	return count;
}

static int64_t count_user_outputs(const program *self)
{
	int64_t count = 0;

	for (int64_t i = 0; i < self->outputs_len; i++)
		count += self->outputs[i].kind == CT_PROGRAM_USER_OUTPUT ||
			 self->outputs[i].kind == CT_PROGRAM_LOSS;
	return count;
}

static bool has_names_for_keys(const struct ct_tree *dict)
{
	for (int64_t i = 0; i < dict->children_len; i++)
		if (dict->keys[i].arm != CT_ARM_STRING)
			return false;
	return true;
}

/* The inputs are a tuple of the positional ones and a dict of those by name. */
static bool is_of_calls(const struct ct_tree *tree)
{
	return tree->kind == CT_TREE_TUPLE && tree->children_len == 2 &&
	       tree->children[0].kind == CT_TREE_TUPLE && tree->children[1].kind == CT_TREE_DICT &&
	       has_names_for_keys(&tree->children[1]);
}

/* A namedtuple or a class has as many items as fields, if the file has the names of these. They become
 * its keys. */
static ct_error check_fields(const place *at, const program *self, const struct names *names,
			     const struct ct_tree *tree)
{
	const char *type = tree->kind == CT_TREE_NAMED_TUPLE ? tree->context
			   : tree->kind == CT_TREE_OTHER     ? tree->type
							     : NULL;
	const int64_t found = type ? find_name(names, NAMED_TUPLE, type) : -1;
	const struct ct_program_fields *fields = found < 0 ? NULL : &self->fields[found];

	if (fields && fields->names_len != tree->children_len)
		return WRONG(at, "the class %s has %lld fields, but %lld items", fields->type,
			     (long long)fields->names_len, (long long)tree->children_len);
	if (fields)
		((struct ct_tree *)tree)->keys = fields->names;
	for (int64_t i = 0; i < tree->children_len; i++)
		CT_TRY(check_fields(at, self, names, &tree->children[i]));
	return NULL;
}

static ct_error check_trees(const place *at, const program *self, const struct names *names)
{
	const struct ct_program_call *call = ct_program_own_call(self);

	if (call == NULL)
		return WRONG(at, "the structure of the inputs and outputs is missing");
	if (!is_of_calls(call->in_tree))
		return WRONG(at, "the inputs are not a tuple and a dict of names");
	if (call->in_tree->leaves != count_user_inputs(self))
		return WRONG(at,
			     "the structure of the inputs has %lld leaves, the graph %lld inputs",
			     (long long)call->in_tree->leaves, (long long)count_user_inputs(self));
	if (call->out_tree->leaves != count_user_outputs(self))
		return WRONG(
			at, "the structure of the outputs has %lld leaves, the graph %lld outputs",
			(long long)call->out_tree->leaves, (long long)count_user_outputs(self));
	CT_TRY(check_fields(at, self, names, call->in_tree));
	return check_fields(at, self, names, call->out_tree);
}

/* --- The program ------------------------------------------------------------------------------ */

ct_error ct_program_check(program *self, const char *function, const char *what)
{
	const place at = { function, what, NULL, NULL, self->graph };
	struct names names;
	ct_error error;

	CT_TRY(ct_graph_check(&at));
	CT_TRY(check_inputs(&at, self));
	CT_TRY(list_names(&at, self, &names));
	error = check_outputs(&at, self, &names);
	if (error == NULL)
		error = check_trees(&at, self, &names);
	free(names.at);
	return error;
}
