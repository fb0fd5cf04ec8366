/*
 * A program in Graphviz's language.
 *
 * Boxes are named by the graph and what they are: g0n3 (a node), g0v1 (an input), g0w3 (the weights
 * of node 3), g0o0 (an output).
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/dot.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "export/graph/check.h"
#include "export/text/dot.h"
#include "export/text/print.h"
#include "export/text/python.h"

typedef struct ct_graph graph;
typedef struct ct_graph_argument argument;
typedef struct ct_graph_node node;

#define WEIGHT_STYLE "shape=note, fillcolor=\"#f6f6f6\", color=\"#a0a0a0\", fontsize=9"
#define WEIGHT_EDGE "color=\"#a0a0a0\", arrowsize=0.5"

struct drawing {
	FILE *stream;
	const char *function;
	int64_t graphs; /* so far: the number of the next one */
};

struct drawn {
	struct drawing *drawing;
	const graph *graph;
	int64_t number;
	const struct ct_program_input **weights; /* by value; NULL: it is none */
	int64_t node;                            /* that is being drawn */
	int64_t weights_len;                     /* of this node so far */
};

/* --- Labels ----------------------------------------------------------------------------------- */

/* Words of the file; they are released. */
static void write_label(struct drawn *self, struct ct_text *text)
{
	if (text->data && !text->failed) {
		ct_make_printable(text->data);
		ct_dot_write(text->data, self->drawing->stream);
	}
	ct_text_release(text);
}

static void write_label_type(struct drawn *self, const struct ct_graph_value *value)
{
	struct ct_text text = { 0 };

	ct_value_print_type(&text, value);
	write_label(self, &text);
}

static void write_label_text(struct drawn *self, const char *words)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, words);
	write_label(self, &text);
}

/* "linear" of "torch.ops.aten.linear.default", "add.Scalar", "torchvision.nms". */
static void write_label_target(struct drawn *self, const char *target)
{
	static const char aten[] = "torch.ops.aten.", overload[] = ".default";
	struct ct_text text = { 0 };

	if (strncmp(target, aten, strlen(aten)) == 0)
		ct_text_add(&text, target + strlen(aten));
	else if (strncmp(target, "torch.ops.", 10) == 0)
		ct_python_print_target(&text, target);
	else
		ct_python_print_target_name(&text, target);
	if (text.length > strlen(overload) && !text.failed &&
	    strcmp(text.data + text.length - strlen(overload), overload) == 0)
		text.data[text.length - strlen(overload)] = '\0';
	write_label(self, &text);
}

/* --- Weights ---------------------------------------------------------------------------------- */

/* "conv1.weight f32[64, 3, 7, 7]": a line of the box beside the node. */
static ct_error write_weight(const argument *of, void *context)
{
	struct drawn *self = context;
	FILE *stream = self->drawing->stream;

	if (self->weights[of->value] == NULL)
		return NULL;
	if (self->weights_len++ == 0)
		fprintf(stream, "\tg%lldw%lld [" WEIGHT_STYLE ", label=\"", (long long)self->number,
			(long long)self->node);
	write_label_text(self, self->weights[of->value]->target);
	fputc(' ', stream);
	write_label_type(self, &self->graph->values[of->value]);
	fputs("\\l", stream);
	return NULL;
}

static ct_error draw_weights(struct drawn *self, const node *of)
{
	self->weights_len = 0;
	for (int64_t i = 0; i < of->inputs_len; i++)
		CT_TRY(ct_argument_visit(&of->inputs[i].argument, write_weight, self));
	if (self->weights_len > 0)
		fprintf(self->drawing->stream,
			"\"];\n\t{ rank=same; g%lldw%lld -> g%lldn%lld [" WEIGHT_EDGE "]; }\n",
			(long long)self->number, (long long)self->node, (long long)self->number,
			(long long)self->node);
	return NULL;
}

static void find_weights(struct drawn *self, const struct ct_program *program)
{
	for (int64_t i = 0; i < program->inputs_len; i++)
		if (ct_program_is_weight(&program->inputs[i]) ||
		    program->inputs[i].kind == CT_PROGRAM_CUSTOM_OBJ)
			self->weights[program->inputs[i].argument.value] = &program->inputs[i];
}

/* --- Edges ------------------------------------------------------------------------------------ */

/* The box that a value comes from, and the number of the result if its node has several. */
static void write_origin(struct drawn *self, int32_t value)
{
	const int32_t made_by = self->graph->values[value].made_by;

	if (made_by < 0)
		fprintf(self->drawing->stream, "\tg%lldv%lld", (long long)self->number,
			(long long)value);
	else
		fprintf(self->drawing->stream, "\tg%lldn%lld", (long long)self->number,
			(long long)made_by);
}

static ct_error draw_edge(const argument *of, void *context)
{
	struct drawn *self = context;

	if (self->weights[of->value])
		return NULL;
	write_origin(self, of->value);
	fprintf(self->drawing->stream, " -> g%lldn%lld;\n", (long long)self->number,
		(long long)self->node);
	return NULL;
}

/* --- Inner graphs ----------------------------------------------------------------------------- */

static ct_error draw_graph(struct drawing *drawing, const graph *of,
			   const struct ct_program *program);

static ct_error draw_inner(struct drawn *self, const argument *of)
{
	FILE *stream = self->drawing->stream;
	const int64_t inner = self->drawing->graphs;

	for (int64_t i = 0; of->arm == CT_ARM_STRING_TO_ARGUMENT && i < of->items_len; i++)
		CT_TRY(draw_inner(self, &of->items[i]));
	if (of->arm != CT_ARM_GRAPH)
		return NULL;
	fprintf(stream, "\tsubgraph cluster_g%lld {\n\tcolor=\"#a0a0a0\";\n\tlabel=\"",
		(long long)inner);
	write_label_text(self, of->string);
	fputs("\";\n\tfontname=monospace;\n\tstyle=rounded;\n", stream);
	CT_TRY(draw_graph(self->drawing, of->graph, NULL));
	fputs("\t}\n", stream);
	if (of->graph->outputs_len > 0)
		fprintf(stream, "\tg%lldo0 -> g%lldn%lld [style=dashed];\n", (long long)inner,
			(long long)self->number, (long long)self->node);
	return NULL;
}

/* --- Boxes ------------------------------------------------------------------------------------ */

static ct_error write_result_type(const argument *of, void *context)
{
	struct drawn *self = context;

	fputs("\\n", self->drawing->stream);
	write_label_type(self, &self->graph->values[of->value]);
	return NULL;
}

static ct_error draw_node(struct drawn *self, const node *of)
{
	FILE *stream = self->drawing->stream;

	fprintf(stream, "\tg%lldn%lld [label=\"", (long long)self->number, (long long)self->node);
	write_label_target(self, of->target);
	for (int64_t i = 0; i < of->outputs_len; i++)
		CT_TRY(ct_argument_visit(&of->outputs[i], write_result_type, self));
	fputs("\"];\n", stream);
	CT_TRY(draw_weights(self, of));
	for (int64_t i = 0; i < of->inputs_len; i++) {
		CT_TRY(ct_argument_visit(&of->inputs[i].argument, draw_edge, self));
		CT_TRY(draw_inner(self, &of->inputs[i].argument));
	}
	return NULL;
}

static void draw_input(struct drawn *self, int32_t value)
{
	if (value == CT_NO_VALUE || self->weights[value])
		return;
	fprintf(self->drawing->stream, "\tg%lldv%lld [label=\"", (long long)self->number,
		(long long)value);
	write_label_text(self, self->graph->values[value].name);
	fputs("\\n", self->drawing->stream);
	write_label_type(self, &self->graph->values[value]);
	fputs("\", fillcolor=\"" CT_DOT_LEAF "\"];\n", self->drawing->stream);
}

/* What an output is for: "running_mean", which it becomes. */
static const char *purpose_of(const struct ct_program *program, int64_t i)
{
	return program && program->outputs[i].target ? program->outputs[i].target : "output";
}

static void draw_output(struct drawn *self, const struct ct_program *program, int64_t i)
{
	const int32_t value = self->graph->outputs[i].value;

	fprintf(self->drawing->stream, "\tg%lldo%lld [label=\"", (long long)self->number,
		(long long)i);
	write_label_text(self, purpose_of(program, i));
	if (value != CT_NO_VALUE) {
		fputs("\\n", self->drawing->stream);
		write_label_type(self, &self->graph->values[value]);
	}
	fputs("\", fillcolor=\"" CT_DOT_RESULT "\"];\n", self->drawing->stream);
	if (value == CT_NO_VALUE || self->weights[value])
		return;
	write_origin(self, value);
	fprintf(self->drawing->stream, " -> g%lldo%lld;\n", (long long)self->number, (long long)i);
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static ct_error draw_boxes(struct drawn *self, const struct ct_program *program)
{
	for (int64_t i = 0; i < self->graph->inputs_len; i++)
		draw_input(self, self->graph->inputs[i].value);
	for (int64_t i = 0; i < self->graph->nodes_len; i++) {
		self->node = i;
		CT_TRY(draw_node(self, &self->graph->nodes[i]));
	}
	for (int64_t i = 0; i < self->graph->outputs_len; i++)
		draw_output(self, program, i);
	return NULL;
}

static ct_error draw_graph(struct drawing *drawing, const graph *of,
			   const struct ct_program *program)
{
	struct drawn self = { drawing, of, drawing->graphs++, NULL, 0, 0 };
	ct_error error;

	self.weights = ct_array_new(of->values_len, sizeof *self.weights);
	if (self.weights == NULL)
		return ct_no_memory(drawing->function, "for a drawing");
	if (program)
		find_weights(&self, program);
	error = draw_boxes(&self, program);
	free(self.weights);
	return error;
}

ct_error ct_program_draw(const struct ct_program *program, FILE *stream, const char *function)
{
	struct drawing drawing = { stream, function, 0 };

	ct_dot_begin("program", stream);
	CT_TRY(draw_graph(&drawing, program->graph, program));
	fputs("}\n", stream);
	return NULL;
}
