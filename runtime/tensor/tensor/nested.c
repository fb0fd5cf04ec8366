/*
 * Converts nested lists of numbers to a tensor by the rules of Python's torch.tensor(): the first
 * item of each list determines the shape, all numbers determine the dtype, and then each element is
 * converted.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/list.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "tensor/tensor/facts.h"
#include "tensor/tensor/nested.h"

enum { MAX_DIMS = 128 }; /* PyTorch's own */

/* --- Building -------------------------------------------------------------------------------- */

ct_error ct_nested_add(struct ct_nested *nested, struct ct_node node, const char *function)
{
	struct ct_node *at = ct_array_grow(nested->at, &nested->room, (int64_t)nested->len + 1,
					   sizeof *at);

	if (at == NULL)
		return ct_no_memory(function, "for the lists' elements");
	nested->at = at;
	if (nested->depth > 0)
		nested->at[nested->open].i++;
	nested->at[nested->len++] = node;
	return NULL;
}

ct_error ct_nested_open(struct ct_nested *nested, enum ct_node_kind kind, const char *function)
{
	struct ct_node node = { .kind = kind, .parent = nested->open };
	ct_error error;

	if (nested->depth == MAX_DIMS)
		return ct_error_new(CT_ERROR_VALUE, function, "too many dimensions '%s'",
				    kind == CT_NODE_LIST ? "list" : "tuple");
	error = ct_nested_add(nested, node, function);
	if (error != NULL)
		return error;
	nested->open = nested->len - 1;
	nested->depth++;
	return NULL;
}

void ct_nested_close(struct ct_nested *nested)
{
	nested->open = nested->at[nested->open].parent;
	nested->depth--;
}

void ct_nested_free(struct ct_nested *nested)
{
	free(nested->at);
}

static bool is_list(const struct ct_node *node)
{
	return node->kind == CT_NODE_LIST || node->kind == CT_NODE_TUPLE;
}

/* --- Converting elements --------------------------------------------------------------------- */

/* The type in which elements are stored before libtorch converts them to a dtype. */
enum storing { AS_BOOL, AS_INT, AS_UNSIGNED, AS_FLOAT, AS_COMPLEX };

static const size_t stored_size[] = {
	[AS_BOOL] = sizeof(bool),          [AS_INT] = sizeof(int64_t),
	[AS_UNSIGNED] = sizeof(int64_t),   [AS_FLOAT] = sizeof(double),
	[AS_COMPLEX] = 2 * sizeof(double),
};

static const ct_dtype stored_dtype[] = {
	[AS_BOOL] = CT_BOOL,     [AS_INT] = CT_INT64,          [AS_UNSIGNED] = CT_UINT64,
	[AS_FLOAT] = CT_FLOAT64, [AS_COMPLEX] = CT_COMPLEX128,
};

/* `greatest` is the greatest number of an integer type. */
static const struct target {
	ct_dtype dtype;
	enum storing storing;
	const char *name;
	bool is_signed;
	int64_t greatest;
} targets[] = {
	{ CT_BOOL, AS_BOOL, "bool", false, 0 },
	{ CT_UINT8, AS_INT, "uint8", false, UINT8_MAX },
	{ CT_INT8, AS_INT, "int8", true, INT8_MAX },
	{ CT_INT16, AS_INT, "int16", true, INT16_MAX },
	{ CT_INT32, AS_INT, "int32", true, INT32_MAX },
	{ CT_INT64, AS_INT, "int64", true, INT64_MAX },
	{ CT_UINT16, AS_INT, "uint16", false, UINT16_MAX },
	{ CT_UINT32, AS_INT, "uint32", false, UINT32_MAX },
	{ CT_UINT64, AS_UNSIGNED, "uint64", false, 0 },
	{ CT_FLOAT16, AS_FLOAT, "float16", true, 0 },
	{ CT_FLOAT32, AS_FLOAT, "float32", true, 0 },
	{ CT_FLOAT64, AS_FLOAT, "float64", true, 0 },
	{ CT_BFLOAT16, AS_FLOAT, "bfloat16", true, 0 },
	{ CT_FLOAT8_E5M2, AS_FLOAT, "float8_e5m2", true, 0 },
	{ CT_FLOAT8_E4M3FN, AS_FLOAT, "float8_e4m3fn", true, 0 },
	{ CT_FLOAT8_E5M2FNUZ, AS_FLOAT, "float8_e5m2fnuz", true, 0 },
	{ CT_FLOAT8_E4M3FNUZ, AS_FLOAT, "float8_e4m3fnuz", true, 0 },
	{ CT_FLOAT8_E8M0FNU, AS_FLOAT, "float8_e8m0fnu", true, 0 },
	{ CT_COMPLEX32, AS_COMPLEX, "complex32", true, 0 },
	{ CT_COMPLEX64, AS_COMPLEX, "complex64", true, 0 },
	{ CT_COMPLEX128, AS_COMPLEX, "complex128", true, 0 },
	{ CT_BCOMPLEX32, AS_COMPLEX, "bcomplex32", true, 0 },
};

static const struct target *target_of(ct_dtype dtype)
{
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		if (targets[i].dtype == dtype)
			return &targets[i];
	return NULL;
}

/* --- One element ----------------------------------------------------------------------------- */

/* The state of the recursion. */
struct conversion {
	const char *function;
	const struct ct_nested *nested;
	const struct target *target;
	int64_t shape[MAX_DIMS];
	int dims;
	size_t next;         /* node */
	unsigned char *into; /* NULL: elements are only checked, not stored */
};

static const char *const type_names[] = {
	[CT_NODE_LIST] = "list",
	[CT_NODE_TUPLE] = "tuple",
	[CT_NODE_COMPLEX] = "complex",
};

static ct_error nested_overflow(const struct conversion *c)
{
	return ct_error_new(CT_ERROR_RUNTIME, c->function,
			    "value cannot be converted to type %s without overflow",
			    c->target->name);
}

static ct_error no_integer(const struct conversion *c, const struct ct_node *node)
{
	if (c->target->storing == AS_UNSIGNED)
		return ct_error_new(CT_ERROR_TYPE, c->function, "an integer is required");
	return ct_error_new(CT_ERROR_TYPE, c->function,
			    "'%s' object cannot be interpreted as an integer",
			    type_names[node->kind]);
}

static ct_error no_real(const struct conversion *c, const struct ct_node *node)
{
	return ct_error_new(CT_ERROR_TYPE, c->function, "must be real number, not %s",
			    type_names[node->kind]);
}

static ct_error too_big(const struct conversion *c, const char *text)
{
	return ct_error_new(CT_ERROR_VALUE, c->function, "%s", text);
}

/* A negative number is converted to unsigned as in C, if its absolute value fits. */
static ct_error check_integer(const struct conversion *c, int64_t value)
{
	const int64_t greatest = c->target->greatest;
	const int64_t least = c->target->is_signed ? -1 - greatest : -greatest;

	return value < least || value > greatest ? nested_overflow(c) : NULL;
}

/* The fraction is cut off, but the number must not be below the least one. */
static ct_error integer_of_float(const struct conversion *c, double value, int64_t *integer)
{
	const double end = c->target->greatest == INT64_MAX ? 9223372036854775808.0
							    : (double)c->target->greatest + 1;

	if (!(value >= (c->target->is_signed ? -end : 0) && value < end))
		return nested_overflow(c);
	*integer = (int64_t)value;
	return NULL;
}

static ct_error to_integer(const struct conversion *c, const struct ct_node *node, void *into)
{
	int64_t integer = node->i;
	ct_error error;

	switch (node->kind) {
	case CT_NODE_BIG:
		return too_big(c, "Overflow when unpacking long long");
	case CT_NODE_BOOL:
	case CT_NODE_INT:
		error = check_integer(c, integer);
		break;
	case CT_NODE_FLOAT:
		error = integer_of_float(c, node->re, &integer);
		break;
	default:
		error = no_integer(c, node);
	}
	if (error == NULL && into != NULL)
		memcpy(into, &integer, sizeof integer);
	return error;
}

static ct_error nested_to_unsigned(const struct conversion *c, const struct ct_node *node,
				   void *into)
{
	if (is_list(node) || node->kind >= CT_NODE_FLOAT)
		return no_integer(c, node);
	if (node->kind == CT_NODE_BIG ? node->re < 0 : node->i < 0)
		return too_big(c, "can't convert negative int to unsigned");
	if (node->kind == CT_NODE_BIG && !node->is_unsigned)
		return too_big(c, "int too big to convert");
	if (into != NULL)
		memcpy(into, &node->i, sizeof node->i);
	return NULL;
}

static ct_error to_real(const struct conversion *c, const struct ct_node *node, double *value)
{
	if (is_list(node))
		return no_real(c, node);
	*value = node->kind <= CT_NODE_INT ? (double)node->i : node->re;
	if (node->kind == CT_NODE_BIG && isinf(*value))
		return too_big(c, "int too large to convert to float");
	return NULL;
}

static ct_error to_floating(const struct conversion *c, const struct ct_node *node, void *into)
{
	double value[2] = { 0, node->kind == CT_NODE_COMPLEX ? node->im : 0 };
	ct_error error = to_real(c, node, value);

	if (error == NULL && node->kind == CT_NODE_COMPLEX && c->target->storing == AS_FLOAT)
		error = no_real(c, node);
	if (error == NULL && into != NULL)
		memcpy(into, value, stored_size[c->target->storing]);
	return error;
}

static ct_error to_bool(const struct conversion *c, const struct ct_node *node, bool *into)
{
	bool truth = node->i != 0;

	if (is_list(node))
		return no_integer(c, node);
	if (node->kind >= CT_NODE_BIG)
		truth = node->re != 0 || (node->kind == CT_NODE_COMPLEX && node->im != 0);
	if (into != NULL)
		*into = truth;
	return NULL;
}

static ct_error store(struct conversion *c, const struct ct_node *node)
{
	void *into = c->into;
	ct_error error;

	switch (c->target->storing) {
	case AS_BOOL:
		error = to_bool(c, node, into);
		break;
	case AS_INT:
		error = to_integer(c, node, into);
		break;
	case AS_UNSIGNED:
		error = nested_to_unsigned(c, node, into);
		break;
	default:
		error = to_floating(c, node, into);
	}
	if (c->into != NULL)
		c->into += stored_size[c->target->storing];
	return error;
}

/* --- All elements ---------------------------------------------------------------------------- */

static void read_shape(struct conversion *c)
{
	const struct ct_node *node = c->nested->at;

	while (is_list(node)) {
		c->shape[c->dims++] = node->i;
		if (node->i == 0)
			break;
		node++;
	}
}

static ct_error descend(struct conversion *c, int dim)
{
	const struct ct_node *node = &c->nested->at[c->next++];
	ct_error error = NULL;

	if (dim == c->dims)
		return store(c, node);
	if (!is_list(node))
		return ct_error_new(CT_ERROR_TYPE, c->function, "not a sequence");
	if (node->i != c->shape[dim])
		return ct_error_new(CT_ERROR_VALUE, c->function,
				    "expected sequence of length %lld at dim %d (got %lld)",
				    (long long)c->shape[dim], dim, (long long)node->i);
	for (int64_t i = 0; i < node->i && error == NULL; i++)
		error = descend(c, dim + 1);
	return error;
}

/* The shape's number of elements, by the first items; INT64_MAX if it is too large. */
static int64_t count_elements(const struct conversion *c)
{
	int64_t n = 1;

	for (int i = 0; i < c->dims; i++)
		if (c->shape[i] == 0)
			return 0;
	for (int i = 0; i < c->dims; i++)
		if (__builtin_mul_overflow(n, c->shape[i], &n))
			return INT64_MAX;
	return n;
}

/* With fewer nodes than elements, the lists have unequal lengths; finding the place needs no
 * memory. */
static ct_error convert_elements(struct conversion *c, int64_t n, void **elements)
{
	const enum storing storing = c->target->storing;

	if ((uint64_t)n <= c->nested->len) {
		*elements = c->into = ct_array_new(n, stored_size[storing]);
		if (c->into == NULL)
			return ct_no_memory(c->function, "for the lists' elements");
	}
	return descend(c, 0);
}

static ct_error default_complex_dtype(const char *function, ct_dtype *dtype)
{
	switch (ct_default_float()) {
	case CT_FLOAT16:
		*dtype = CT_COMPLEX32;
		return NULL;
	case CT_FLOAT32:
		*dtype = CT_COMPLEX64;
		return NULL;
	case CT_FLOAT64:
		*dtype = CT_COMPLEX128;
		return NULL;
	default:
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "invalid default scalar type for complex");
	}
}

/* The smallest kind of number that holds all of them; an empty list counts as a floating point
 * one. */
static ct_error infer_dtype(const struct ct_nested *nested, const char *function, ct_dtype *dtype)
{
	enum ct_node_kind most = CT_NODE_LIST;

	for (size_t i = 0; i < nested->len; i++) {
		const struct ct_node *node = &nested->at[i];
		const bool is_empty = is_list(node) && node->i == 0;
		const enum ct_node_kind kind = is_empty ? CT_NODE_FLOAT : node->kind;

		if (kind > most)
			most = kind;
	}
	if (most == CT_NODE_COMPLEX)
		return default_complex_dtype(function, dtype);
	*dtype = most == CT_NODE_FLOAT  ? ct_default_float()
		 : most == CT_NODE_BOOL ? CT_BOOL
					: CT_INT64;
	return NULL;
}

static ct_error find_target(struct conversion *c, ct_dtype dtype)
{
	c->target = target_of(dtype);
	if (c->target != NULL)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, c->function,
			    "options.dtype: numbers cannot be stored as %s; convert a tensor of "
			    "another dtype",
			    ct_dtype_name(dtype));
}

ct_error ct_nested_to_tensor(struct ct_origin by, const struct ct_nested *nested,
			     const ct_tensor_options *wish, ct_tensor **result)
{
	struct conversion c = { .function = by.function, .nested = nested };
	ct_tensor_options wanted = *wish;
	ct_tensor *made = NULL;
	void *elements = NULL;
	ct_error error = NULL;
	int64_t n;

	read_shape(&c);
	n = count_elements(&c);
	if (wanted.dtype == CT_DTYPE_NONE)
		error = infer_dtype(nested, by.function, &wanted.dtype);
	if (error == NULL && n > 0)
		error = find_target(&c, wanted.dtype);
	if (error == NULL && n > 0)
		error = convert_elements(&c, n, &elements);
	if (error == NULL)
		error = ct_tensor_from_data(elements,
					    n > 0 ? stored_dtype[c.target->storing] : wanted.dtype,
					    CT_INTS_OF(c.shape, c.dims), &made);
	free(elements);
	return ct_options_finish_data(by, error, made, &wanted, result);
}
