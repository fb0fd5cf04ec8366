#include "compile/level1/level1.h"

#include <stdlib.h>

/* --- What must be a tensor -------------------------------------------------------------------- */

typedef void visit_function(struct level1 *self, struct variable *variable);

static void each_of(struct level1 *self, const struct node *node,
		    const struct ct_graph_argument *argument, visit_function *visit)
{
	int64_t len;
	const struct ct_graph_argument *items = argument_items(argument, &len);

	for (int64_t i = 0; i < len; i++) {
		struct variable *variable = variable_of(node->in, &items[i]);

		if (variable && variable->held == HELD_TENSOR)
			visit(self, variable);
	}
}

static void each_input(struct level1 *self, const struct node *node, visit_function *visit)
{
	for (int64_t i = 0; i < node->from->inputs_len; i++)
		each_of(self, node, &node->from->inputs[i].argument, visit);
}

static void need(struct level1 *self, struct variable *variable)
{
	array_of(self, variable)->is_needed = true;
}

/* The call keeps nothing of it: a tensor on the memory of a buffer will do. */
static void wrap(struct level1 *self, struct variable *variable)
{
	struct array *value = array_of(self, variable);

	if (value->root->made_by)
		value->is_wrapped = true;
	else
		value->is_needed = true;
}

static bool any_result(const struct level1 *self, const struct node *node, bool needed)
{
	for (int64_t i = 0; i < node->from->outputs_len; i++) {
		int64_t len;
		const struct ct_graph_argument *items = argument_items(&node->from->outputs[i],
								       &len);

		for (int64_t j = 0; j < len; j++) {
			const struct variable *variable = variable_of(node->in, &items[j]);
			const struct array *value = variable ? array_of(self, variable) : NULL;

			if (value && (needed ? value->is_needed
					     : value->is_wrapped && value->root->is_needed))
				return true;
		}
	}
	return false;
}

static void call_instead(struct level1 *self, struct node *node)
{
	self->is_view[node->index] = false;
	node->why_not = "a call uses the view";
	each_input(self, node, need);
}

/* From the last node to the first: what uses a value comes after it. */
void find_needs(struct level1 *self)
{
	bool changed = true;

	for (int64_t i = 0; i < self->function->graph->values_len; i++)
		self->values[i].is_needed = self->function->variables[i].is_output;
	for (int64_t i = self->function->graph->nodes_len; i-- > 0;) {
		struct node *node = &self->function->nodes[i];

		if (self->of_node.at[i])
			continue;
		if (!self->is_view[i])
			each_input(self, node, self->is_fresh[i] ? wrap : need);
		else if (!self->is_renamed[i] && any_result(self, node, true))
			call_instead(self, node);
	}
	while (changed) {
		changed = false;
		for (int64_t i = self->function->graph->nodes_len; i-- > 0;)
			if (self->is_view[i] && !self->is_renamed[i] &&
			    (any_result(self, &self->function->nodes[i], true) ||
			     any_result(self, &self->function->nodes[i], false))) {
				call_instead(self, &self->function->nodes[i]);
				changed = true;
			}
	}
}

/* --- Where values are ------------------------------------------------------------------------- */

/* The loop reads the memory. */
static void read_by(struct level1 *self, struct array *root, const struct loop *loop)
{
	root->is_read = true;
	root->last = loop->at > root->last ? loop->at : root->last;
	if (root->variable)
		vec_push(self->arena, &root->variable->users, &self->function->nodes[loop->at]);
}

static void find_reads(struct level1 *self, const struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].kind == STEP_LOAD && loop->steps.at[i].value->made_by != loop)
			read_by(self, loop->steps.at[i].value, loop);
	for (size_t i = 0; i < loop->products.len; i++) {
		read_by(self, loop->products.at[i]->a.value, loop);
		read_by(self, loop->products.at[i]->b.value, loop);
		if (loop->products.at[i]->bias)
			read_by(self, loop->products.at[i]->bias->root, loop);
	}
	for (size_t i = 0; i < loop->attentions.len; i++) {
		read_by(self, loop->attentions.at[i]->query->root, loop);
		read_by(self, loop->attentions.at[i]->key->root, loop);
		read_by(self, loop->attentions.at[i]->value->root, loop);
		if (loop->attentions.at[i]->mask)
			read_by(self, loop->attentions.at[i]->mask->root, loop);
	}
}

/* A call reads a tensor on it, or on a view of it. */
static void find_wrapped(struct level1 *self)
{
	for (int64_t i = 0; i < self->function->graph->values_len; i++) {
		const struct variable *variable = &self->function->variables[i];
		struct array *value = &self->values[i];

		for (size_t j = 0; value->is_wrapped && j < variable->users.len; j++) {
			const size_t at = variable->users.at[j]->index;

			value->root->is_read = true;
			value->root->last = at > value->root->last ? at : value->root->last;
		}
	}
}

static void place_value(struct array *value, const struct loop *loop, bool is_read)
{
	if (!value)
		return;
	value->first = loop->at;
	value->last = value->last > loop->at ? value->last : loop->at;
	value->memory = value->is_needed            ? MEMORY_TENSOR
			: value->is_read || is_read ? MEMORY_BUFFER
						    : MEMORY_NONE;
	value->layout.offset = (struct count){ 0 };
}

/* A result that is never in memory saves writing it, and reading it once for each user. */
static int64_t saved_by(struct level1 *self, const struct array *array)
{
	const struct count numel = layout_numel(self->arena, &array->layout);
	const size_t users = array->variable ? array->variable->users.len : 1;

	return numel.c ? 0 : numel.n * dtype_nbytes(array->dtype) * (int64_t)(1 + users);
}

static void place_loop(struct level1 *self, struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++) {
		struct step *step = &loop->steps.at[i];

		if (!step->store)
			continue;
		place_value(step->store, loop, false);
		if (step->store->memory != MEMORY_NONE)
			continue;
		loop->saved += saved_by(self, step->store);
		step->store = NULL;
	}
	for (size_t i = 0; i < loop->products.len; i++) {
		place_value(loop->products.at[i]->result, loop, true);
		place_value(loop->products.at[i]->sums, loop, true);
	}
	for (size_t i = 0; i < loop->attentions.len; i++) {
		place_value(loop->attentions.at[i]->result, loop, true);
		place_value(loop->attentions.at[i]->scores, loop, true);
		place_value(loop->attentions.at[i]->floats, loop, true);
	}
}

/* --- Buffers ---------------------------------------------------------------------------------- */

static struct buffer *find_buffer(struct level1 *self, const struct array *value,
				  struct count nbytes)
{
	struct buffer *best = NULL;

	for (size_t i = 0; i < self->buffers.len; i++) {
		struct buffer *buffer = self->buffers.at[i];

		if (buffer->free_at >= value->first)
			continue;
		if (count_equal(buffer->nbytes, nbytes))
			return buffer;
		if (!buffer->nbytes.c && !nbytes.c && (!best || best->nbytes.n < buffer->nbytes.n))
			best = buffer;
	}
	return best;
}

static void give_buffer(struct level1 *self, struct array *value)
{
	struct buffer *buffer;
	struct count nbytes;

	if (!value || value->memory != MEMORY_BUFFER || value->buffer)
		return;
	nbytes = count_times(self->arena, (struct count){ .n = dtype_nbytes(value->dtype) },
			     layout_numel(self->arena, &value->layout));
	buffer = find_buffer(self, value, nbytes);
	if (!buffer) {
		buffer = arena_alloc(self->arena, sizeof *buffer);
		vec_push(self->arena, &self->buffers, buffer);
	}
	if (!buffer->nbytes.c && !nbytes.c && nbytes.n > buffer->nbytes.n)
		buffer->nbytes = nbytes;
	else if (nbytes.c)
		buffer->nbytes = nbytes;
	buffer->free_at = value->last;
	value->buffer = buffer;
	vec_push(self->arena, &self->buffered, value);
}

static void give_buffers(struct level1 *self, const struct loop *loop)
{
	for (size_t i = 0; i < loop->products.len; i++) {
		give_buffer(self, loop->products.at[i]->result);
		give_buffer(self, loop->products.at[i]->sums);
	}
	for (size_t i = 0; i < loop->attentions.len; i++) {
		give_buffer(self, loop->attentions.at[i]->scores);
		give_buffer(self, loop->attentions.at[i]->floats);
		give_buffer(self, loop->attentions.at[i]->result);
	}
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].store)
			give_buffer(self, loop->steps.at[i].store);
}

/* --- All -------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const struct loop *x = *(struct loop *const *)a, *y = *(struct loop *const *)b;

	return (x->at > y->at) - (x->at < y->at);
}

static void drop_merged(struct level1 *self)
{
	size_t len = 0;

	for (size_t i = 0; i < self->loops.len; i++)
		if (!self->loops.at[i]->is_merged)
			self->loops.at[len++] = self->loops.at[i];
	self->loops.len = len;
	if (len > 0) /* qsort() must not get NULL */
		qsort(self->loops.at, len, sizeof(struct loop *), by_place);
}

void place_values(struct level1 *self)
{
	drop_merged(self);
	for (size_t i = 0; i < self->loops.len; i++)
		find_reads(self, self->loops.at[i]);
	find_wrapped(self);
	for (size_t i = 0; i < self->loops.len; i++)
		place_loop(self, self->loops.at[i]);
	for (size_t i = 0; i < self->loops.len; i++)
		give_buffers(self, self->loops.at[i]);
}
