#include "compile/level1/level1.h"

#include <string.h>

static bool why(struct node *node, const char *text)
{
	node->why_not = text;
	return false;
}

/* --- Matrices --------------------------------------------------------------------------------- */

/* Whether rows of this width do not overlap, as BLAS demands, at a distance in memory. */
static bool is_apart(struct count rows, struct count distance, struct count width)
{
	const bool same_factors = !width.c || (distance.c && !strcmp(distance.c, width.c));

	return count_is(rows, 1) || (same_factors && distance.n > 0 && distance.n >= width.n);
}

/* The last two dimensions as a matrix, and all others as one of a batch: sizes [batch, rows,
 * columns]. */
static bool take_matrix(struct level1 *self, struct array *value, const struct layout *sizes,
			struct matrix *matrix)
{
	struct layout layout = *sizes;

	if (!layout_view(self->arena, &value->layout, &layout))
		return false;
	*matrix = (struct matrix){ .value = value->root,
				   .offset = layout.offset,
				   .batch = layout.strides[0],
				   .distance = layout.strides[1] };
	if (count_is(layout.strides[2], 1) || count_is(layout.sizes[2], 1))
		return is_apart(layout.sizes[1], layout.strides[1], layout.sizes[2]);
	matrix->is_transposed = true;
	matrix->distance = layout.strides[2];
	return count_is(layout.strides[1], 1) &&
	       is_apart(layout.sizes[2], layout.strides[2], layout.sizes[1]);
}

static struct layout three(struct count batch, struct count rows, struct count columns)
{
	return (struct layout){ .dim = 3, .sizes = { batch, rows, columns } };
}

/* The number of elements of dimensions [from, to). */
static struct count numel_of(struct level1 *self, const struct layout *layout, size_t from,
			     size_t to)
{
	struct count numel = { .n = 1 };

	for (size_t i = from; i < to; i++)
		numel = count_times(self->arena, numel, layout->sizes[i]);
	return numel;
}

/* --- Products --------------------------------------------------------------------------------- */

struct operands {
	struct array *a, *b, *bias; /* bias: NULL: none */
	bool is_weight;             /* b is [n, k] */
};

static bool find_operands(struct level1 *self, struct node *node, struct operands *found)
{
	const bool is_linear = node_is(node, "linear"), is_addmm = node_is(node, "addmm");

	found->is_weight = is_linear;
	found->a = array_of_arg(self, node, is_linear ? "input" : is_addmm ? "mat1" : "self");
	found->b = array_of_arg(self, node,
				is_linear                 ? "weight"
				: node_is(node, "matmul") ? "other"
							  : "mat2");
	found->bias = array_of_arg(self, node, is_linear ? "bias" : "self");
	if (!is_linear && !is_addmm)
		found->bias = NULL;
	if (is_linear && !found->bias && node_arg(node, "bias") &&
	    node_arg(node, "bias")->arm != CT_ARM_NONE)
		return why(node, "a tensor that loops cannot read");
	if (is_addmm && (node_arg(node, "alpha") || node_arg(node, "beta") || !found->bias))
		return why(node, "with alpha or beta");
	if (!found->a || !found->b)
		return why(node, "a tensor that loops cannot read");
	if ((found->a->dtype != CT_FLOAT32 && found->a->dtype != CT_BFLOAT16) ||
	    found->b->dtype != found->a->dtype ||
	    (found->bias && found->bias->dtype != found->a->dtype))
		return why(node, "not of float32 or bfloat16");
	if (found->a->layout.dim < 2 || found->b->layout.dim < 2)
		return why(node, "a vector");
	return true;
}

/* Both have the same sizes before the last two. */
static bool same_batch(const struct layout *a, const struct layout *b)
{
	for (size_t i = 0; i + 2 < a->dim && i + 2 < b->dim; i++)
		if (!count_equal(a->sizes[i], b->sizes[i]))
			return false;
	return a->dim == b->dim;
}

/* [batch..., m, k] x [k, n] is one product of batch * m rows, if they are one piece of memory. */
static bool find_sizes(struct level1 *self, struct node *node, const struct operands *of,
		       struct product *product)
{
	const struct layout *a = &of->a->layout, *b = &of->b->layout;
	struct layout a_sizes, b_sizes;

	product->k = a->sizes[a->dim - 1];
	product->n = b->sizes[of->is_weight ? 0 : b->dim - 1];
	if (b->dim == 2) {
		product->batch = (struct count){ .n = 1 };
		product->m = numel_of(self, a, 0, a->dim - 1);
	} else {
		product->batch = numel_of(self, a, 0, a->dim - 2);
		product->m = a->sizes[a->dim - 2];
		if (!same_batch(a, b))
			return why(node, "a product that repeats matrices");
	}
	a_sizes = three(product->batch, product->m, product->k);
	b_sizes = of->is_weight ? three(product->batch, product->n, product->k)
				: three(product->batch, product->k, product->n);
	if (!take_matrix(self, of->a, &a_sizes, &product->a) ||
	    !take_matrix(self, of->b, &b_sizes, &product->b))
		return why(node, "a matrix with gaps, or with rows that overlap");
	product->b.is_transposed ^= of->is_weight;
	return true;
}

static struct array *new_floats(struct level1 *self, struct loop *loop, const char *name,
				struct count rows, struct count columns)
{
	const struct layout sizes = { .dim = 2, .sizes = { rows, columns } };
	struct array *value = array_new(self, name, CT_FLOAT32, &sizes);

	value->made_by = loop;
	vec_push(self->arena, &self->extra, value);
	return value;
}

/* In floats, rounded once, after the bias. */
static bool add_sums(struct level1 *self, struct loop *loop, struct product *product,
		     const struct operands *of)
{
	if (of->bias && (of->bias->layout.dim != 1 || !count_is(of->bias->layout.strides[0], 1) ||
			 !count_equal(of->bias->layout.sizes[0], product->n)))
		return why(product->node, "a bias of other sizes");
	product->bias = of->bias;
	product->sums = new_floats(self, loop,
				   arena_printf(self->arena, "%s_sums", product->result->name),
				   product->m, product->n);
	return true;
}

/* The product with a loop that adds the bias, which others are then fused into. */
static bool add_bias(struct level1 *self, struct loop *loop, struct product *product,
		     struct array *bias)
{
	struct array *result = product->result;
	size_t steps[2];

	product->result = array_new(self, arena_printf(self->arena, "%s_product", result->name),
				    result->dtype, &result->layout);
	product->result->made_by = loop;
	vec_push(self->arena, &self->extra, product->result);
	if (!loop_load(self, loop, product->result, &steps[0]) ||
	    !loop_load(self, loop, bias, &steps[1]))
		return why(product->node, "a bias of other sizes");
	loop_store(self, loop,
		   loop_add(self, loop,
			    (struct step){ .kind = STEP_POINT,
					   .dtype = result->dtype,
					   .text = "$0 + $1",
					   .args = { steps[0], steps[1] },
					   .args_len = 2 }),
		   result);
	return true;
}

bool lower_product(struct level1 *self, struct node *node)
{
	struct product *product = arena_alloc(self->arena, sizeof *product);
	struct array *result = array_of_result(self, node);
	struct operands of;
	struct loop *loop;

	if (!result || !find_operands(self, node, &of) || !find_sizes(self, node, &of, product))
		return false;
	layout_make_contiguous(self->arena, &result->layout);
	loop = loop_new(self, node, &result->layout);
	product->node = node;
	product->result = result;
	if (result->dtype == CT_BFLOAT16 ? !add_sums(self, loop, product, &of)
					 : of.bias && !add_bias(self, loop, product, of.bias))
		return false;
	vec_push(self->arena, &loop->products, product);
	loop_finish(self, loop);
	result->made_by = loop;
	return true;
}

/* --- Attention -------------------------------------------------------------------------------- */

enum { ATTENTION_ROWS = 32 }; /* KEEP THE SAME: templates/compile/level1/attend.c */

static bool is_default(const struct node *node, const char *name)
{
	const struct ct_graph_argument *given = node_arg(node, name);

	return !given || given->arm == CT_ARM_NONE ||
	       (given->value == CT_NO_VALUE && given->arm == CT_ARM_BOOL && !given->i) ||
	       (given->value == CT_NO_VALUE && given->arm == CT_ARM_FLOAT && given->f == 0);
}

static bool is_attendable(const struct array *value)
{
	const struct layout *layout = value ? &value->layout : NULL;

	return value && (value->dtype == CT_FLOAT32 || value->dtype == CT_BFLOAT16) &&
	       layout->dim == 4 && count_is(layout->strides[3], 1) &&
	       is_apart(layout->sizes[2], layout->strides[2], layout->sizes[3]);
}

/* One key and one value for each row, of each batch and head of the query. */
static bool have_same_heads(const struct attention *of)
{
	const struct layout *query = &of->query->layout, *key = &of->key->layout;

	return same_batch(query, key) && same_batch(query, &of->value->layout) &&
	       count_equal(query->sizes[3], key->sizes[3]) &&
	       count_equal(key->sizes[2], of->value->layout.sizes[2]);
}

/* Of bfloat16, the query, the key, the value and the result of a head are in floats. */
static struct array *new_head(struct level1 *self, struct loop *loop, const struct attention *of)
{
	const struct count *query = of->query->layout.sizes, *value = of->value->layout.sizes;

	return new_floats(self, loop, arena_printf(self->arena, "%s_floats", of->result->name),
			  count_plus(self->arena, query[2], value[2]),
			  count_plus(self->arena, query[3], value[3]));
}

/* A size of 1 is repeated, and so are dimensions that are missing. */
static bool find_mask(struct level1 *self, struct node *node, struct attention *of)
{
	const struct count *query = of->query->layout.sizes, *key = of->key->layout.sizes;
	const struct count sizes[] = { query[0], query[1], query[2], key[2] };
	const struct layout *mask;
	size_t missing;

	if (is_default(node, "attn_mask"))
		return true;
	of->mask = array_of_arg(self, node, "attn_mask");
	mask = of->mask ? &of->mask->layout : NULL;
	if (!mask || mask->dim > 4 || of->result->dtype != CT_FLOAT32 || of->is_causal ||
	    (of->mask->dtype != CT_BOOL && of->mask->dtype != CT_FLOAT32))
		return false;
	missing = 4 - mask->dim;
	for (size_t i = 0; i < mask->dim; i++) {
		const bool is_one = count_is(mask->sizes[i], 1);

		if (!is_one && !count_equal(mask->sizes[i], sizes[missing + i]))
			return false;
		of->mask_strides[missing + i] = is_one ? (struct count){ 0 } : mask->strides[i];
	}
	return true;
}

bool lower_attention(struct level1 *self, struct node *node)
{
	struct attention *attention = arena_alloc(self->arena, sizeof *attention);
	const struct ct_graph_argument *scale = node_arg(node, "scale");
	const struct ct_graph_argument *is_causal = node_arg(node, "is_causal");
	struct array *result = array_of_result(self, node);
	struct loop *loop;

	if (!result)
		return false;
	if (!is_default(node, "dropout_p") || !is_default(node, "enable_gqa"))
		return why(node, "attention with dropout or grouped heads");
	*attention = (struct attention){ .node = node,
					 .result = result,
					 .query = array_of_arg(self, node, "query"),
					 .key = array_of_arg(self, node, "key"),
					 .value = array_of_arg(self, node, "value") };
	if (!is_attendable(attention->query) || !is_attendable(attention->key) ||
	    !is_attendable(attention->value) || !is_attendable(result) ||
	    attention->key->dtype != result->dtype || attention->value->dtype != result->dtype ||
	    attention->query->dtype != result->dtype || !have_same_heads(attention))
		return why(node, "attention of other sizes, strides or dtypes");
	attention->is_causal = is_causal && is_causal->i;
	attention->scale = scale && scale->arm == CT_ARM_FLOAT ? scale->f : 0;
	if (!find_mask(self, node, attention))
		return why(node, "a mask of another dtype or other sizes, or one of bfloat16");
	loop = loop_new(self, node, &result->layout);
	result->made_by = loop;
	attention->scores = new_floats(
		self, loop, arena_printf(self->arena, "%s_scores", result->name),
		(struct count){ .n = ATTENTION_ROWS }, attention->key->layout.sizes[2]);
	if (result->dtype == CT_BFLOAT16)
		attention->floats = new_head(self, loop, attention);
	vec_push(self->arena, &loop->attentions, attention);
	loop_finish(self, loop);
	return true;
}
