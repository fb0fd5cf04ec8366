/*
 * Describing the operators of a program: how often it calls each, and which are here.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/operators/operator.h>

#include "core/base/no_memory.h"
#include "export/program/describe.h"
#include "export/program/plan.h"

static const char higher_order[] = "torch.ops.higher_order.";

/* One call of each target, later one of each different target. */
struct target {
	const char *name;
	const struct ct_graph_node *node;
	int64_t count;
};

struct targets {
	struct target *at;
	int64_t len, room;
	bool failed;
};

/* --- Collecting ------------------------------------------------------------------------------- */

static void add_target(struct targets *self, const char *name, const struct ct_graph_node *node)
{
	if (self->len == self->room) {
		const int64_t room = self->room ? 2 * self->room : 64;
		struct target *grown = realloc(self->at, (size_t)room * sizeof *grown);

		if (grown == NULL) {
			self->failed = true;
			return;
		}
		self->at = grown;
		self->room = room;
	}
	self->at[self->len++] = (struct target){ name, node, 1 };
}

static void add_graph(struct targets *self, const struct ct_graph *graph);

/* Inner graphs, and operators that are arguments of a node. */
static void add_argument(struct targets *self, const struct ct_graph_node *node,
			 const struct ct_graph_argument *argument)
{
	if (argument->arm == CT_ARM_GRAPH)
		add_graph(self, argument->graph);
	else if (argument->arm == CT_ARM_OPERATOR)
		add_target(self, argument->string, node);
	for (int64_t i = 0; argument->arm == CT_ARM_STRING_TO_ARGUMENT && i < argument->items_len;
	     i++)
		add_argument(self, node, &argument->items[i]);
}

static void add_graph(struct targets *self, const struct ct_graph *graph)
{
	for (int64_t i = 0; i < graph->nodes_len && !self->failed; i++) {
		const struct ct_graph_node *node = &graph->nodes[i];

		add_target(self, node->target, node);
		for (int64_t k = 0; k < node->inputs_len && !self->failed; k++)
			add_argument(self, node, &node->inputs[k].argument);
	}
}

/* --- Counting --------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct target *)a)->name, ((const struct target *)b)->name);
}

static int by_count(const void *a, const void *b)
{
	const int64_t x = ((const struct target *)a)->count, y = ((const struct target *)b)->count;

	return x == y ? by_name(a, b) : x < y ? 1 : -1;
}

/* Sorted by name, those of one name become one. */
static void count_targets(struct targets *self)
{
	int64_t len = 0;

	if (self->len == 0)
		return;
	qsort(self->at, (size_t)self->len, sizeof *self->at, by_name);
	for (int64_t i = 1; i < self->len; i++) {
		if (strcmp(self->at[len].name, self->at[i].name) == 0)
			self->at[len].count++;
		else
			self->at[++len] = self->at[i];
	}
	self->len = len + 1;
	qsort(self->at, (size_t)self->len, sizeof *self->at, by_count);
}

/* --- What is here ----------------------------------------------------------------------------- */

static bool is_known(const struct target *self)
{
	struct ct_step step = { .node = self->node };

	if (strncmp(self->name, higher_order, sizeof higher_order - 1) == 0)
		return ct_is_higher_order(self->name + sizeof higher_order - 1);
	return ct_prepare_symbolic(&step);
}

static ct_error find_kernel(const char *name, bool *exists, bool *runs)
{
	const ct_operator *found;

	*exists = ct_operator_exists(name);
	*runs = false;
	if (!*exists)
		return NULL;
	CT_TRY(ct_operator_find(name, &found));
	return ct_operator_runs_on(found, CT_DEVICE_TYPE_CPU, runs);
}

static ct_error append_target(const struct target *self, ct_value *list)
{
	const bool is_operator = strncmp(self->name, "torch.ops.", strlen("torch.ops.")) == 0 &&
				 strncmp(self->name, higher_order, sizeof higher_order - 1) != 0;
	ct_value dict = ct_value_dict_new();
	bool exists = false, runs = false;
	char name[512];
	ct_error error;

	if (is_operator && ct_operator_name_of(self->name, name, sizeof name))
		error = find_kernel(name, &exists, &runs);
	else
		error = NULL;
	if (!is_operator)
		exists = runs = is_known(self);
	if (error == NULL)
		error = ct_describe_text(&dict, "name", is_operator ? name : self->name);
	if (error == NULL)
		error = ct_value_dict_set(&dict, ct_value_string("count"),
					  ct_value_int(self->count));
	if (error == NULL)
		error = ct_value_dict_set(&dict, ct_value_string("exists"), ct_value_bool(exists));
	if (error == NULL)
		error = ct_value_dict_set(&dict, ct_value_string("runs_on_cpu"),
					  ct_value_bool(runs));
	if (error == NULL)
		return ct_describe_append(list, &dict);
	ct_value_free(&dict);
	return error;
}

ct_error ct_describe_operators(const struct ct_program *program, const char *function,
			       ct_value *list)
{
	struct targets targets = { 0 };
	ct_error error = NULL;

	add_graph(&targets, program->graph);
	if (targets.failed)
		error = ct_no_memory(function, "for a list of operators");
	else
		count_targets(&targets);
	for (int64_t i = 0; i < targets.len && error == NULL; i++)
		error = append_target(&targets.at[i], list);
	free(targets.at);
	return error;
}
