/*
 * Checking a graph: its values, and the order of its nodes.
 */
#include <stddef.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "export/graph/check.h"

#define HIGHER_ORDER "torch.ops.higher_order."

/* LIMIT DIM: also archive/save.c. That of most of libtorch's operators; views can have more. */
enum { MAX_DIM = 64 };

typedef struct ct_graph_argument argument;
typedef struct ct_graph_value value;

struct checking {
	const struct ct_graph_place *place;
	const struct ct_graph_node *node; /* NULL: inputs or outputs of the graph */
	int32_t at;                       /* the number of the node */
};

/* --- Values of arguments ---------------------------------------------------------------------- */

ct_error ct_argument_visit(const argument *self, ct_value_visitor visit, void *context)
{
	if (self->value != CT_NO_VALUE)
		CT_TRY(visit(self, context));
	if (!ct_arm_is_list(self->arm))
		return NULL;
	for (int64_t i = 0; i < self->items_len; i++)
		CT_TRY(ct_argument_visit(&self->items[i], visit, context));
	return NULL;
}

static const char *name_of_kind(enum ct_graph_value_kind kind)
{
	static const char *const names[] = {
		"an unknown value", "a tensor",        "a SymInt", "a SymFloat",
		"a SymBool",        "a custom object", "a token",
	};

	return names[kind];
}

/* A file describes most values; what it does not is as it is first used. */
static ct_error check_kind(const struct checking *self, value *of, enum ct_graph_arm arm)
{
	const enum ct_graph_value_kind kind = ct_arm_value_kind(arm);

	if (of->kind == CT_GRAPH_UNKNOWN)
		of->kind = kind;
	return of->kind == kind
		       ? NULL
		       : ct_graph_error(CT_ERROR_VALUE, self->place, self->node,
					"the value '%s' is %s, and is used as %s", of->name,
					name_of_kind(of->kind), name_of_kind(kind));
}

static ct_error make_value(const argument *of, void *context)
{
	const struct checking *self = context;
	value *made = &self->place->graph->values[of->value];

	CT_TRY(check_kind(self, made, of->arm));
	if (made->made_by != CT_GRAPH_NOWHERE)
		return ct_graph_error(CT_ERROR_VALUE, self->place, self->node,
				      "the value '%s' is made twice", made->name);
	made->made_by = self->at;
	made->last_use = self->at;
	return NULL;
}

static ct_error use_value(const argument *of, void *context)
{
	const struct checking *self = context;
	value *used = &self->place->graph->values[of->value];

	CT_TRY(check_kind(self, used, of->arm));
	if (used->made_by == CT_GRAPH_NOWHERE)
		return ct_graph_error(CT_ERROR_VALUE, self->place, self->node,
				      "the value '%s' is used before it is made", used->name);
	used->last_use = self->at;
	return NULL;
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static ct_error check_inner(const struct checking *self, const argument *of)
{
	const struct ct_graph_place inner = { self->place->function, self->place->what, self->place,
					      of->string, of->graph };

	if (of->arm == CT_ARM_GRAPH)
		return ct_graph_check(&inner);
	if (of->arm != CT_ARM_STRING_TO_ARGUMENT)
		return NULL;
	for (int64_t i = 0; i < of->items_len; i++)
		CT_TRY(check_inner(self, &of->items[i]));
	return NULL;
}

/* What a node or a graph may return. */
static bool may_be_output(enum ct_graph_arm arm)
{
	return arm != CT_ARM_GRAPH && arm != CT_ARM_OPERATOR && arm != CT_ARM_STRING_TO_ARGUMENT;
}

/* What a graph may be called with: a value, or a constant that the export has put in. */
static bool may_be_input(const argument *self)
{
	return self->value != CT_NO_VALUE || self->arm == CT_ARM_NONE || self->arm == CT_ARM_INT ||
	       self->arm == CT_ARM_FLOAT || self->arm == CT_ARM_BOOL || self->arm == CT_ARM_STRING;
}

static ct_error check_output(const struct checking *self, const argument *of)
{
	if (may_be_output(of->arm))
		return NULL;
	return ct_graph_error(CT_ERROR_VALUE, self->place, self->node,
			      "a %s cannot have an output %s", self->node ? "node" : "graph",
			      ct_arm_name(of->arm));
}

static ct_error check_input(const struct checking *self, const argument *of)
{
	if (may_be_input(of))
		return NULL;
	return ct_graph_error(CT_ERROR_VALUE, self->place, NULL, "a graph cannot have an input %s",
			      ct_arm_name(of->arm));
}

static bool has_arm(const argument *self, enum ct_graph_arm arm)
{
	if (self->arm == arm)
		return true;
	for (int64_t i = 0; self->arm == CT_ARM_STRING_TO_ARGUMENT && i < self->items_len; i++)
		if (has_arm(&self->items[i], arm))
			return true;
	return false;
}

/* Only higher-order operators take graphs and operators. */
static ct_error check_order(const struct checking *self, const argument *of)
{
	static const enum ct_graph_arm arms[] = { CT_ARM_GRAPH, CT_ARM_OPERATOR };

	if (strncmp(self->node->target, HIGHER_ORDER, strlen(HIGHER_ORDER)) == 0)
		return NULL;
	for (size_t i = 0; i < sizeof arms / sizeof *arms; i++)
		if (has_arm(of, arms[i]))
			return ct_graph_error(CT_ERROR_VALUE, self->place, self->node,
					      "only a higher-order operator can have an input %s",
					      ct_arm_name(arms[i]));
	return NULL;
}

static ct_error check_node(struct checking *self)
{
	const struct ct_graph_node *node = self->node;

	for (int64_t i = 0; i < node->inputs_len; i++) {
		CT_TRY(ct_argument_visit(&node->inputs[i].argument, use_value, self));
		CT_TRY(check_inner(self, &node->inputs[i].argument));
		CT_TRY(check_order(self, &node->inputs[i].argument));
	}
	for (int64_t i = 0; i < node->outputs_len; i++) {
		CT_TRY(check_output(self, &node->outputs[i]));
		CT_TRY(ct_argument_visit(&node->outputs[i], make_value, self));
	}
	return NULL;
}

static ct_error check_size(const struct ct_graph_place *place, const value *of, const char *what,
			   const struct ct_graph_size *size)
{
	if (size->expression == NULL && size->i < 0)
		return ct_graph_error(CT_ERROR_VALUE, place, NULL,
				      "the value '%s' has a negative %s: %lld", of->name, what,
				      (long long)size->i);
	return NULL;
}

static ct_error check_description(const struct ct_graph_place *place, const value *of)
{
	const struct ct_graph_tensor *tensor = of->tensor;

	if (tensor == NULL)
		return NULL;
	if (tensor->dim > MAX_DIM)
		return ct_graph_error(CT_ERROR_VALUE, place, NULL,
				      "the value '%s' has %lld dimensions; %d is the limit",
				      of->name, (long long)tensor->dim, MAX_DIM);
	for (int64_t i = 0; i < tensor->dim; i++) {
		CT_TRY(check_size(place, of, "size", &tensor->sizes[i]));
		CT_TRY(check_size(place, of, "stride", &tensor->strides[i]));
	}
	return check_size(place, of, "offset", &tensor->offset);
}

ct_error ct_graph_check(const struct ct_graph_place *place)
{
	const struct ct_graph *graph = place->graph;
	struct checking self = { place, NULL, CT_GRAPH_INPUT };

	if (graph->nodes_len >= INT32_MAX)
		return ct_graph_error(CT_ERROR_VALUE, place, NULL, "too many nodes");
	for (int64_t i = 0; i < graph->values_len; i++)
		CT_TRY(check_description(place, &graph->values[i]));
	for (int64_t i = 0; i < graph->inputs_len; i++) {
		CT_TRY(check_input(&self, &graph->inputs[i]));
		CT_TRY(ct_argument_visit(&graph->inputs[i], make_value, &self));
	}
	for (int64_t i = 0; i < graph->nodes_len; i++) {
		self.node = &graph->nodes[i];
		self.at = (int32_t)i;
		CT_TRY(check_node(&self));
	}
	self.node = NULL;
	self.at = (int32_t)graph->nodes_len;
	for (int64_t i = 0; i < graph->outputs_len; i++) {
		CT_TRY(check_output(&self, &graph->outputs[i]));
		CT_TRY(ct_argument_visit(&graph->outputs[i], use_value, &self));
	}
	return NULL;
}
