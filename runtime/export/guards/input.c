/*
 * The guards that follow from what a program knows about its inputs. This is what Python's
 * _get_input_guards_for_graph() makes (torch/export/_unlift.py), in its order.
 */
#include <math.h>
#include <string.h>

#include "core/base/text.h"
#include "export/guards/build.h"

/* --- Sources ---------------------------------------------------------------------------------- */

/* "L['x']['k']" */
static void print_source(const struct ct_guard_path *path, struct ct_text *text)
{
	const struct ct_symbolic_value argument = { CT_SYMBOLIC_STRING, .string = path->argument };

	ct_text_add(text, "L[");
	ct_symbolic_print_value(&argument, text);
	ct_text_add(text, "]");
	ct_symbolic_print_steps(path->steps, path->steps_len, text);
}

static bool add_source(struct ct_guard_builder *self, struct ct_guard_source source)
{
	void *list = ct_guard_grow(self, self->sources, self->sources_len, &self->sources_room,
				   sizeof *self->sources);

	if (list == NULL)
		return false;
	self->sources = list;
	self->sources[self->sources_len++] = source;
	return true;
}

/* "PATH OPERATOR number" */
static bool add_bound(struct ct_guard_builder *self, const struct ct_guard_source *source,
		      const char *operator_, int64_t bound)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, source->path);
	ct_text_addf(&text, " %s %lld", operator_, (long long)bound);
	return ct_guard_add(self, &text);
}

/* Sizes of 0 and 1 are not what a lower bound of 2 means: Python leaves that out. */
static bool add_range(struct ct_guard_builder *self, const struct ct_guard_source *source,
		      const struct ct_program_range *range)
{
	return (!range->has_min || range->min <= 2 || add_bound(self, source, ">=", range->min)) &&
	       (!range->has_max || add_bound(self, source, "<=", range->max));
}

static bool add_equality(struct ct_guard_builder *self, const struct ct_guard_source *source,
			 const struct ct_guard_source *first)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, source->path);
	ct_text_add(&text, " == ");
	ct_text_add(&text, first->path);
	return ct_guard_add(self, &text);
}

/* A size or a number with a symbolic value: its range, or its equality with an earlier one. The path
 * is released. */
static bool guard_symbolic(struct ct_guard_builder *self, const char *expression,
			   struct ct_text *path)
{
	struct ct_guard_source source = { .path = ct_guard_keep(self, path) };
	const char *normal;
	int64_t range, first;
	ct_error err;

	if (source.path == NULL)
		return false;
	if ((err = ct_symbolic_read_sympy(expression, self->arena, &source.expression)) ||
	    (err = ct_symbolic_normalize(source.expression, self->arena, &normal)))
		return ct_guard_fail(self, err);
	range = ct_guard_map_get(&self->ranges, normal);
	if (range < 0)
		return true;
	source.symbol = ct_symbolic_only_name(source.expression);
	first = ct_guard_map_get(&self->by_value, normal);
	if (!add_source(self, source))
		return false;
	if (first >= 0)
		return add_equality(self, &source, &self->sources[first]);
	if (!ct_guard_map_add(&self->by_value, normal, self->sources_len - 1))
		return ct_guard_fail_memory(self);
	return add_range(self, &source, &self->program->ranges[range]);
}

/* --- Constants -------------------------------------------------------------------------------- */

/* "PATH == value"; the path is released. */
static bool guard_constant(struct ct_guard_builder *self, struct ct_symbolic_value value,
			   struct ct_text *path)
{
	struct ct_text text = { 0 };

	if (value.type == CT_SYMBOLIC_FLOAT && isnan(value.f)) {
		ct_text_add(&text, "math.isnan(");
		ct_text_add_bytes(&text, path->data ? path->data : "", path->length);
		ct_text_add(&text, ")");
		ct_text_release(path);
		return ct_guard_add(self, &text);
	}
	ct_text_add(path, " == ");
	if (value.type == CT_SYMBOLIC_FLOAT && isinf(value.f))
		ct_text_add(path, value.f < 0 ? "-math.inf" : "math.inf");
	else
		ct_symbolic_print_value(&value, path);
	return ct_guard_add(self, path);
}

static struct ct_symbolic_value value_of_symbol(const struct ct_graph_symbol *symbol)
{
	struct ct_graph_argument constant = { .arm = symbol->hint, .i = symbol->i };

	if (symbol->hint == CT_ARM_FLOAT)
		constant.f = symbol->f;
	return ct_guard_constant(&constant);
}

static bool guard_if_constant(struct ct_guard_builder *self, struct ct_symbolic_value value,
			      int64_t leaf)
{
	struct ct_text path = { 0 };

	if (value.type == CT_SYMBOLIC_NONE)
		return true;
	print_source(&self->paths[leaf], &path);
	return guard_constant(self, value, &path);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static bool guard_size(struct ct_guard_builder *self, const struct ct_graph_size *size, int64_t dim,
		       int64_t leaf)
{
	struct ct_text path = { 0 };

	print_source(&self->paths[leaf], &path);
	ct_text_addf(&path, ".size()[%lld]", (long long)dim);
	if (size->expression)
		return guard_symbolic(self, size->expression, &path);
	return guard_constant(self, (struct ct_symbolic_value){ CT_SYMBOLIC_INT, .i = size->i },
			      &path);
}

static bool guard_tensor(struct ct_guard_builder *self, const struct ct_graph_tensor *tensor,
			 int64_t leaf)
{
	for (int64_t i = 0; i < tensor->dim; i++) {
		if (!guard_size(self, &tensor->sizes[i], i, leaf))
			return false;
	}
	return true;
}

static bool guard_symbol(struct ct_guard_builder *self, const struct ct_graph_value *value,
			 int64_t leaf)
{
	struct ct_text path = { 0 };

	if (value->symbol->expression == NULL)
		return guard_if_constant(self, value_of_symbol(value->symbol), leaf);
	if (value->kind != CT_GRAPH_SYM_INT)
		return true;
	print_source(&self->paths[leaf], &path);
	return guard_symbolic(self, value->symbol->expression, &path);
}

static bool guard_input(struct ct_guard_builder *self, int64_t leaf)
{
	const struct ct_program *program = self->program;
	const struct ct_graph_argument *argument =
		&program->inputs[self->paths[leaf].input].argument;
	const struct ct_graph_value *value;

	if (argument->value < 0 || argument->value >= program->graph->values_len)
		return guard_if_constant(self, ct_guard_constant(argument), leaf);
	value = &program->graph->values[argument->value];
	if (value->tensor)
		return guard_tensor(self, value->tensor, leaf);
	return value->symbol == NULL || guard_symbol(self, value, leaf);
}

static bool index_ranges(struct ct_guard_builder *self)
{
	for (int64_t i = 0; i < self->program->ranges_len; i++) {
		struct ct_symbolic *tree;
		const char *normal;
		ct_error err;

		if ((err = ct_symbolic_read(self->program->ranges[i].expression, self->arena,
					    &tree)) ||
		    (err = ct_symbolic_normalize(tree, self->arena, &normal)))
			return ct_guard_fail(self, err);
		if (ct_guard_map_get(&self->ranges, normal) < 0 &&
		    !ct_guard_map_add(&self->ranges, normal, i))
			return ct_guard_fail_memory(self);
	}
	return true;
}

/* --- Derived sizes ---------------------------------------------------------------------------- */

/* What a symbol that is no size itself is: of "2*d + 1 == PATH", slope * PATH + offset. */
struct guard_definition {
	struct ct_symbolic_fraction slope, offset;
	const char *path;
};

struct guard_definitions {
	struct ct_guard_map by_symbol;
	struct guard_definition *list;
	int64_t len, room;
};

static bool define_symbol(struct ct_guard_builder *self, struct guard_definitions *definitions,
			  const struct ct_guard_source *source)
{
	const struct ct_symbolic_fraction one = { 1, 1 }, minus_one = { -1, 1 };
	struct guard_definition definition = { .path = source->path };
	struct ct_symbolic_affine affine;
	void *list;

	if (!ct_symbolic_as_affine(source->expression, self->arena, &affine) ||
	    !ct_symbolic_fraction_divide(one, affine.slope, &definition.slope) ||
	    !ct_symbolic_fraction_divide(affine.offset, affine.slope, &definition.offset) ||
	    !ct_symbolic_fraction_times(definition.offset, minus_one, &definition.offset))
		return true; /* Python leaves out what it cannot solve */
	list = ct_guard_grow(self, definitions->list, definitions->len, &definitions->room,
			     sizeof definition);
	if (list == NULL)
		return false;
	definitions->list = list;
	definitions->list[definitions->len] = definition;
	if (!ct_guard_map_add(&definitions->by_symbol, source->symbol, definitions->len++))
		return ct_guard_fail_memory(self);
	return true;
}

static void print_guard_fraction(struct ct_symbolic_fraction fraction, struct ct_text *text)
{
	ct_text_addf(text, "%lld", (long long)fraction.over);
	if (fraction.under != 1)
		ct_text_addf(text, "/%lld", (long long)fraction.under);
}

/* As sympy prints it: the number first. */
static void print_definition(const struct guard_definition *definition, struct ct_text *text)
{
	if (definition->offset.over != 0) {
		print_guard_fraction(definition->offset, text);
		ct_text_add(text, " + ");
	}
	if (definition->slope.over != 1 || definition->slope.under != 1) {
		print_guard_fraction(definition->slope, text);
		ct_text_add(text, "*");
	}
	ct_text_add(text, definition->path);
}

/* The symbol in an expression that is more than a slope and an offset becomes its definition. */
static void replace_symbol(struct ct_symbolic *tree, const char *symbol,
			   struct ct_symbolic *definition)
{
	for (int64_t i = 0; i < tree->items_len; i++) {
		if (tree->items[i]->kind != CT_SYMBOLIC_PATH)
			replace_symbol(tree->items[i], symbol, definition);
		else if (strcmp(tree->items[i]->name, symbol) == 0)
			tree->items[i] = definition;
	}
}

static bool print_replaced(struct ct_guard_builder *self, const struct ct_guard_source *source,
			   const struct guard_definition *definition, struct ct_text *text)
{
	struct ct_text inner = { 0 };
	struct ct_symbolic *tree;
	ct_error err;

	print_definition(definition, &inner);
	err = inner.failed ? NULL : ct_symbolic_read(inner.data, self->arena, &tree);
	if (inner.failed)
		ct_guard_fail_memory(self);
	ct_text_release(&inner);
	if (err)
		return ct_guard_fail(self, err);
	if (self->error)
		return false;
	replace_symbol(source->expression, source->symbol, tree);
	ct_symbolic_print(source->expression, text);
	return true;
}

/* "1 + PATH == OTHER", where one more than the symbol is the size. */
static bool add_derived(struct ct_guard_builder *self, const struct ct_guard_source *source,
			const struct guard_definition *definition)
{
	struct guard_definition derived = *definition;
	struct ct_symbolic_affine affine;
	struct ct_text text = { 0 };

	if (ct_symbolic_as_affine(source->expression, self->arena, &affine) &&
	    ct_symbolic_fraction_times(derived.slope, affine.slope, &derived.slope) &&
	    ct_symbolic_fraction_times(derived.offset, affine.slope, &derived.offset) &&
	    ct_symbolic_fraction_plus(derived.offset, affine.offset, &derived.offset))
		print_definition(&derived, &text);
	else if (!print_replaced(self, source, definition, &text))
		return false;
	ct_text_add(&text, " == ");
	ct_text_add(&text, source->path);
	return ct_guard_add(self, &text);
}

static bool guard_derived(struct ct_guard_builder *self)
{
	struct guard_definitions definitions = { .by_symbol = { .arena = self->arena } };

	for (int64_t i = 0; i < self->sources_len; i++) {
		const struct ct_guard_source *source = &self->sources[i];
		int64_t known;

		if (source->symbol == NULL ||
		    ct_guard_map_get(&self->by_value, source->symbol) >= 0)
			continue; /* a size is the symbol itself */
		known = ct_guard_map_get(&definitions.by_symbol, source->symbol);
		if (known >= 0 ? !add_derived(self, source, &definitions.list[known])
			       : !define_symbol(self, &definitions, source))
			return false;
	}
	return true;
}

bool ct_guard_add_inputs(struct ct_guard_builder *self)
{
	if (!index_ranges(self))
		return false;
	for (int64_t leaf = 0; leaf < self->paths_len; leaf++) {
		if (!guard_input(self, leaf))
			return false;
	}
	return guard_derived(self);
}
