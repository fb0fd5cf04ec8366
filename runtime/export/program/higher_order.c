/*
 * Preparing the steps of higher-order operators: which there are, and their graphs.
 */
#include <string.h>

#include <ctorch/macros/try.h>

#include "export/program/operands.h"

/* The inputs of a node are a word of these letters; a star after one: any number of them.
 *
 *     g  a graph
 *     o  an operator
 *     d  a dtype
 *     D  a dtype or None
 *     b  a bool
 *     B  a bool or None
 *     c  what a condition is: a tensor or a number
 *     s  a text
 *     n  a text, a number, a bool or None: an option
 *     a  an argument of an operator
 *     x  an operand of a graph, or a list of them
 *     k  an input by name, but no graph
 */
static const struct kind {
	const char *name;
	ct_step_function run;
	const char *inputs;
} kinds[] = {
	{ "cond", ct_run_cond, "cggxx*" },
	{ "while_loop", ct_run_while_loop, "ggxxx*" },
	{ "map_impl", ct_run_map, "gxxx*" },
	{ "map", ct_run_map, "gxxx*" },
	{ "scan", ct_run_scan, "gxxxx*" },
	{ "associative_scan", ct_run_associative_scan, "gxxx*" },
	{ "wrap_with_set_grad_enabled", ct_run_set_grad_enabled, "bgx*" },
	{ "wrap_with_autocast", ct_run_autocast, "sDbBgx*" },
	{ "wrap", ct_run_wrapped, "n*gs*x*k*" },
	{ "wrap_activation_checkpoint", ct_run_wrapped, "n*gs*x*k*" },
	{ "tag_activation_checkpoint", ct_run_wrapped, "n*gs*x*k*" },
	{ "strict_mode", ct_run_wrapped, "n*gs*x*k*" },
	{ "run_const_graph", ct_run_wrapped, "n*gs*x*k*" },
	{ "invoke_subgraph", ct_run_wrapped, "n*gs*x*k*" },
	{ "invoke_quant", ct_run_wrapped, "n*gs*x*k*" },
	{ "invoke_quant_packed", ct_run_wrapped, "n*gs*x*k*" },
	{ "hints_wrapper", ct_run_wrapped, "n*gs*x*k*" },
	{ "foreach_map", ct_run_wrapped, "n*gs*x*k*" },
	{ "out_dtype", ct_run_out_dtype, "odaa*" },
	{ "auto_functionalized", ct_run_functionalized, "ok*" },
	{ "auto_functionalized_v2", ct_run_functionalized, "ok*" },
};

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

bool ct_is_higher_order(const char *name)
{
	return strcmp(name, "with_effects") == 0 || find_kind(name) != NULL;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static bool is_condition(enum ct_graph_arm arm)
{
	return arm == CT_ARM_TENSOR || (ct_arm_is_number(arm) && arm != CT_ARM_COMPLEX);
}

/* Numbers and texts, and what a graph may be called with. */
static bool is_single_operand(enum ct_graph_arm arm)
{
	return is_condition(arm) || arm == CT_ARM_OPTIONAL_TENSOR || arm == CT_ARM_NONE ||
	       arm == CT_ARM_STRING || arm == CT_ARM_CUSTOM_OBJ;
}

static bool is_operand(const struct ct_graph_argument *argument)
{
	if (!ct_is_list_of_operands(argument))
		return is_single_operand(argument->arm);
	for (int64_t i = 0; i < argument->items_len; i++)
		if (!is_single_operand(argument->items[i].arm))
			return false;
	return true;
}

static bool is_option(enum ct_graph_arm arm)
{
	return arm == CT_ARM_NONE || arm == CT_ARM_STRING || arm == CT_ARM_BOOL ||
	       arm == CT_ARM_INT || arm == CT_ARM_FLOAT;
}

static bool is_input_of(char letter, const struct ct_graph_input *input)
{
	const enum ct_graph_arm arm = input->argument.arm;

	if (letter == 'k')
		return arm != CT_ARM_GRAPH && arm != CT_ARM_OPERATOR && input->name[0] != 0;
	if (input->kind == CT_GRAPH_KEYWORD)
		return false;
	switch (letter) {
	case 'g':
		return arm == CT_ARM_GRAPH;
	case 'o':
		return arm == CT_ARM_OPERATOR;
	case 'd':
		return arm == CT_ARM_SCALAR_TYPE && input->argument.i != CT_DTYPE_NONE;
	case 'D':
		return arm == CT_ARM_SCALAR_TYPE || arm == CT_ARM_NONE;
	case 'b':
		return arm == CT_ARM_BOOL;
	case 'B':
		return arm == CT_ARM_BOOL || arm == CT_ARM_NONE;
	case 'c':
		return is_condition(arm);
	case 's':
		return arm == CT_ARM_STRING;
	case 'n':
		return is_option(arm);
	case 'a':
		return arm != CT_ARM_GRAPH && arm != CT_ARM_OPERATOR && arm != CT_ARM_TOKEN;
	default:
		return is_operand(&input->argument);
	}
}

static const char *name_of_letter(char letter)
{
	static const char letters[] = "godDbBcsnax";
	static const char *const names[] = {
		"a graph",
		"an operator",
		"a dtype",
		"a dtype or None",
		"a bool",
		"a bool or None",
		"a tensor or a number",
		"a text",
		"an option",
		"an argument",
		"an operand",
	};
	const char *at = strchr(letters, letter);

	return at ? names[at - letters] : "an input by name";
}

static ct_error refuse_input(const struct ct_plan *plan, const struct ct_graph_node *node,
			     int64_t i, char wanted)
{
	if (i == node->inputs_len)
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, node,
				      "it has %lld inputs; the next one must be %s", (long long)i,
				      name_of_letter(wanted));
	return ct_graph_error(CT_ERROR_VALUE, &plan->place, node,
			      "its input %lld is %s, but must be %s", (long long)i,
			      ct_arm_name(node->inputs[i].argument.arm), name_of_letter(wanted));
}

/* Stars are greedy, as no letter after one stands for the same inputs. */
static ct_error check_inputs(const struct ct_plan *plan, const struct ct_graph_node *node,
			     const char *letters)
{
	int64_t i = 0;
	char wanted = 0;

	for (; *letters; letters++) {
		wanted = *letters;
		if (letters[1] == '*') {
			while (i < node->inputs_len && is_input_of(wanted, &node->inputs[i]))
				i++;
			letters++;
			continue;
		}
		if (i == node->inputs_len || !is_input_of(wanted, &node->inputs[i]))
			return refuse_input(plan, node, i, wanted);
		i++;
	}
	return i == node->inputs_len ? NULL : refuse_input(plan, node, i, wanted);
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static int64_t count_graphs(const struct ct_graph_node *node)
{
	int64_t count = 0;

	for (int64_t i = 0; i < node->inputs_len; i++)
		count += node->inputs[i].argument.arm == CT_ARM_GRAPH;
	return count;
}

static ct_error prepare_graphs(struct ct_preparing *self, const struct ct_plan *plan,
			       struct ct_step *step, int64_t count)
{
	const struct ct_graph_node *node = step->node;
	const struct ct_plan **inner = ct_prepare_array(self, count, sizeof *inner);

	if (inner == NULL)
		return ct_prepare_no_memory(&plan->place);
	step->inner = inner;
	step->inner_len = count;
	for (int64_t i = 0; i < node->inputs_len; i++) {
		const struct ct_graph_argument *argument = &node->inputs[i].argument;
		const struct ct_graph_place place = { plan->place.function, plan->place.what,
						      &plan->place, argument->string,
						      argument->graph };

		if (argument->arm == CT_ARM_GRAPH)
			CT_TRY(self->new_plan(self, &place, inner++));
	}
	return NULL;
}

/* --- Operators -------------------------------------------------------------------------------- */

/* The operator that the first input names. */
static ct_error prepare_called(const struct ct_plan *plan, struct ct_step *step)
{
	CT_TRY(ct_prepare_find_operator(plan, step, step->node->inputs[0].argument.string));
	return step->run == ct_run_out_dtype ? ct_check_out_dtype(plan, step)
					     : ct_check_functionalized(plan, step);
}

ct_error ct_prepare_higher_order(struct ct_preparing *self, const struct ct_plan *plan,
				 struct ct_step *step)
{
	const struct ct_graph_node *node = step->node;
	const char *name = node->target + strlen("torch.ops.higher_order.");
	const struct kind *kind = find_kind(name);

	if (strcmp(name, "with_effects") == 0)
		return ct_prepare_with_effects(self, plan, step);
	if (kind == NULL)
		return ct_graph_error(CT_ERROR_NOT_IMPLEMENTED, &plan->place, node,
				      "the higher-order operator is not supported; "
				      "program.run_decompositions() in Python may replace it");
	CT_TRY(check_inputs(plan, node, kind->inputs));
	step->run = kind->run;
	if (kind->inputs[0] == 'o')
		CT_TRY(prepare_called(plan, step));
	return prepare_graphs(self, plan, step, count_graphs(node));
}
