#include "compile/level1/emit.h"

static const char *times_rows(struct level1 *self, const struct matrix *matrix)
{
	return count_c(self->arena, matrix->distance);
}

/* "run->x + 64" */
static const char *at(struct level1 *self, const struct array *root, struct count offset)
{
	return count_is(offset, 0)
		       ? root->pointer
		       : arena_printf(self->arena, "(const %s *)%s + %s", dtype_c(root->dtype),
				      root->pointer, count_c(self->arena, offset));
}

/* Where matrix i of a batch begins: "(const float *)run->x + 64 + i * 32" */
static const char *at_matrix(struct level1 *self, const struct matrix *matrix)
{
	const char *first = at(self, matrix->value, matrix->offset);

	if (count_is(matrix->offset, 0))
		first = arena_printf(self->arena, "(const %s *)%s", dtype_c(matrix->value->dtype),
				     first);
	return arena_printf(self->arena, "%s + i * %s", first, count_c(self->arena, matrix->batch));
}

/* "_bf16": the end of the names of functions for products. */
static const char *suffix(const struct array *value)
{
	return value->dtype == CT_BFLOAT16 ? "_bf16" : "";
}

/* What functions for bfloat16 get more: ", bias" */
static const char *pointer_to(struct level1 *self, const struct array *value)
{
	return value ? arena_printf(self->arena, ", %s",
				    at(self, value->root, value->layout.offset))
		     : ", NULL";
}

static struct count elements(struct level1 *self, struct count a, struct count b)
{
	return count_times(self->arena, a, b);
}

/* --- Products --------------------------------------------------------------------------------- */

/* The bias, and memory for sums. */
static void write_sums(struct level1 *self, const struct product *product, struct strbuf *out)
{
	if (product->sums)
		strbuf_printf(out, "%s, %s", pointer_to(self, product->bias),
			      product->sums->pointer);
}

static void write_vector(struct level1 *self, const struct product *product, struct strbuf *out)
{
	strbuf_printf(out, "multiply_vector%s(%s, %s, %s, self->%s, %s", suffix(product->result),
		      count_c(self->arena, product->k), count_c(self->arena, product->n),
		      at(self, product->a.value, product->a.offset), product->packed,
		      product->result->pointer);
	write_sums(self, product, out);
	strbuf_add(out, ");\n");
}

static void write_matrices(struct level1 *self, const struct product *product, struct strbuf *out)
{
	const bool is_batch = !count_is(product->batch, 1);
	const char *a = at(self, product->a.value, product->a.offset);
	const char *b = at(self, product->b.value, product->b.offset);
	const char *c = product->result->pointer;

	if (is_batch) {
		strbuf_printf(out, "for (int64_t i = 0; i < %s; i++)\n\t\t",
			      count_c(self->arena, product->batch));
		a = at_matrix(self, &product->a);
		b = at_matrix(self, &product->b);
		c = arena_printf(self->arena, "(%s *)%s + i * %s", dtype_c(product->result->dtype),
				 c, count_c(self->arena, elements(self, product->m, product->n)));
	}
	strbuf_printf(out, "CT_TRY(multiply%s(%s, %s, %s, %s'%c', %s, %s, '%c', %s, %s, %s",
		      suffix(product->result), count_c(self->arena, product->m),
		      count_c(self->arena, product->n), count_c(self->arena, product->k),
		      product->sums ? "" : "1, ", product->a.is_transposed ? 'T' : 'N', a,
		      times_rows(self, &product->a), product->b.is_transposed ? 'T' : 'N', b,
		      times_rows(self, &product->b), c);
	if (!product->sums)
		strbuf_printf(out, ", %s", count_c(self->arena, product->n));
	write_sums(self, product, out);
	strbuf_add(out, "));\n");
}

static void write_product(struct level1 *self, const struct product *product, struct strbuf *out)
{
	if (product->packed && count_is(product->m, 1)) {
		strbuf_add(out, "\t");
		write_vector(self, product, out);
		return;
	}
	if (product->packed) {
		strbuf_printf(out, "\tif (%s == 1)\n\t\t", count_c(self->arena, product->m));
		write_vector(self, product, out);
		strbuf_add(out, "\telse\n\t");
	}
	strbuf_add(out, "\t");
	write_matrices(self, product, out);
}

/* --- Attention -------------------------------------------------------------------------------- */

static const char *heads(struct level1 *self, const struct array *value)
{
	return arena_printf(self->arena, "(struct heads){ %s, %s, %s }",
			    count_c(self->arena, value->layout.strides[0]),
			    count_c(self->arena, value->layout.strides[1]),
			    count_c(self->arena, value->layout.strides[2]));
}

/* ", (struct mask){ .added = run->mask, .batch = 32, .column = 1 }" */
static void write_mask(struct level1 *self, const struct attention *of, struct strbuf *out)
{
	static const char *const names[] = { "batch", "head", "row", "column" };

	if (!of->mask) {
		strbuf_add(out, ", (struct mask){ 0 }");
		return;
	}
	strbuf_printf(out, ", (struct mask){ .%s = %s",
		      of->mask->dtype == CT_BOOL ? "seen" : "added",
		      at(self, of->mask->root, of->mask->layout.offset));
	for (size_t i = 0; i < 4; i++)
		if (!count_is(of->mask_strides[i], 0))
			strbuf_printf(out, ", .%s = %s", names[i],
				      count_c(self->arena, of->mask_strides[i]));
	strbuf_add(out, " }");
}

static void write_attention(struct level1 *self, const struct attention *of, struct strbuf *out)
{
	const struct layout *q = &of->query->layout;
	const char *width = count_c(self->arena, q->sizes[3]);

	strbuf_printf(out, "\tCT_TRY(attend%s(%s, %s, %s, %s, %s, %s,\n", suffix(of->result),
		      count_c(self->arena, q->sizes[0]), count_c(self->arena, q->sizes[1]),
		      count_c(self->arena, q->sizes[2]),
		      count_c(self->arena, of->key->layout.sizes[2]), width,
		      count_c(self->arena, of->value->layout.sizes[3]));
	strbuf_printf(out, "\t\t      %s, %s,\n", at(self, of->query->root, q->offset),
		      heads(self, of->query));
	strbuf_printf(out, "\t\t      %s, %s,\n", at(self, of->key->root, of->key->layout.offset),
		      heads(self, of->key));
	strbuf_printf(out, "\t\t      %s, %s,\n",
		      at(self, of->value->root, of->value->layout.offset), heads(self, of->value));
	strbuf_printf(out, "\t\t      %s, %s,\n", of->result->pointer, heads(self, of->result));
	if (of->scale != 0)
		strbuf_printf(out, "\t\t      %.9gf", of->scale);
	else
		strbuf_printf(out, "\t\t      1 / sqrtf((float)(%s))", width);
	strbuf_printf(out, ", %s", of->is_causal ? "true" : "false");
	if (!of->floats)
		write_mask(self, of, out);
	strbuf_printf(out, ", %s%s));\n", of->scores->pointer,
		      of->floats ? pointer_to(self, of->floats) : "");
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static const char *list_of(struct level1 *self, const struct count *counts, size_t len)
{
	struct strbuf text = { 0 };
	const char *result;

	for (size_t i = 0; i < len; i++)
		strbuf_printf(&text, "%s%s", i ? ", " : "CT_L(", count_c(self->arena, counts[i]));
	strbuf_add(&text, len ? ")" : "(ct_ints){ 0 }");
	result = arena_strdup(self->arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

const char *sizes_text(struct level1 *self, const struct layout *layout)
{
	return list_of(self, layout->sizes, layout->dim);
}

const char *strides_text(struct level1 *self, const struct layout *layout)
{
	return list_of(self, layout->strides, layout->dim);
}

const char *dtype_name(ct_dtype dtype)
{
	switch (dtype) {
	case CT_FLOAT32:
		return "CT_FLOAT32";
	case CT_FLOAT64:
		return "CT_FLOAT64";
	case CT_INT64:
		return "CT_INT64";
	case CT_INT32:
		return "CT_INT32";
	case CT_BFLOAT16:
		return "CT_BFLOAT16";
	default:
		return "CT_BOOL";
	}
}

/* A tensor of the run, before the first loop reads it. */
static void write_read(struct level1 *self, struct array *root, struct strbuf *out)
{
	if (root->memory != MEMORY_TENSOR || root->made_by || root->is_found || !root->variable)
		return;
	root->is_found = true;
	strbuf_printf(
		out,
		"\tCT_TRY(read_tensor(%s, \"%s\", %s, %s, %s, &run->%s_copy, (const void **)&run->%s));\n",
		root->variable->c, root->name, dtype_name(root->dtype),
		sizes_text(self, &root->layout), strides_text(self, &root->layout), root->field,
		root->field);
}

/* The result of the program that is this tensor, which a caller may give; NULL: it is none. */
static struct returned *find_returned(struct program *program, const struct variable *variable)
{
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].variable == variable && program->returned.at[i].c)
			return &program->returned.at[i];
	return NULL;
}

/* "CT_L(4, 2), CT_L(2, 1)": the sizes and strides of a new tensor; none of one that is contiguous. */
static const char *places_text(struct level1 *self, const struct layout *layout)
{
	return arena_printf(self->arena, "%s, %s", sizes_text(self, layout),
			    layout_is_contiguous(self->arena, layout) ? "(ct_ints){ 0 }"
								      : strides_text(self, layout));
}

static void write_new(struct level1 *self, const struct array *value, const struct loop *loop,
		      struct strbuf *out)
{
	struct returned *returned;

	if (!value || value->memory != MEMORY_TENSOR || value->made_by != loop)
		return;
	returned = find_returned(self->program, value->variable);
	if (returned) {
		returned->is_direct = true;
		strbuf_printf(out, "\tCT_TRY(result_tensor(*%s, \"%s\", %s, %s, &%s));\n",
			      returned->c, returned->c, dtype_name(value->dtype),
			      places_text(self, &value->layout), value->variable->c);
		return;
	}
	if (layout_is_contiguous(self->arena, &value->layout))
		strbuf_printf(out, "\tCT_TRY(ct_tensor_empty(%s, ",
			      sizes_text(self, &value->layout));
	else
		strbuf_printf(out, "\tCT_TRY(ct_tensor_empty_strided(%s, %s, ",
			      sizes_text(self, &value->layout), strides_text(self, &value->layout));
	strbuf_printf(out, "&(ct_tensor_options){ .dtype = %s }, &%s));\n",
		      dtype_name(value->dtype), value->variable->c);
}

static void write_checks(struct level1 *self, const struct loop *loop, struct strbuf *out)
{
	for (size_t i = 0; i < loop->steps.len; i++) {
		const struct step *step = &loop->steps.at[i];
		struct count n = { .n = 1 };

		if (step->kind != STEP_LOAD || !step->args_len)
			continue;
		const struct step *index = &loop->steps.at[step->args[0]];

		if (index->kind != STEP_LOAD)
			continue;
		for (size_t dim = 0; dim < loop->dim; dim++)
			if (!count_is(index->strides[dim], 0))
				n = count_times(self->arena, n, loop->sizes[dim]);
		strbuf_printf(out, "\tCT_TRY(check_rows(%s, %s, %s));\n",
			      at(self, index->value, index->offset), count_c(self->arena, n),
			      count_c(self->arena, step->limit));
	}
}

void emit_before(struct level1 *self, struct loop *loop, struct strbuf *out)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].kind == STEP_LOAD)
			write_read(self, loop->steps.at[i].value, out);
	for (size_t i = 0; i < loop->products.len; i++) {
		write_read(self, loop->products.at[i]->a.value, out);
		write_read(self, loop->products.at[i]->b.value, out);
		if (loop->products.at[i]->bias)
			write_read(self, loop->products.at[i]->bias->root, out);
		write_new(self, loop->products.at[i]->result, loop, out);
	}
	for (size_t i = 0; i < loop->attentions.len; i++) {
		write_read(self, loop->attentions.at[i]->query->root, out);
		write_read(self, loop->attentions.at[i]->key->root, out);
		write_read(self, loop->attentions.at[i]->value->root, out);
		if (loop->attentions.at[i]->mask)
			write_read(self, loop->attentions.at[i]->mask->root, out);
		write_new(self, loop->attentions.at[i]->result, loop, out);
	}
	for (size_t i = 0; i < loop->steps.len; i++)
		write_new(self, loop->steps.at[i].store, loop, out);
	for (size_t i = 0; i < loop->products.len; i++)
		write_product(self, loop->products.at[i], out);
	for (size_t i = 0; i < loop->attentions.len; i++)
		write_attention(self, loop->attentions.at[i], out);
	write_checks(self, loop, out);
}
