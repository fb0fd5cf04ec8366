/*
 * Transforms of parts of a tensor: CatTransform and StackTransform.
 */
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "distributions/transforms/parts.h"

typedef struct ct_distr_transform transform;

/* A way to take a tensor apart. */
struct way {
	int64_t (*size)(const transform *t); /* of the dimension */
	const char *size_name;               /* "len(transforms)", in Python's errors */
	ct_tensor *(*slice)(const transform *t, const ct_tensor *x, int64_t index);
	ct_tensor *(*join)(const transform *t, ct_tensors slices);
};

/* Python's assertions. `name` is that of the tensor; `shown` is what the first one calls it. */
static bool fits(const transform *t, const struct way *way, const ct_tensor *x, const char *name,
		 const char *shown)
{
	const int64_t dims = ct_tensor_dim(x), wanted = way->size(t);

	if (t->dim < -dims || t->dim >= dims) {
		CT_FAIL(CT_ERROR_ASSERTION, "dim %lld out of range for %s with %lld dimensions",
			(long long)t->dim, shown, (long long)dims);
		return false;
	}
	if (ct_size_of(x, t->dim) == wanted)
		return true;
	CT_FAIL(CT_ERROR_ASSERTION, "%s.size(%lld) = %lld must equal %s %lld", name,
		(long long)t->dim, (long long)ct_size_of(x, t->dim), way->size_name,
		(long long)wanted);
	return false;
}

/* Room in the scope for a tensor for each part; NULL: no memory, and an error waits. */
static const ct_tensor **room_for(const transform *t)
{
	const ct_tensor **room = ct_given_array(t->parts.len, sizeof *room);

	if (room == NULL)
		CT_DO(ct_no_memory(NULL, "for a list"));
	return room;
}

static ct_tensor *map(const transform *t, const struct way *way, const ct_tensor *x,
		      ct_tensor *(*function)(const transform *part, const ct_tensor *x))
{
	const ct_tensor **slices = room_for(t);

	if (slices == NULL)
		return NULL;
	for (int64_t i = 0; i < t->parts.len; i++)
		slices[i] = function(ct_distr_part(t, i), way->slice(t, x, i));
	return way->join(t, CT_TENSORS_OF(slices, t->parts.len));
}

static ct_tensor *map_forward(const transform *t, const struct way *way, const ct_tensor *x)
{
	return fits(t, way, x, "x", "tensor") ? map(t, way, x, ct_distr_forward) : NULL;
}

static ct_tensor *map_backward(const transform *t, const struct way *way, const ct_tensor *y)
{
	return fits(t, way, y, "y", "tensor") ? map(t, way, y, ct_distr_backward) : NULL;
}

static bool both_fit(const transform *t, const struct way *way, const ct_tensor *x,
		     const ct_tensor *y)
{
	return fits(t, way, x, "x", "x") && fits(t, way, y, "y", "y");
}

/* The domains or codomains of the parts, in the scope; NULL: no memory, and an error waits. */
static const struct ct_distr_constraint *find_all(const transform *t,
						  void (*find)(const transform *part,
							       struct ct_distr_constraint *result))
{
	struct ct_distr_constraint *all = ct_given_array(t->parts.len, sizeof *all);

	if (all == NULL)
		CT_DO(ct_no_memory(NULL, "for constraints"));
	for (int64_t i = 0; all && i < t->parts.len; i++)
		find(ct_distr_part(t, i), &all[i]);
	return all;
}

/* --- CatTransform ----------------------------------------------------------------------------- */

static ct_error cat_setup(void *args)
{
	const struct ct_args_distribution_transforms_CatTransform_ *a = args;

	if (a->lengths.at == NULL || a->lengths.len == a->tseq.len)
		return NULL;
	return CT_RAISED(CT_ERROR_ASSERTION, "lengths (%lld) must match transforms (%lld)",
			 (long long)a->lengths.len, (long long)a->tseq.len);
}

static void cat_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_CatTransform_ *a = args;

	t->parts = a->tseq;
	t->in = a->lengths;
	t->dim = a->dim;
}

static int64_t length_at(const transform *t, int64_t index)
{
	return t->in.len ? t->in.at[index] : 1;
}

static int64_t start_of(const transform *t, int64_t index)
{
	int64_t sum = 0;

	for (int64_t i = 0; i < index; i++)
		sum += length_at(t, i);
	return sum;
}

static int64_t cat_size(const transform *t)
{
	return start_of(t, t->parts.len);
}

static ct_tensor *cat_slice(const transform *t, const ct_tensor *x, int64_t index)
{
	return CT_E(narrow, x, t->dim, start_of(t, index), length_at(t, index));
}

static ct_tensor *cat_join(const transform *t, ct_tensors slices)
{
	return CT_E(cat, slices, t->dim);
}

static const struct way cat_way = { cat_size, "length", cat_slice, cat_join };

static ct_tensor *cat_call(const transform *t, const ct_tensor *x)
{
	return map_forward(t, &cat_way, x);
}

static ct_tensor *cat_inverse(const transform *t, const ct_tensor *y)
{
	return map_backward(t, &cat_way, y);
}

static int64_t cat_event_dim(const transform *t)
{
	int64_t most = 0;

	for (int64_t i = 0; i < t->parts.len; i++) {
		const int64_t dims = ct_distr_transform_dim(ct_distr_part(t, i));

		most = dims > most ? dims : most;
	}
	return most;
}

/* Python's sum(), which begins with 0. */
static ct_tensor *sum_of(const ct_tensor *const *all, int64_t len)
{
	ct_tensor *sum = CT_E(add, all[0], 0);

	for (int64_t i = 1; i < len; i++)
		sum = CT_E(add, sum, all[i]);
	return sum;
}

static ct_tensor *cat_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	const int64_t dims = cat_event_dim(t);
	const ct_tensor **dets = room_for(t);
	int64_t dim;

	if (dets == NULL || !both_fit(t, &cat_way, x, y))
		return NULL;
	for (int64_t i = 0; i < t->parts.len; i++) {
		const transform *part = ct_distr_part(t, i);
		ct_tensor *det = ct_distr_log_det(part, cat_slice(t, x, i), cat_slice(t, y, i));

		dets[i] = ct_distr_sum_rightmost(det, dims - ct_distr_transform_dim(part));
	}
	dim = (t->dim >= 0 ? t->dim - ct_tensor_dim(x) : t->dim) + dims;
	return dim < 0 ? CT_E(cat, CT_TENSORS_OF(dets, t->parts.len), dim)
		       : sum_of(dets, t->parts.len);
}

static struct ct_distr_constraint cat_of(const transform *t,
					 const struct ct_distr_constraint *parts)
{
	return (struct ct_distr_constraint){ .kind = CT_DISTR_CAT,
					     .parts = parts,
					     .parts_len = parts ? t->parts.len : 0,
					     .lengths = t->in,
					     .dims = t->dim };
}

static void cat_domain(const transform *t, struct ct_distr_constraint *result)
{
	*result = cat_of(t, find_all(t, ct_distr_find_domain));
}

static void cat_codomain(const transform *t, struct ct_distr_constraint *result)
{
	*result = cat_of(t, find_all(t, ct_distr_find_codomain));
}

const struct ct_distribution_transform_code ct_distribution_transforms_CatTransform_code = {
	.setup = cat_setup,
	.read = cat_read,
	.call = cat_call,
	.inverse = cat_inverse,
	.log_det = cat_log_det,
	.find_domain = cat_domain,
	.find_codomain = cat_codomain,
	.event_dim = cat_event_dim,
	.is_bijective = ct_distr_parts_are_bijective,
};

/* --- StackTransform --------------------------------------------------------------------------- */

static void stack_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_StackTransform_ *a = args;

	t->parts = a->tseq;
	t->dim = a->dim;
}

static int64_t stack_size(const transform *t)
{
	return t->parts.len;
}

static ct_tensor *stack_slice(const transform *t, const ct_tensor *x, int64_t index)
{
	return CT_E(select_int, x, t->dim, index);
}

static ct_tensor *stack_join(const transform *t, ct_tensors slices)
{
	return CT_E(stack, slices, t->dim);
}

static const struct way stack_way = { stack_size, "len(transforms)", stack_slice, stack_join };

static ct_tensor *stack_call(const transform *t, const ct_tensor *x)
{
	return map_forward(t, &stack_way, x);
}

static ct_tensor *stack_inverse(const transform *t, const ct_tensor *y)
{
	return map_backward(t, &stack_way, y);
}

static ct_tensor *stack_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	const ct_tensor **dets = room_for(t);

	if (dets == NULL || !both_fit(t, &stack_way, x, y))
		return NULL;
	for (int64_t i = 0; i < t->parts.len; i++)
		dets[i] = ct_distr_log_det(ct_distr_part(t, i), stack_slice(t, x, i),
					   stack_slice(t, y, i));
	return stack_join(t, CT_TENSORS_OF(dets, t->parts.len));
}

static struct ct_distr_constraint stack_of(const transform *t,
					   const struct ct_distr_constraint *parts)
{
	struct ct_distr_constraint all = cat_of(t, parts);

	all.kind = CT_DISTR_STACK;
	return all;
}

static void stack_domain(const transform *t, struct ct_distr_constraint *result)
{
	*result = stack_of(t, find_all(t, ct_distr_find_domain));
}

static void stack_codomain(const transform *t, struct ct_distr_constraint *result)
{
	*result = stack_of(t, find_all(t, ct_distr_find_codomain));
}

const struct ct_distribution_transform_code ct_distribution_transforms_StackTransform_code = {
	.read = stack_read,
	.call = stack_call,
	.inverse = stack_inverse,
	.log_det = stack_log_det,
	.find_domain = stack_domain,
	.find_codomain = stack_codomain,
	.is_bijective = ct_distr_parts_are_bijective,
};
