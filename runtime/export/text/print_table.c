/*
 * The nodes of a graph as a table, as Python prints them.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"
#include "export/text/print.h"
#include "export/text/python.h"

typedef struct ct_graph graph;
typedef struct ct_graph_argument argument;
typedef struct ct_graph_node node;

enum { COLUMNS = 5, BETWEEN = 2 };

static const char *const headers[COLUMNS] = { "opcode", "name", "target", "args", "kwargs" };

struct table {
	const graph *graph;
	struct ct_text cells; /* each with its NUL, row by row */
	size_t cell;          /* where the one that is being written begins */
	int64_t rows;
	struct ct_python_names names;
	struct ct_text inner; /* names of the inner graphs of a node, each with its NUL */
};

/* --- Cells ------------------------------------------------------------------------------------ */

static void end_cell(struct table *self)
{
	if (!self->cells.failed && self->cells.length > self->cell)
		ct_make_printable(self->cells.data + self->cell);
	ct_text_add_bytes(&self->cells, "", 1);
	self->cell = self->cells.length;
}

static void add_cell(struct table *self, const char *text)
{
	ct_text_add(&self->cells, text);
	end_cell(self);
}

/* A name for a node that is new; "" without memory. */
static const char *new_name(struct table *self, const char *candidate)
{
	const char *name = ct_python_names_new(&self->names, candidate);

	self->cells.failed |= name == NULL;
	return name ? name : "";
}

/* The first three cells of a row. */
static void begin_row(struct table *self, const char *opcode, const char *name, const char *target)
{
	self->rows++;
	add_cell(self, opcode);
	add_cell(self, name);
	ct_python_print_target(&self->cells, target);
	end_cell(self);
}

/* A row whose target is only a name, without arguments. */
static void add_plain_row(struct table *self, const char *opcode, const char *name,
			  const char *target)
{
	self->rows++;
	add_cell(self, opcode);
	add_cell(self, name);
	add_cell(self, target);
	add_cell(self, "()");
	add_cell(self, "{}");
}

/* --- Inputs and inner graphs ------------------------------------------------------------------ */

static const char *name_of_constant(const struct ct_program *program, int64_t i)
{
	const bool has_name = program && i < program->inputs_len && program->inputs[i].target;

	return has_name && program->inputs[i].target[0] ? program->inputs[i].target : NULL;
}

static void add_placeholder(struct table *self, const struct ct_program *program, int64_t i)
{
	const int32_t value = self->graph->inputs[i].value;
	const char *constant = name_of_constant(program, i), *name, *target;
	char without_name[32];

	if (value != CT_NO_VALUE) {
		target = name = self->graph->values[value].name;
		new_name(self, name); /* no other node gets it */
	} else {
		snprintf(without_name, sizeof without_name, "arg%lld", (long long)i);
		target = constant ? constant : without_name;
		name = new_name(self, target);
	}
	add_plain_row(self, "placeholder", name, target);
}

/* An inner graph is an attribute of the module, which a node before its user gets. */
static void add_inner_graphs(struct table *self, const argument *of)
{
	if (of->arm == CT_ARM_GRAPH) {
		const char *name = new_name(self, of->string);

		ct_text_add_bytes(&self->inner, name, strlen(name) + 1);
		add_plain_row(self, "get_attr", name, of->string);
	} else if (of->arm == CT_ARM_STRING_TO_ARGUMENT) {
		for (int64_t i = 0; i < of->items_len; i++)
			add_inner_graphs(self, &of->items[i]);
	}
}

/* --- Arguments -------------------------------------------------------------------------------- */

/* Python cannot have `from` as a keyword. Files before schema 8.7 do not say how arguments are
 * passed: what is a tensor mostly is by position. */
static bool is_positional(const struct ct_graph_input *input)
{
	if (input->name[0] == '\0' || strcmp(input->name, "from") == 0)
		return true;
	if (input->kind == CT_GRAPH_KIND_UNKNOWN)
		return input->argument.arm == CT_ARM_TENSOR ||
		       input->argument.arm == CT_ARM_TENSORS;
	return input->kind == CT_GRAPH_POSITIONAL;
}

/* Symbolic operators, which have only positional arguments. */
static bool is_symbolic(const char *target)
{
	return strncmp(target, "_operator.", 10) == 0 || strncmp(target, "math.", 5) == 0 ||
	       strncmp(target, "torch.sym_", 10) == 0 ||
	       strcmp(target, "torch.ops.aten.item.default") == 0;
}

static void add_arguments(struct ct_python_printer *to, const node *of)
{
	int64_t count = 0;

	ct_text_add(to->text, "(");
	for (int64_t i = 0; i < of->inputs_len; i++) {
		if (!is_positional(&of->inputs[i]) && !is_symbolic(of->target))
			continue;
		ct_text_add(to->text, count++ ? ", " : "");
		ct_python_print_argument(to, &of->inputs[i].argument);
	}
	ct_text_add(to->text, count == 1 ? ",)" : ")");
}

static void add_keywords(struct ct_python_printer *to, const node *of)
{
	int64_t count = 0;

	ct_text_add(to->text, "{");
	for (int64_t i = 0; i < of->inputs_len; i++) {
		if (is_positional(&of->inputs[i]) || is_symbolic(of->target))
			continue;
		ct_text_add(to->text, count++ ? ", '" : "'");
		ct_text_add(to->text, of->inputs[i].name);
		ct_text_add(to->text, "': ");
		ct_python_print_argument(to, &of->inputs[i].argument);
	}
	ct_text_add(to->text, "}");
}

/* --- Results ---------------------------------------------------------------------------------- */

static bool is_value(const argument *self)
{
	return self->value != CT_NO_VALUE;
}

/* A higher-order operator that returns a tuple of one item. */
static bool returns_tuple_of_one(const node *self)
{
	return self->outputs_len == 1 && strstr(self->target, "torch.ops.higher_order") &&
	       self->returns_single != CT_GRAPH_YES && is_value(&self->outputs[0]);
}

static const char *name_after_target(struct table *self, const node *of, const char *suffix)
{
	struct ct_text text = { 0 };
	const char *name = "";

	ct_python_print_target_name(&text, of->target);
	ct_text_add(&text, suffix);
	if (text.failed)
		self->cells.failed = true;
	else
		name = new_name(self, text.data);
	ct_text_release(&text);
	return name;
}

/* What the node is called: as its only result, if there is one. */
static const char *name_of_node(struct table *self, const node *of)
{
	const argument *only = of->outputs_len == 1 ? &of->outputs[0] : NULL;
	const char *result = only && is_value(only) ? self->graph->values[only->value].name : NULL;
	const char *name;

	if (of->name)
		name = new_name(self, of->name);
	else if (result && !returns_tuple_of_one(of))
		name = new_name(self, result);
	else
		name = name_after_target(self, of, "");
	if (only && only->arm == CT_ARM_NONE)
		return name_after_target(self, of, "_unused");
	return result && !returns_tuple_of_one(of) ? result : name;
}

static void add_getitems(struct table *self, const char *of, const argument *results, int64_t len);

/* A getitem, which is called as the value that it gets. */
static void add_getitem(struct table *self, const char *of, const argument *result, int64_t i)
{
	const char *name = new_name(self, is_value(result) ? self->graph->values[result->value].name
					  : result->arm == CT_ARM_NONE ? "as_none"
								       : "getitem");

	if (is_value(result))
		name = self->graph->values[result->value].name;
	begin_row(self, "call_function", name, "_operator.getitem");
	ct_text_add(&self->cells, "(");
	ct_text_add(&self->cells, of);
	ct_text_addf(&self->cells, ", %lld)", (long long)i);
	end_cell(self);
	add_cell(self, "{}");
	if (!is_value(result) && result->arm == CT_ARM_TENSORS)
		add_getitems(self, name, result->items, result->items_len);
}

static void add_getitems(struct table *self, const char *of, const argument *results, int64_t len)
{
	for (int64_t i = 0; i < len; i++)
		add_getitem(self, of, &results[i], i);
}

static void add_results(struct table *self, const char *name, const node *of)
{
	const argument *first = of->outputs;

	if (of->outputs_len > 1 || returns_tuple_of_one(of))
		add_getitems(self, name, first, of->outputs_len);
	else if (of->outputs_len == 1 && first->arm == CT_ARM_TENSORS)
		add_getitems(self, name, first->items, first->items_len);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void add_node(struct table *self, const node *of)
{
	struct ct_python_printer printer = { &self->cells, self->graph, "" };
	const char *name;

	self->inner.length = 0;
	for (int64_t i = 0; i < of->inputs_len; i++)
		add_inner_graphs(self, &of->inputs[i].argument);
	self->cells.failed |= self->inner.failed;
	if (self->cells.failed)
		return;
	name = name_of_node(self, of);
	begin_row(self, "call_function", name, of->target);
	printer.inner = self->inner.data;
	add_arguments(&printer, of);
	end_cell(self);
	add_keywords(&printer, of);
	end_cell(self);
	add_results(self, name, of);
}

static void add_output(struct table *self)
{
	const graph *of = self->graph;
	struct ct_python_printer printer = { &self->cells, of, "" };

	self->rows++;
	add_cell(self, "output");
	add_cell(self, new_name(self, "output"));
	add_cell(self, "output");
	ct_text_add(&self->cells, of->returns_single ? "(" : "((");
	for (int64_t i = 0; i < of->outputs_len; i++) {
		ct_text_add(&self->cells, i ? ", " : "");
		ct_python_print_argument(&printer, &of->outputs[i]);
	}
	ct_text_add(&self->cells, of->outputs_len == 1 ? ",)" : ")");
	ct_text_add(&self->cells, of->returns_single ? "" : ",)");
	end_cell(self);
	add_cell(self, "{}");
}

/* --- The table -------------------------------------------------------------------------------- */

static int64_t width_of(const char *text)
{
	int64_t width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

static void measure(const struct table *self, int64_t widths[COLUMNS])
{
	const char *cell = self->cells.data;

	for (int column = 0; column < COLUMNS; column++)
		widths[column] = width_of(headers[column]) + BETWEEN;
	for (int64_t i = 0; i < COLUMNS * self->rows; i++, cell += strlen(cell) + 1)
		if (width_of(cell) > widths[i % COLUMNS])
			widths[i % COLUMNS] = width_of(cell);
}

static void put_row(struct ct_text *text, const char *const cells[COLUMNS],
		    const int64_t widths[COLUMNS])
{
	for (int column = 0; column < COLUMNS; column++) {
		ct_text_add(text, cells[column]);
		if (column < COLUMNS - 1)
			ct_text_add_spaces(text,
					   widths[column] - width_of(cells[column]) + BETWEEN);
	}
	ct_text_add(text, "\n");
}

static void put_line(struct ct_text *text, const int64_t widths[COLUMNS])
{
	for (int column = 0; column < COLUMNS; column++) {
		for (int64_t i = 0; i < widths[column]; i++)
			ct_text_add(text, "-");
		ct_text_add(text, column < COLUMNS - 1 ? "  " : "\n");
	}
}

static void put_table(struct ct_text *text, const struct table *self)
{
	const char *cell = self->cells.data, *cells[COLUMNS];
	int64_t widths[COLUMNS];

	measure(self, widths);
	put_row(text, headers, widths);
	put_line(text, widths);
	for (int64_t row = 0; row < self->rows; row++) {
		for (int column = 0; column < COLUMNS; column++, cell += strlen(cell) + 1)
			cells[column] = cell;
		put_row(text, cells, widths);
	}
}

void ct_graph_print(struct ct_text *text, const graph *of, const struct ct_program *program)
{
	struct table table = { .graph = of };

	for (int64_t i = 0; i < of->inputs_len; i++)
		add_placeholder(&table, program, i);
	for (int64_t i = 0; i < of->nodes_len; i++)
		add_node(&table, &of->nodes[i]);
	add_output(&table);
	if (table.cells.failed)
		text->failed = true;
	else
		put_table(text, &table);
	ct_text_release(&table.cells);
	ct_text_release(&table.inner);
	ct_python_names_release(&table.names);
}
