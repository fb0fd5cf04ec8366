#include "compile/level1/level1.h"

#include <stdio.h>
#include <string.h>

#include <ctorch/core/dtype.h>

#include "compile/options.h"

/* The loops as the passes have made them, for --print-after. */

static void print_counts(const struct level1 *self, const struct count *counts, size_t len)
{
	putchar('[');
	for (size_t i = 0; i < len; i++)
		printf("%s%s", i ? ", " : "", count_c(self->arena, counts[i]));
	putchar(']');
}

/* --- Arrays ----------------------------------------------------------------------------------- */

static void print_array(const struct level1 *self, const struct array *array)
{
	static const char *const memories[] = { [MEMORY_UNKNOWN] = "unknown to loops",
						[MEMORY_TENSOR] = "a tensor",
						[MEMORY_WEIGHT] = "a weight",
						[MEMORY_BUFFER] = "in the block of a run",
						[MEMORY_NONE] = "never in memory" };

	if (!array->root)
		return;
	printf("  %s: %s ", array->name, ct_dtype_name(array->dtype));
	print_counts(self, array->layout.sizes, array->layout.dim);
	printf(" with strides ");
	print_counts(self, array->layout.strides, array->layout.dim);
	if (array->root != array)
		printf(", a view of %s", array->root->name);
	else
		printf(", %s", memories[array->memory]);
	if (array->made_by)
		printf(", made by the loop at %zu", array->made_by->at);
	if (array->buffer)
		for (size_t i = 0; i < self->buffers.len; i++)
			if (self->buffers.at[i] == array->buffer)
				printf(", buffer %zu", i);
	putchar('\n');
}

/* --- Loops ------------------------------------------------------------------------------------ */

static void print_step(const struct level1 *self, const struct loop *loop, size_t i)
{
	static const char *const reductions[] = { [REDUCE_SUM] = "sum",
						  [REDUCE_MAX] = "maximum",
						  [REDUCE_MIN] = "minimum" };
	const struct step *step = &loop->steps.at[i];

	printf("    t%zu: %s = ", i, ct_dtype_name(step->dtype));
	switch (step->kind) {
	case STEP_LOAD:
		printf("%s with strides ", step->value->name);
		print_counts(self, step->strides, loop->dim);
		break;
	case STEP_POINT:
		printf("%s", step->text);
		break;
	case STEP_REDUCE:
		printf("the %s of a row", reductions[step->reduction]);
		break;
	case STEP_INDEX:
		printf("the index of dimension %zu", step->index);
		break;
	}
	for (size_t k = 0; k < step->args_len; k++)
		printf("%st%zu", k ? ", " : " of ", step->args[k]);
	if (step->store)
		printf(", written to %s", step->store->name);
	putchar('\n');
}

static void print_loop(const struct level1 *self, const struct loop *loop)
{
	if (loop->is_merged)
		return;
	printf("loop at %zu over ", loop->at);
	print_counts(self, loop->sizes, loop->dim);
	if (loop->inner)
		printf(", the last %zu are a row", loop->inner);
	printf("\n  computes");
	for (size_t i = 0; i < loop->nodes.len; i++)
		printf(" %zu", loop->nodes.at[i]->index);
	putchar('\n');
	for (size_t i = 0; i < loop->products.len; i++)
		printf("  after the product %s of %s and %s\n", loop->products.at[i]->result->name,
		       loop->products.at[i]->a.value->name, loop->products.at[i]->b.value->name);
	for (size_t i = 0; i < loop->attentions.len; i++)
		printf("  after the attention %s\n", loop->attentions.at[i]->result->name);
	for (size_t i = 0; i < loop->steps.len; i++)
		print_step(self, loop, i);
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static void print_node(const struct level1 *self, const struct node *node)
{
	const size_t i = node->index;

	printf("  %zu %s:", i, node->target);
	printf(self->rows[i] ? " in loops.tsv" : " a call");
	if (self->is_functional[i])
		printf(", writes to what nobody else sees");
	if (self->is_renamed[i])
		printf(", another name of its argument");
	if (self->is_view[i])
		printf(", a view");
	if (self->is_prepared[i])
		printf(", with weights made for it");
	if (!self->rows[i] && node->why_not)
		printf(", %s", node->why_not);
	putchar('\n');
}

void level1_print(const struct level1 *self, const char *pass)
{
	const char *wanted = self->program->options->print_after;

	if (!wanted || strcmp(wanted, pass))
		return;
	for (int64_t i = 0; i < self->function->graph->values_len; i++)
		print_array(self, &self->values[i]);
	for (size_t i = 0; i < self->extra.len; i++)
		print_array(self, self->extra.at[i]);
	for (int64_t i = 0; i < self->function->graph->nodes_len; i++)
		print_node(self, &self->function->nodes[i]);
	for (size_t i = 0; i < self->loops.len; i++)
		print_loop(self, self->loops.at[i]);
}
