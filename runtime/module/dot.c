/*
 * The tree of modules in Graphviz's language.
 *
 * Boxes are named m0, m1, ..., not by address, so that you can compare two drawings.
 */
#include <stdlib.h>

#include "core/base/dot.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/option.h"
#include "core/base/stream.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "module/layers.h"

struct drawing {
	const struct ct_place **drawn; /* by number of module: where; NULL: not yet */
	int64_t depth;
	FILE *stream;
};

/* --- boxes ------------------------------------------------------------------------------------ */

/* "(32, 784)" */
static void write_sizes(const struct ct_sizes *sizes, FILE *stream)
{
	for (int64_t i = 0; i < sizes->len; i++)
		fprintf(stream, "%s%lld", i ? ", " : "(", (long long)sizes->at[i]);
	fputs(sizes->len > 0 ? ")" : "()", stream);
}

static void write_calls(const struct drawing *drawing, const struct ct_place *place)
{
	const struct ct_layer *last;
	const int64_t calls = ct_place_calls(place, &last);

	if (calls == 0)
		return;
	fputs("\\n", drawing->stream);
	write_sizes(&last->input, drawing->stream);
	fputs(" -> ", drawing->stream);
	write_sizes(&last->output, drawing->stream);
	if (calls > 1)
		fprintf(drawing->stream, "\\n%lld calls", (long long)calls);
}

static void write_params(const struct ct_layer *counts, FILE *stream)
{
	const int64_t frozen = counts->params - counts->trainable;
	char text[CT_GROUPED_SIZE];

	if (counts->params == 0)
		return;
	fprintf(stream, "\\n%s parameter%s", ct_grouped(counts->params, text),
		counts->params == 1 ? "" : "s");
	if (frozen == counts->params)
		fputs(", frozen", stream);
	else if (frozen > 0)
		fprintf(stream, ", %s frozen", ct_grouped(frozen, text));
}

static bool has_parts(const ct_module *module, enum ct_part_kind kind)
{
	const struct ct_parts *parts = &module->parts[kind];

	for (uint32_t i = 0; i < parts->len; i++)
		if (parts->at[i].object)
			return true;
	return false;
}

static ct_error write_box(const struct drawing *drawing, struct ct_place *place)
{
	const ct_module *module = ct_place_module(place);
	const bool hides_children = place->depth == drawing->depth &&
				    has_parts(module, CT_CHILDREN);
	struct ct_layer counts = { .place = place };

	CT_TRY(ct_layer_count_params(&counts, module));
	fprintf(drawing->stream, "\tm%lld [label=\"", (long long)place->number);
	if (place->depth > 0) {
		ct_dot_write(place->name, drawing->stream);
		fputs(": ", drawing->stream);
	}
	ct_dot_write(module->klass->name, drawing->stream);
	write_params(&counts, drawing->stream);
	write_calls(drawing, place);
	fputs("\"", drawing->stream);
	if (has_parts(module, CT_PARAMETERS))
		fprintf(drawing->stream, ", fillcolor=\"%s\"", CT_DOT_LEAF);
	fputs(hides_children ? ", peripheries=2];\n" : "];\n", drawing->stream);
	return NULL;
}

static void write_edge(const struct drawing *drawing, const struct ct_place *place)
{
	fprintf(drawing->stream, "\tm%lld -> m%lld", (long long)place->parent->number,
		(long long)place->number);
	if (drawing->drawn[place->number] != place) {
		fputs(" [label=\"", drawing->stream);
		ct_dot_write(place->name, drawing->stream);
		fputs("\", style=dashed]", drawing->stream);
	}
	fputs(";\n", drawing->stream);
}

/* Each box once, and below it the edge that leads to it. The other edges of a shared module are
 * where its other parents have it. */
static ct_error draw_place(const struct drawing *drawing, struct ct_place *place)
{
	if (place->depth > drawing->depth)
		return NULL;
	if (drawing->drawn[place->number] == NULL) {
		drawing->drawn[place->number] = place;
		CT_TRY(write_box(drawing, place));
	}
	if (place->parent && drawing->drawn[place->parent->number] == place->parent)
		write_edge(drawing, place);
	return NULL;
}

static ct_error draw_layers(const struct ct_layers *layers, int64_t depth, FILE *stream)
{
	CT_OWN_SCOPE(layers->function); /* for lists of parameters */
	struct drawing drawing = { .depth = depth, .stream = stream };
	ct_error error = NULL;

	drawing.drawn = ct_array_new(layers->modules, sizeof *drawing.drawn);
	if (drawing.drawn == NULL)
		return ct_no_memory(layers->function, "for a drawing");
	ct_dot_begin("modules", stream);
	fputs("\trankdir=LR;\n", stream);
	for (int64_t i = 0; i < layers->visits.len && error == NULL; i++)
		error = draw_place(&drawing, &layers->places[i]);
	fputs("}\n", stream);
	free(drawing.drawn);
	return error;
}

/* --- the public functions --------------------------------------------------------------------- */

static ct_error draw(const ct_module *self, ct_tensors inputs, const ct_module_dot_options *options,
		     FILE *stream, const char *function)
{
	const int64_t depth = ct_int_option(options ? options->depth : 0, INT64_MAX);
	struct ct_layers layers;
	ct_error error;

	if (depth < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 3 (options): depth is %lld, but must be at least 0",
				    (long long)depth);
	CT_TRY(ct_layers_make(self, inputs, options && options->train, function, &layers));
	error = draw_layers(&layers, depth, stream);
	ct_layers_free(&layers);
	return error;
}

ct_error ct_module_to_dot(const ct_module *self, ct_tensors inputs,
			  const ct_module_dot_options *options, char **result)
{
	struct ct_output output;
	ct_error error;

	CT_TRY(ct_output_begin(&output, __func__));
	error = draw(self, inputs, options, output.text, __func__);
	return ct_output_give(&output, error, __func__, result);
}

ct_error ct_module_print_dot(const ct_module *self, ct_tensors inputs,
			     const ct_module_dot_options *options, FILE *stream)
{
	struct ct_output output;
	ct_error error;

	CT_TRY(ct_output_begin(&output, __func__));
	error = draw(self, inputs, options, output.text, __func__);
	return ct_output_end(&output, stream ? stream : stdout, error, __func__);
}
