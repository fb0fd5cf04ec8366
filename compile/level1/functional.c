#include "compile/level1/level1.h"

#include <string.h>

#include "compile/read/read.h"

static bool is_in_place(const struct node *node)
{
	return node->kind == NODE_OPERATOR && node->op->kind == KIND_INPLACE;
}

/* Whether a result of the node may share memory with an argument, by its kind; to() copies only where
 * the dtype is another. */
static bool may_share(const struct level1 *self, const struct node *node)
{
	const struct row *row = self->rows[node->index];

	return !row || row->kind == ROW_VIEW || row->kind == ROW_RESHAPE || row->kind == ROW_SAME ||
	       node_is(node, "to") || is_in_place(node);
}

/* The tensor that an operator with an underscore writes to. */
static struct variable *written(const struct node *node)
{
	const struct ct_graph_argument *given = node->op->schema.args.len ? node->args[0] : NULL;

	return given ? variable_of(node->in, given) : NULL;
}

/* Nobody else sees that it is written to: it is made by an operator that shares nothing, no view of
 * it exists, and the node is the last to use it. */
static bool is_unseen(const struct level1 *self, const struct node *node)
{
	const struct variable *variable = written(node);
	const struct node *maker = variable ? variable->made_by : NULL;

	if (!maker || variable->is_output || variable->held != HELD_TENSOR ||
	    variable->users.at[variable->users.len - 1] != node)
		return false;
	if (may_share(self, maker))
		return false;
	for (size_t i = 0; i + 1 < variable->users.len; i++)
		if (may_share(self, variable->users.at[i]))
			return false;
	return true;
}

/* --- Operators that need not write ------------------------------------------------------------ */

/* "relu" of "relu_", "add.Tensor" of "add_.Tensor"; NULL: there is none of the same arguments. */
static const struct op *without_underscore(const struct level1 *self, const struct node *node)
{
	const char *name = node->op->name, *dot = strchr(name, '.');
	const size_t length = dot ? (size_t)(dot - name) : strlen(name);
	const struct op *found = NULL;

	if (length > 1 && name[length - 1] == '_')
		found = find_operator(
			self->program,
			arena_printf(self->arena, "%.*s%s", (int)length - 1, name, dot ? dot : ""));
	if (!found || found->schema.args.len != node->op->schema.args.len)
		return NULL;
	for (size_t i = 1; i < found->schema.args.len; i++) /* the first one is `self` or `input` */
		if (strcmp(found->schema.args.at[i].name, node->op->schema.args.at[i].name) != 0)
			return NULL;
	return found;
}

/* The result would have the same dtype if it were a new tensor. */
static bool keeps_dtype(const struct level1 *self, const struct node *node)
{
	const ct_dtype dtype = written(node)->dtype;

	if (self->rows[node->index]->by_inputs && dtype != CT_BOOL)
		return false;
	for (size_t i = 1; i < node->op->schema.args.len; i++) {
		const struct variable *variable = node->args[i]
							  ? variable_of(node->in, node->args[i])
							  : NULL;

		if (variable && variable->held == HELD_TENSOR && variable->dtype != dtype &&
		    variable->dtype != CT_BOOL)
			return false;
	}
	return true;
}

/* The operator without an underscore takes its place, as a loop or as a call; that of ROW_SAME changes
 * nothing. False: it must write. */
static bool make_functional(struct level1 *self, struct node *node)
{
	const struct row *row = self->rows[node->index];
	const bool is_safe = row && (row->kind == ROW_SAME ||
				     (is_unseen(self, node) && keeps_dtype(self, node)));
	const struct op *op = is_safe ? without_underscore(self, node) : NULL;

	if (op)
		node->op = op;
	return op != NULL;
}

/* --- What may change behind the back of loops ------------------------------------------------- */

static void forget(struct level1 *self, struct variable *variable);

static void forget_items(struct level1 *self, const struct node *node,
			 const struct ct_graph_argument *argument)
{
	int64_t len;
	const struct ct_graph_argument *items = argument_items(argument, &len);

	for (int64_t i = 0; i < len; i++)
		forget(self, variable_of(node->in, &items[i]));
}

static void forget_args(struct level1 *self, const struct node *node)
{
	for (int64_t i = 0; i < node->from->inputs_len; i++)
		forget_items(self, node, &node->from->inputs[i].argument);
}

static void forget_results(struct level1 *self, const struct node *node)
{
	for (int64_t i = 0; i < node->from->outputs_len; i++)
		forget_items(self, node, &node->from->outputs[i]);
}

/* No loop touches the tensor, nor what may share memory with it. */
static void forget(struct level1 *self, struct variable *variable)
{
	if (!variable || array_of(self, variable)->is_forgotten)
		return;
	array_of(self, variable)->is_forgotten = true;
	array_of(self, variable)->memory = MEMORY_UNKNOWN;
	if (variable->made_by && may_share(self, variable->made_by))
		forget_args(self, variable->made_by);
	for (size_t i = 0; i < variable->users.len; i++)
		if (may_share(self, variable->users.at[i]))
			forget_results(self, variable->users.at[i]);
}

static void forget_arg(struct level1 *self, const struct node *node, const char *name)
{
	const struct ct_graph_argument *given = node_arg(node, name);

	if (given)
		forget(self, variable_of(node->in, given));
}

/* A weight that a run changes is not what NAME_load() has made of it. */
static void find_changing(struct level1 *self)
{
	const struct ct_program *from = self->program->from;

	for (int64_t i = 0; i < from->outputs_len; i++) {
		const struct ct_program_output *output = &from->outputs[i];

		for (size_t j = 0; ct_program_is_mutation(output) && output->target &&
				   j < self->program->weights.len;
		     j++) {
			const struct weight *weight = self->program->weights.at[j];

			if (!strcmp(weight->name, output->target))
				array_of(self, weight->variable)->is_changing = true;
		}
	}
}

void functional_apply(struct level1 *self)
{
	find_changing(self);
	for (int64_t i = 0; i < self->function->graph->nodes_len; i++) {
		struct node *node = &self->function->nodes[i];

		if (is_in_place(node) && make_functional(self, node))
			self->is_functional[i] = true;
		else if (node->kind == NODE_BY_NAME || node->kind == NODE_HIGHER ||
			 (node->kind == NODE_OPERATOR && node->op->kind != KIND_FUNCTIONAL))
			forget_args(self, node), forget_results(self, node);
		else if (node->kind == NODE_OPERATOR && node_is_training(node)) {
			forget_arg(self, node, "running_mean");
			forget_arg(self, node, "running_var");
		}
	}
}
