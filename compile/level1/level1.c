#include "compile/level1/level1.h"

#include "compile/level1/emit.h"
#include "compile/options.h"

enum { CONVOLUTION_ULP = 64 };

static bool is_taken_exactly(const struct level1 *self, const struct row *row)
{
	return !self->is_exact || row->is_exact;
}

/* The table's row of each node; an operator with an underscore has that of the one without. */
static void find_rows(struct level1 *self)
{
	const size_t len = (size_t)self->function->graph->nodes_len;

	self->rows = arena_alloc(self->arena, (len + 1) * sizeof *self->rows);
	for (size_t i = 0; i < len; i++) {
		struct node *node = &self->function->nodes[i];

		if (node->kind != NODE_OPERATOR)
			continue;
		self->rows[i] = table_find(&self->table, self->program, node, &node->why_not);
		self->is_fresh[i] = self->rows[i] && node->op->kind == KIND_FUNCTIONAL &&
				    self->rows[i]->kind != ROW_VIEW &&
				    self->rows[i]->kind != ROW_RESHAPE &&
				    self->rows[i]->kind != ROW_SAME &&
				    self->rows[i]->kind != ROW_COPY;
	}
}

/* The differences of a path of nodes add up; `before` has those of each value. */
static void add_bound(struct level1 *self, const struct node *node, int64_t *before)
{
	const struct row *row = self->rows[node->index];
	int64_t bound = 0;

	for (int64_t i = 0; i < node->from->inputs_len; i++) {
		const struct variable *variable = variable_of(node->in,
							      &node->from->inputs[i].argument);
		const int64_t of = variable ? before[variable - node->in->variables] : 0;

		bound = of > bound ? of : bound;
	}
	if (row && !row->is_exact && (self->of_node.at[node->index] || self->is_view[node->index]))
		bound += self->program->has_bf16 ? 1 : row->ulp;
	if (self->is_prepared[node->index])
		bound += self->program->has_bf16 ? 1 : CONVOLUTION_ULP;
	for (int64_t i = 0; i < node->from->outputs_len; i++) {
		int64_t len;
		const struct ct_graph_argument *items = argument_items(&node->from->outputs[i],
								       &len);

		for (int64_t j = 0; j < len; j++) {
			const struct variable *variable = variable_of(node->in, &items[j]);

			if (variable)
				before[variable - node->in->variables] = bound;
		}
	}
	self->program->bound = bound > self->program->bound ? bound : self->program->bound;
}

static void find_bound(struct level1 *self)
{
	int64_t *before = arena_alloc(self->arena, (size_t)(self->function->graph->values_len + 1) *
							   sizeof *before);

	/* A step of rounding to bfloat16 is more than floats differ by. */
	for (int64_t i = 0; i < self->function->graph->values_len; i++)
		self->program->has_bf16 |= self->function->variables[i].dtype == CT_BFLOAT16;
	for (int64_t i = 0; i < self->function->graph->nodes_len; i++)
		add_bound(self, &self->function->nodes[i], before);
}

static void lower_nodes(struct level1 *self)
{
	for (int64_t i = 0; i < self->function->graph->nodes_len; i++) {
		struct node *node = &self->function->nodes[i];
		const struct row *row = self->rows[i];

		if (!self->is_exact)
			channels_follow(self, node);
		if (!row || self->is_renamed[i] || node->op->kind != KIND_FUNCTIONAL)
			continue;
		if (is_taken_exactly(self, row))
			lower_node(self, node, row);
		else
			node->why_not = "not bit for bit what libtorch computes";
	}
}

/* The strides of a result depend on the symbol. */
static bool is_in_strides(const struct program *program, const struct symbol *symbol)
{
	for (size_t i = 0; i < program->returned.len; i++) {
		const struct variable *variable = program->returned.at[i].variable;

		if (variable && variable->strides_c && c_mentions(variable->strides_c, symbol->c))
			return true;
	}
	return false;
}

/* Symbols are used if there are loops, whose memory depends on them. */
static void find_symbols_of_loops(struct level1 *self, const bool *before)
{
	for (size_t i = 0; i < self->program->symbols.len; i++) {
		struct symbol *symbol = &self->program->symbols.at[i];

		symbol->is_used &= self->loops.len > 0 || before[i] ||
				   is_in_strides(self->program, symbol);
	}
}

bool level1_apply(struct program *program)
{
	struct level1 self = { .program = program,
			       .arena = program->arena,
			       .function = program->main,
			       .is_exact = program->options->exact };
	const size_t nodes = (size_t)program->main->graph->nodes_len + 1;
	bool *is_used, ok;

	if (!table_read(self.arena, program->diag,
			arena_printf(self.arena, "%s/templates/compile/level1/loops.tsv",
				     program->options->root),
			&self.table))
		return false;
	self.is_view = arena_alloc(self.arena, nodes);
	self.is_prepared = arena_alloc(self.arena, nodes);
	self.is_renamed = arena_alloc(self.arena, nodes);
	self.is_fresh = arena_alloc(self.arena, nodes);
	self.is_functional = arena_alloc(self.arena, nodes);
	is_used = arena_alloc(self.arena, program->symbols.len + 1);
	for (size_t i = 0; i < program->symbols.len; i++)
		is_used[i] = program->symbols.at[i].is_used;
	for (size_t i = 0; i < nodes; i++)
		vec_push(self.arena, &self.of_node, NULL);
	arrays_find(&self);
	find_rows(&self);
	level1_print(&self, "arrays");
	functional_apply(&self);
	level1_print(&self, "functional");
	if (!self.is_exact)
		convolutions_prepare(&self);
	level1_print(&self, "convolve");
	lower_nodes(&self);
	find_needs(&self);
	views_become_copies(&self);
	results_keep_order(&self);
	level1_print(&self, "lower");
	fuse_loops(&self);
	level1_print(&self, "fuse");
	place_values(&self);
	level1_print(&self, "place");
	find_bound(&self);
	find_symbols_of_loops(&self, is_used);
	ok = check_bounds(&self) && emit_all(&self);
	strbuf_free(&self.checks);
	return ok;
}
