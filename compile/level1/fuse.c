#include "compile/level1/level1.h"

#include <string.h>

/* --- Whether two loops can be one ------------------------------------------------------------- */

static bool same_sizes(const struct loop *a, const struct loop *b)
{
	if (a->dim != b->dim || (a->inner && b->inner && a->inner != b->inner))
		return false;
	for (size_t i = 0; i < a->dim; i++)
		if (!count_equal(a->sizes[i], b->sizes[i]))
			return false;
	return true;
}

static struct step *step_that_stores(struct loop *loop, const struct array *value)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].store == value)
			return &loop->steps.at[i];
	return NULL;
}

/* The element that is read is the one that the other loop has just computed. */
static bool same_element(const struct loop *loop, const struct step *load, const struct step *store)
{
	if (!count_is(load->offset, 0) || load->args_len)
		return false;
	for (size_t i = 0; i < loop->dim; i++)
		if (!count_equal(load->strides[i], store->store_strides[i]))
			return false;
	return true;
}

/* Something between the two loops reads what the first one writes: it cannot move down. */
static bool is_read_between(const struct level1 *self, const struct loop *a, const struct loop *b)
{
	for (size_t i = 0; i < a->steps.len; i++) {
		const struct array *value = a->steps.at[i].store;

		for (size_t j = 0; value && j < value->uses.len; j++) {
			const size_t use = value->uses.at[j];
			const struct loop *of = self->of_node.at[use];

			if (use < b->at && of != a && of != b && !self->is_view[use])
				return true;
		}
	}
	return false;
}

static bool is_result_of(const struct array *value, const struct loop *loop)
{
	return value && value->root->made_by == loop;
}

/* The products of a loop come before it, and so does what they read. */
static bool is_read_before(const struct loop *a, const struct loop *b)
{
	for (size_t i = 0; i < b->products.len; i++)
		if (is_result_of(b->products.at[i]->a.value, a) ||
		    is_result_of(b->products.at[i]->b.value, a) ||
		    is_result_of(b->products.at[i]->bias, a))
			return true;
	for (size_t i = 0; i < b->attentions.len; i++)
		if (is_result_of(b->attentions.at[i]->query->root, a) ||
		    is_result_of(b->attentions.at[i]->key->root, a) ||
		    is_result_of(b->attentions.at[i]->value->root, a) ||
		    (b->attentions.at[i]->mask && is_result_of(b->attentions.at[i]->mask->root, a)))
			return true;
	return false;
}

/* An index is checked before the loop, so it is in memory. */
static bool is_index(const struct loop *loop, const struct step *load)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].kind == STEP_LOAD && loop->steps.at[i].args_len &&
		    &loop->steps.at[loop->steps.at[i].args[0]] == load)
			return true;
	return false;
}

/* Something else that the second loop reads from the first one is not of the same element. */
static bool reads_otherwise(const struct loop *a, const struct loop *b)
{
	for (size_t i = 0; i < b->steps.len; i++) {
		const struct step *load = &b->steps.at[i];
		const struct step *store;

		if (load->kind != STEP_LOAD || load->value->made_by != a)
			continue;
		store = step_that_stores((struct loop *)a, load->value);
		if (!store || !same_element(b, load, store) || is_index(b, load))
			return true;
	}
	return false;
}

static bool can_merge(const struct level1 *self, const struct loop *a, const struct loop *b)
{
	return a != b && !a->is_merged && same_sizes(a, b) &&
	       a->steps.len + b->steps.len <= LOOP_STEPS && !reads_otherwise(a, b) &&
	       !is_read_before(a, b) && !is_read_between(self, a, b);
}

/* --- Making them one -------------------------------------------------------------------------- */

/* The steps of `a` come first; what `b` read from memory is then a step of `a`. */
static void merge(struct level1 *self, struct loop *a, struct loop *b)
{
	size_t *became = arena_alloc(self->arena, (b->steps.len + 1) * sizeof *became);

	for (size_t i = 0; i < b->steps.len; i++) {
		struct step step = b->steps.at[i];
		const struct step *store = step.kind == STEP_LOAD && step.value->made_by == a
						   ? step_that_stores(a, step.value)
						   : NULL;

		became[i] = store ? (size_t)(store - a->steps.at) : a->steps.len;
		if (store)
			continue;
		for (size_t j = 0; j < step.args_len; j++)
			step.args[j] = became[step.args[j]];
		vec_push(self->arena, &a->steps, step);
	}
	memcpy(&b->steps, &a->steps, sizeof b->steps);
	for (size_t i = 0; i < b->steps.len; i++)
		if (b->steps.at[i].store)
			b->steps.at[i].store->made_by = b;
	for (size_t i = 0; i < a->nodes.len; i++) {
		vec_push(self->arena, &b->nodes, a->nodes.at[i]);
		self->of_node.at[a->nodes.at[i]->index] = b;
	}
	for (size_t i = 0; i < b->products.len; i++)
		vec_push(self->arena, &a->products, b->products.at[i]);
	for (size_t i = 0; i < b->attentions.len; i++)
		vec_push(self->arena, &a->attentions, b->attentions.at[i]);
	memcpy(&b->products, &a->products, sizeof b->products);
	memcpy(&b->attentions, &a->attentions, sizeof b->attentions);
	for (size_t i = 0; i < b->products.len; i++)
		if (b->products.at[i]->result->made_by == a)
			b->products.at[i]->result->made_by = b;
	for (size_t i = 0; i < b->attentions.len; i++)
		b->attentions.at[i]->result->made_by = b->attentions.at[i]->scores->made_by = b;
	b->inner = b->inner ? b->inner : a->inner;
	a->is_merged = true;
}

static bool merge_one(struct level1 *self, struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++) {
		const struct step *load = &loop->steps.at[i];
		struct loop *from = load->kind == STEP_LOAD ? load->value->made_by : NULL;

		if (from && step_that_stores(from, load->value) && can_merge(self, from, loop)) {
			merge(self, from, loop);
			return true;
		}
	}
	return false;
}

/* --- All -------------------------------------------------------------------------------------- */

/* The nodes that read memory, also by a view of it. */
static void find_uses(struct level1 *self)
{
	for (int64_t i = 0; i < self->function->graph->values_len; i++) {
		const struct variable *variable = &self->function->variables[i];
		struct array *root = self->values[i].root;

		for (size_t j = 0; root && j < variable->users.len; j++)
			vec_push(self->arena, &root->uses, variable->users.at[j]->index);
	}
}

void fuse_loops(struct level1 *self)
{
	find_uses(self);
	for (size_t i = 0; i < self->loops.len; i++)
		while (merge_one(self, self->loops.at[i]))
			;
}
