/*
 * A program for people: its nodes, and what is around them.
 */
#include <string.h>

#include "core/base/utf8.h"
#include "export/text/print.h"
#include "export/text/python.h"

typedef struct ct_graph graph;
typedef struct ct_graph_argument argument;
typedef struct ct_program program;

/* Ends a line, without the control characters that texts of the file had in it. */
static void end_line(struct ct_text *text, size_t begin, const char *end)
{
	if (!text->failed && text->length > begin)
		ct_make_printable(text->data + begin);
	ct_text_add(text, end);
}

/* --- Inputs and outputs ----------------------------------------------------------------------- */

/* By ct_program_input_kind. */
static const char *const input_words[] = {
	"user input",     "parameter ", "buffer ",         "constant ",
	"custom object ", "token",      "constant input ",
};

/* The name of a value, or a constant. */
static void print_name(struct ct_text *text, const graph *of, const argument *self)
{
	struct ct_python_printer printer = { text, of, "" };

	ct_python_print_argument(&printer, self);
}

/* Adds spaces up to a column of the line that begins there. */
static void pad(struct ct_text *text, size_t begin, int64_t column)
{
	ct_text_add_spaces(text, column - (int64_t)(text->length - begin));
}

/* "  p_fc_weight: f32[10, 16]  parameter fc.weight", aligned. */
static void print_argument_line(struct ct_text *text, const graph *of, const argument *self,
				const int64_t widths[2], const char *words, const char *target)
{
	const size_t begin = text->length;

	ct_text_add(text, "  ");
	print_name(text, of, self);
	ct_text_add(text, ":");
	pad(text, begin, widths[0] + 4);
	if (self->value != CT_NO_VALUE)
		ct_value_print_type(text, &of->values[self->value]);
	pad(text, begin, widths[0] + widths[1] + 6);
	ct_text_add(text, words);
	ct_text_add(text, target ? target : "");
	end_line(text, begin, "");
}

/* The widest name and type so far. */
static void widen(int64_t widths[2], const graph *of, const argument *self)
{
	struct ct_text name = { 0 }, type = { 0 };

	print_name(&name, of, self);
	if (self->value != CT_NO_VALUE)
		ct_value_print_type(&type, &of->values[self->value]);
	if ((int64_t)name.length > widths[0])
		widths[0] = (int64_t)name.length;
	if ((int64_t)type.length > widths[1])
		widths[1] = (int64_t)type.length;
	ct_text_release(&name);
	ct_text_release(&type);
}

static void print_inputs(struct ct_text *text, const program *self)
{
	int64_t widths[2] = { 0, 0 };

	ct_text_add(text, "\ninputs:\n");
	for (int64_t i = 0; i < self->inputs_len; i++)
		widen(widths, self->graph, &self->inputs[i].argument);
	for (int64_t i = 0; i < self->inputs_len; i++) {
		const struct ct_program_input *input = &self->inputs[i];

		print_argument_line(text, self->graph, &input->argument, widths,
				    input_words[input->kind], input->target);
		if (input->kind == CT_PROGRAM_BUFFER && !input->is_persistent)
			ct_text_add(text, " (not in the state dict)");
		ct_text_add(text, "\n");
	}
}

static void print_outputs(struct ct_text *text, const program *self)
{
	int64_t widths[2] = { 0, 0 };

	ct_text_add(text, "\noutputs:\n");
	for (int64_t i = 0; i < self->outputs_len; i++)
		widen(widths, self->graph, &self->outputs[i].argument);
	for (int64_t i = 0; i < self->outputs_len; i++) {
		const struct ct_program_output *output = &self->outputs[i];

		print_argument_line(text, self->graph, &output->argument, widths,
				    ct_program_output_role(output), output->target);
		ct_text_add(text, "\n");
	}
}

/* --- Ranges and guards ------------------------------------------------------------------------ */

/* "2 <= s77 <= 64" */
static void print_range(struct ct_text *text, const struct ct_program_range *self)
{
	const size_t begin = text->length;

	ct_text_add(text, "  ");
	if (self->has_min)
		ct_text_addf(text, "%lld <= ", (long long)self->min);
	ct_text_add(text, self->expression);
	if (self->has_max)
		ct_text_addf(text, " <= %lld", (long long)self->max);
	end_line(text, begin, self->has_min || self->has_max ? "\n" : " is any integer\n");
}

static void print_ranges(struct ct_text *text, const program *self)
{
	ct_text_add(text, self->ranges_len ? "\nranges:\n" : "");
	for (int64_t i = 0; i < self->ranges_len; i++)
		print_range(text, &self->ranges[i]);
}

static void print_guards(struct ct_text *text, const program *self)
{
	ct_text_add(text, self->guards_len ? "\nguards:\n" : "");
	for (int64_t i = 0; i < self->guards_len; i++) {
		const size_t begin = text->length;

		ct_text_add(text, "  ");
		ct_text_add(text, self->guards[i]);
		end_line(text, begin, "\n");
	}
}

/* --- Inner graphs ----------------------------------------------------------------------------- */

static void print_inner_graphs(struct ct_text *text, const graph *self, const char *path);

/* Its name begins with those of the graphs around it: "body_graph_0.true_graph_0". */
static void print_inner_graph(struct ct_text *text, const argument *self, const char *path)
{
	struct ct_text own = { 0 };
	size_t begin;

	for (int64_t i = 0; self->arm == CT_ARM_STRING_TO_ARGUMENT && i < self->items_len; i++)
		print_inner_graph(text, &self->items[i], path);
	if (self->arm != CT_ARM_GRAPH)
		return;
	ct_text_add(&own, path);
	ct_text_add(&own, path[0] ? "." : "");
	ct_text_add(&own, self->string);
	if (own.failed) {
		text->failed = true;
		ct_text_release(&own);
		return;
	}
	ct_text_add(text, "\n");
	begin = text->length;
	ct_text_add(text, own.data);
	end_line(text, begin, ":\n");
	ct_graph_print(text, self->graph, NULL);
	print_inner_graphs(text, self->graph, own.data);
	ct_text_release(&own);
}

static void print_inner_graphs(struct ct_text *text, const graph *self, const char *path)
{
	for (int64_t i = 0; i < self->nodes_len; i++)
		for (int64_t j = 0; j < self->nodes[i].inputs_len; j++)
			print_inner_graph(text, &self->nodes[i].inputs[j].argument, path);
}

/* --- The program ------------------------------------------------------------------------------ */

void ct_program_print(struct ct_text *text, const program *self)
{
	ct_graph_print(text, self->graph, self);
	print_inputs(text, self);
	print_outputs(text, self);
	print_ranges(text, self);
	print_guards(text, self);
	print_inner_graphs(text, self->graph, "");
}
