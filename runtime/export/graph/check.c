/*
 * Checking a program: its signature and its trees against its graph.
 */
#include <stddef.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "export/graph/check.h"

typedef struct ct_graph_place place;
typedef struct ct_program program;

#define WRONG(at, ...) ct_graph_error(CT_ERROR_VALUE, (at), NULL, __VA_ARGS__)

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

static bool is_of(const struct ct_program_output *output, const struct ct_program_input *input,
		  const struct ct_graph *graph)
{
	const bool has_target = input->target && strcmp(input->target, output->target) == 0;
	const int32_t value = input->argument.value;

	switch (output->kind) {
	case CT_PROGRAM_BUFFER_MUTATION:
		return input->kind == CT_PROGRAM_BUFFER && has_target;
	case CT_PROGRAM_PARAMETER_MUTATION:
	case CT_PROGRAM_PARAMETER_GRADIENT:
		return input->kind == CT_PROGRAM_PARAMETER && has_target;
	default: /* of an input, which the value in the graph names */
		return input->kind == CT_PROGRAM_USER_INPUT && value != CT_NO_VALUE &&
		       graph->values[value].kind == CT_GRAPH_TENSOR &&
		       strcmp(graph->values[value].name, output->target) == 0;
	}
}

/* Finds the input that an output belongs to. */
static ct_error find_target(const place *at, const program *self, struct ct_program_output *output)
{
	if (output->target == NULL)
		return NULL;
	for (output->input = 0; output->input < self->inputs_len; output->input++)
		if (is_of(output, &self->inputs[output->input], at->graph))
			return NULL;
	return WRONG(at, "an output belongs to '%s', which is no such input", output->target);
}

static ct_error check_outputs(const place *at, const program *self)
{
	if (self->outputs_len != at->graph->outputs_len)
		return WRONG(at, "the graph has %lld outputs, its signature %lld",
			     (long long)at->graph->outputs_len, (long long)self->outputs_len);
	for (int64_t i = 0; i < self->outputs_len; i++) {
		CT_TRY(check_same(at, "output", i, &at->graph->outputs[i],
				  &self->outputs[i].argument));
		CT_TRY(find_target(at, self, (struct ct_program_output *)&self->outputs[i]));
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

static const struct ct_program_fields *fields_of(const program *self, const char *type)
{
	for (int64_t i = 0; i < self->fields_len; i++)
		if (strcmp(self->fields[i].type, type) == 0)
			return &self->fields[i];
	return NULL;
}

/* A namedtuple or a class has as many items as fields, if the file has the names of these. They become
 * its keys. */
static ct_error check_fields(const place *at, const program *self, const struct ct_tree *tree)
{
	const char *type = tree->kind == CT_TREE_NAMED_TUPLE ? tree->context
			   : tree->kind == CT_TREE_OTHER     ? tree->type
							     : NULL;
	const struct ct_program_fields *fields = type ? fields_of(self, type) : NULL;

	if (fields && fields->names_len != tree->children_len)
		return WRONG(at, "the class %s has %lld fields, but %lld items", fields->type,
			     (long long)fields->names_len, (long long)tree->children_len);
	if (fields)
		((struct ct_tree *)tree)->keys = fields->names;
	for (int64_t i = 0; i < tree->children_len; i++)
		CT_TRY(check_fields(at, self, &tree->children[i]));
	return NULL;
}

static ct_error check_trees(const place *at, const program *self)
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
	CT_TRY(check_fields(at, self, call->in_tree));
	return check_fields(at, self, call->out_tree);
}

/* --- The program ------------------------------------------------------------------------------ */

ct_error ct_program_check(program *self, const char *function, const char *what)
{
	const place at = { function, what, NULL, NULL, self->graph };

	CT_TRY(ct_graph_check(&at));
	CT_TRY(check_inputs(&at, self));
	CT_TRY(check_outputs(&at, self));
	return check_trees(&at, self);
}
