/*
 * From a recorded graph to a program: names, inputs, outputs, the structure of both, and ranges.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/version.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "export/record/program.h"
#include "export/text/python.h"

enum { ATEN_OPSET = 10 };

typedef struct ct_graph_argument argument;
typedef struct ct_recorded recorded;

struct filling {
	const recorded *from;
	struct ct_arena *arena;
	struct ct_program *program;
	struct ct_graph *graph;
	struct ct_python_names names;
	bool has_failed; /* without memory */
};

static void *fill_array(struct filling *self, int64_t len, size_t size)
{
	void *array = self->has_failed ? NULL : ct_arena_new(self->arena, ((size_t)len + 1) * size);

	self->has_failed |= array == NULL;
	return array;
}

static const char *fill_text(struct filling *self, const char *text)
{
	char *copy = fill_array(self, (int64_t)strlen(text) + 1, 1);

	return copy ? strcpy(copy, text) : NULL;
}

/* --- Names ------------------------------------------------------------------------------------ */

static const char *fill_name(struct filling *self, const char *candidate)
{
	const char *name = self->has_failed ? NULL : ct_python_names_new(&self->names, candidate);

	self->has_failed |= name == NULL;
	return name ? fill_text(self, name) : NULL;
}

static void name_value(struct filling *self, int32_t value, const char *candidate)
{
	self->graph->values[value].name = fill_name(self, candidate);
}

/* "add_" of "torch.ops.aten.add_.Tensor", "mul" of "_operator.mul". */
static void base_of_target(const char *target, char *result, size_t size)
{
	const char *dot = strrchr(target, '.'), *begin;

	if (strncmp(target, "torch.ops.", 10) != 0) {
		snprintf(result, size, "%s", dot + 1);
		return;
	}
	begin = strchr(target + 10, '.') + 1;
	snprintf(result, size, "%.*s", (int)(dot - begin), begin);
}

/* A node with one tensor is called as its value, one with several has names of its own. */
static void name_node(struct filling *self, struct ct_graph_node *node)
{
	const bool is_single = node->outputs_len == 1 && node->outputs[0].value != CT_NO_VALUE;
	char base[128];

	base_of_target(node->target, base, sizeof base);
	node->name = fill_name(self, base);
	for (int64_t i = 0; i < node->outputs_len; i++) {
		const argument *output = &node->outputs[i];

		if (is_single)
			self->graph->values[output->value].name = node->name;
		else if (output->value != CT_NO_VALUE)
			name_value(self, output->value, "getitem");
		for (int64_t k = 0; output->arm == CT_ARM_TENSORS && k < output->items_len; k++)
			name_value(self, output->items[k].value, "getitem");
	}
}

/* --- The graph -------------------------------------------------------------------------------- */

static void fill_nodes(struct filling *self)
{
	const struct ct_merging *merged = self->from->merged;
	const int64_t first = merged->expressions.nodes_len, len = first + merged->nodes_len;
	struct ct_graph_node *nodes = fill_array(self, len, sizeof *nodes);

	if (nodes == NULL)
		return;
	if (first > 0)
		memcpy(nodes, merged->expressions.nodes, (size_t)first * sizeof *nodes);
	if (merged->nodes_len > 0)
		memcpy(nodes + first, merged->nodes, (size_t)merged->nodes_len * sizeof *nodes);
	for (int64_t i = 0; i < len; i++)
		name_node(self, &nodes[i]);
	self->graph->nodes = nodes;
	self->graph->nodes_len = len;
}

static void fill_values(struct filling *self)
{
	const struct ct_expressions *from = &self->from->merged->expressions;

	self->graph->values = fill_array(self, from->values_len, sizeof *self->graph->values);
	self->graph->values_len = from->values_len;
	if (self->graph->values && from->values_len > 0)
		memcpy(self->graph->values, from->values,
		       (size_t)from->values_len * sizeof *self->graph->values);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

void ct_constant_name(int64_t number, char result[CT_CONSTANT_NAME])
{
	snprintf(result, CT_CONSTANT_NAME, "lifted_tensor_%lld", (long long)number);
}

static argument tensor_of(int32_t value)
{
	return (argument){ .arm = CT_ARM_TENSOR, .value = value };
}

/* Adds an input that is a weight: "p_fc_weight" for the parameter "fc.weight". */
static void fill_weight(struct filling *self, struct ct_program_input *input, char prefix,
			int32_t value, const char *path)
{
	struct ct_text name = { 0 };

	ct_text_addf(&name, "%c_%s", prefix, path);
	self->has_failed |= name.failed;
	name_value(self, value, name.data);
	ct_text_release(&name);
	input->argument = tensor_of(value);
	input->target = fill_text(self, path);
}

static int64_t fill_weights(struct filling *self, struct ct_program_input *inputs)
{
	const recorded *from = self->from;

	for (int64_t i = 0; i < from->weights_len; i++) {
		const struct ct_recorded_weight *weight = &from->weights[i];

		inputs[i].kind = weight->kind;
		inputs[i].is_persistent = weight->is_persistent;
		fill_weight(self, &inputs[i], weight->kind == CT_PROGRAM_PARAMETER ? 'p' : 'b',
			    (int32_t)i, weight->path);
	}
	return from->weights_len;
}

static int64_t fill_constants(struct filling *self, struct ct_program_input *inputs)
{
	const struct ct_tape *tape = &self->from->merged->tapes[0];
	char name[CT_CONSTANT_NAME];

	for (int64_t i = 0; i < tape->constants_len; i++) {
		ct_constant_name(i, name);
		inputs[i].kind = CT_PROGRAM_TENSOR_CONSTANT;
		fill_weight(self, &inputs[i], 'c', tape->constants[i].value, name);
	}
	return tape->constants_len;
}

static void fill_user_inputs(struct filling *self, struct ct_program_input *inputs)
{
	const recorded *from = self->from;
	int32_t value = (int32_t)from->weights_len;

	for (int64_t i = 0; i < from->inputs_len; i++) {
		if (from->input_is_none[i]) {
			inputs[i].kind = CT_PROGRAM_CONSTANT_INPUT;
			inputs[i].argument = (argument){ .arm = CT_ARM_NONE, .value = CT_NO_VALUE };
			inputs[i].target = fill_text(self, from->input_names[i]);
		} else {
			inputs[i].kind = CT_PROGRAM_USER_INPUT;
			inputs[i].argument = tensor_of(value);
			name_value(self, value++, from->input_names[i]);
		}
	}
}

static void fill_inputs(struct filling *self)
{
	const recorded *from = self->from;
	const int64_t len = from->weights_len + from->merged->tapes[0].constants_len +
			    from->inputs_len;
	struct ct_program_input *inputs = fill_array(self, len, sizeof *inputs);
	argument *arguments = fill_array(self, len, sizeof *arguments);
	int64_t used;

	if (self->has_failed)
		return;
	used = fill_weights(self, inputs);
	used += fill_constants(self, inputs + used);
	fill_user_inputs(self, inputs + used);
	for (int64_t i = 0; i < len; i++)
		arguments[i] = inputs[i].argument;
	self->program->inputs = inputs;
	self->program->inputs_len = len;
	self->graph->inputs = arguments;
	self->graph->inputs_len = len;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static void fill_outputs(struct filling *self)
{
	const recorded *from = self->from;
	struct ct_program_output *outputs = fill_array(self, from->outputs_len, sizeof *outputs);
	argument *arguments = fill_array(self, from->outputs_len, sizeof *arguments);

	if (self->has_failed)
		return;
	for (int64_t i = 0; i < from->outputs_len; i++) {
		arguments[i] = from->outputs[i];
		outputs[i] = (struct ct_program_output){ .kind = CT_PROGRAM_USER_OUTPUT,
							 .argument = from->outputs[i] };
	}
	self->program->outputs = outputs;
	self->program->outputs_len = from->outputs_len;
	self->graph->outputs = arguments;
	self->graph->outputs_len = from->outputs_len;
}

/* --- Trees ------------------------------------------------------------------------------------ */

static struct ct_tree leaf(void)
{
	return (struct ct_tree){ .kind = CT_TREE_LEAF, .leaves = 1 };
}

static struct ct_tree tuple_of(const struct ct_tree *children, int64_t len)
{
	struct ct_tree tuple = { .kind = CT_TREE_TUPLE,
				 .type = "builtins.tuple",
				 .context = "null",
				 .children = children,
				 .children_len = len };

	for (int64_t i = 0; i < len; i++)
		tuple.leaves += children[i].leaves;
	return tuple;
}

static struct ct_tree tuple_of_leaves(struct filling *self, int64_t len)
{
	struct ct_tree *leaves = fill_array(self, len, sizeof *leaves);

	for (int64_t i = 0; leaves && i < len; i++)
		leaves[i] = leaf();
	return tuple_of(leaves, leaves ? len : 0);
}

/* A tuple of the positional arguments, and a dict of those by name, of which there are none. */
static struct ct_tree tree_of_inputs(struct filling *self)
{
	struct ct_tree *both = fill_array(self, 2, sizeof *both);
	argument *keys = fill_array(self, 0, sizeof *keys);

	if (self->has_failed)
		return leaf();
	both[0] = tuple_of_leaves(self, self->from->inputs_len);
	both[1] = (struct ct_tree){
		.kind = CT_TREE_DICT, .type = "builtins.dict", .context = "[]", .keys = keys
	};
	return tuple_of(both, 2);
}

static void fill_call(struct filling *self)
{
	const recorded *from = self->from;
	struct ct_program_call *call = fill_array(self, 1, sizeof *call);
	struct ct_tree *trees = fill_array(self, 2, sizeof *trees);
	const char **names = fill_array(self, from->inputs_len, sizeof *names);

	if (self->has_failed)
		return;
	trees[0] = tree_of_inputs(self);
	trees[1] = from->outputs_len == 1 ? leaf() : tuple_of_leaves(self, from->outputs_len);
	for (int64_t i = 0; i < from->inputs_len; i++)
		names[i] = fill_text(self, from->input_names[i]);
	*call = (struct ct_program_call){ .path = "",
					  .has_signature = true,
					  .in_tree = &trees[0],
					  .out_tree = &trees[1],
					  .argument_names = names,
					  .argument_names_len = from->inputs_len };
	self->program->calls = call;
	self->program->calls_len = 1;
}

/* --- Ranges ----------------------------------------------------------------------------------- */

/* Rounded up. */
static int64_t least_of(const struct ct_recorded_symbol *symbol)
{
	return symbol->min / symbol->multiple + (symbol->min % symbol->multiple != 0);
}

static struct ct_program_range range_of(struct filling *self, int64_t i, int64_t times)
{
	const struct ct_recorded_symbol *symbol = &self->from->merged->expressions.symbols[i];
	const bool has_max = symbol->max != INT64_MAX;
	char name[48];

	if (times > 1)
		snprintf(name, sizeof name, "%lld*s%lld", (long long)times, (long long)i);
	else
		snprintf(name, sizeof name, "s%lld", (long long)i);
	return (struct ct_program_range){ .expression = fill_text(self, name),
					  .min = least_of(symbol) * times,
					  .max = has_max ? symbol->max / symbol->multiple * times
							 : 0,
					  .has_min = true,
					  .has_max = has_max };
}

/* Of each symbol, and of the sizes that are multiples of it. */
static void fill_ranges(struct filling *self)
{
	const struct ct_expressions *of = &self->from->merged->expressions;
	const int64_t symbols_len = of->sizes->symbols_len;
	struct ct_program_range *ranges = fill_array(self, 2 * symbols_len, sizeof *ranges);
	int64_t len = 0;

	if (ranges == NULL)
		return;
	for (int64_t i = 0; i < symbols_len; i++) {
		ranges[len++] = range_of(self, i, 1);
		if (of->symbols[i].multiple > 1)
			ranges[len++] = range_of(self, i, of->symbols[i].multiple);
	}
	self->program->ranges = ranges;
	self->program->ranges_len = len;
}

/* --- Guards ----------------------------------------------------------------------------------- */

static int64_t input_of(const recorded *from, int32_t value)
{
	int64_t input = -1;

	for (int64_t left = value - from->weights_len; left >= 0;
	     left -= !from->input_is_none[input])
		input++;
	return input;
}

/* "L['x'].size()[0] % 4 == 0" for each size that is a multiple. */
static void fill_guards(struct filling *self)
{
	const struct ct_expressions *of = &self->from->merged->expressions;
	const char **guards = fill_array(self, of->sizes->symbols_len, sizeof *guards);
	int64_t len = 0;

	for (int64_t i = 0; guards && i < of->sizes->symbols_len; i++) {
		const struct ct_recorded_symbol *symbol = &of->symbols[i];
		struct ct_text text = { 0 };

		if (symbol->multiple == 1)
			continue;
		ct_text_addf(&text, "L['%s'].size()[%lld] %% %lld == 0",
			     self->from->input_names[input_of(self->from, symbol->value)],
			     (long long)symbol->dim, (long long)symbol->multiple);
		self->has_failed |= text.failed;
		guards[len++] = text.failed ? NULL : fill_text(self, text.data);
		ct_text_release(&text);
	}
	self->program->guards = guards;
	self->program->guards_len = len;
}

/* --- The program ------------------------------------------------------------------------------ */

static void fill_versions(struct filling *self)
{
	struct ct_program_version *opset = fill_array(self, 1, sizeof *opset);
	const char **verifier = fill_array(self, 1, sizeof *verifier);

	if (self->has_failed)
		return;
	*opset = (struct ct_program_version){ "aten", ATEN_OPSET };
	*verifier = "TRAINING";
	self->program->opsets = opset;
	self->program->opsets_len = 1;
	self->program->verifiers = verifier;
	self->program->verifiers_len = 1;
	self->program->major = 8;
	self->program->minor = 20;
	self->program->torch_version = fill_text(self, ct_libtorch_version());
}

ct_error ct_recorded_program(const recorded *from, struct ct_program *result)
{
	struct filling self = { .from = from, .arena = &result->arena, .program = result };

	self.graph = fill_array(&self, 1, sizeof *self.graph);
	if (self.graph) {
		result->graph = self.graph;
		fill_values(&self);
		fill_inputs(&self);
		fill_nodes(&self);
		fill_outputs(&self);
		fill_call(&self);
		fill_ranges(&self);
		fill_guards(&self);
		fill_versions(&self);
	}
	ct_python_names_release(&self.names);
	return self.has_failed ? ct_no_memory(from->function, "to record a program") : NULL;
}
