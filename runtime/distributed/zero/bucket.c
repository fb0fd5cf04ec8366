/*
 * Parameters as views of buckets: what a rank updates is one tensor, which is sent in one call. As
 * Python's _build_param_buckets(), so that groups may have ranks in both languages.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "distributed/zero/zero.h"

static bool is_alike(const ct_tensor *a, const ct_tensor *b)
{
	const ct_device at = ct_tensor_device(a), other = ct_tensor_device(b);

	return ct_tensor_dtype(a) == ct_tensor_dtype(b) && at.type == other.type &&
	       at.index == other.index;
}

static ct_error check_alike(const ct_zero_optimizer *self)
{
	for (int64_t i = 1; i < self->parts_len; i++)
		if (!is_alike(self->parts[0].parameter, self->parts[i].parameter))
			return ct_error_new(
				CT_ERROR_VALUE, CT_NAME_OF(ct_zero_optimizer_new),
				"parameters_as_bucket_view: the optimizer has parameters of "
				"different dtypes or devices (numbers %lld and %lld), which do not "
				"fit into one bucket",
				(long long)self->parts[0].number, (long long)self->parts[i].number);
	return NULL;
}

ct_error ct_zero_add_buckets(ct_zero_optimizer *self)
{
	self->buckets = calloc((size_t)self->ranks_len, sizeof(ct_tensor *));
	if (self->buckets == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, CT_NAME_OF(ct_zero_optimizer_new),
				    "no memory for buckets");
	return ct_zero_fill_buckets(self);
}

static bool is_of(const struct ct_zero_part *part, int64_t owner)
{
	return part->owner == owner && ct_tensor_requires_grad(part->parameter);
}

/* One after the other; `flat` has room for all parameters. */
static ct_tensor *joined(const ct_zero_optimizer *self, int64_t owner, ct_tensor **flat)
{
	int64_t n = 0;

	for (int64_t i = 0; i < self->parts_len; i++)
		if (is_of(&self->parts[i], owner))
			flat[n++] = CT_E(flatten, CT_E(detach, self->parts[i].parameter));
	if (n == 0) /* as Python's */
		return CT_E(zeros, CT_L(1), .device = ct_tensor_device(self->parts[0].parameter));
	return CT_E(cat, CT_TENSORS_OF(flat, n));
}

static ct_error point_to(const ct_zero_optimizer *self, int64_t owner, const ct_tensor *bucket)
{
	int64_t begin = 0;

	for (int64_t i = 0; i < self->parts_len; i++) {
		struct ct_zero_part *part = &self->parts[i];
		const int64_t n = ct_tensor_numel(part->parameter);
		ct_tensor *view;

		if (!is_of(part, owner))
			continue;
		view = CT_E(view_as, CT_E(narrow, bucket, 0, begin, n), part->parameter);
		CT_TRY(CT_DONE());
		CT_TRY(CT(set_data, part->parameter, view));
		part->is_in_bucket = true;
		begin += n;
	}
	return NULL;
}

static ct_error fill_bucket(ct_zero_optimizer *self, int64_t owner, ct_tensor **flat)
{
	CT_SCOPE;
	ct_tensor *bucket = joined(self, owner, flat);

	CT_TRY(CT_DONE());
	CT_TRY(point_to(self, owner, bucket));
	if (self->buckets[owner])
		ct_tensor_free_unscoped(self->buckets[owner]);
	ct_scope_disown(bucket);
	self->buckets[owner] = bucket;
	return NULL;
}

/* A parameter that requires no gradient any more leaves its bucket. */
static ct_error take_out(struct ct_zero_part *part)
{
	CT_SCOPE;
	ct_tensor *copy = CT_E(clone, CT_E(detach, part->parameter));

	CT_TRY(CT_DONE());
	part->is_in_bucket = false;
	return CT(set_data, part->parameter, copy);
}

static bool is_filled(const ct_zero_optimizer *self)
{
	for (int64_t i = 0; i < self->parts_len; i++)
		if (self->parts[i].is_in_bucket !=
		    ct_tensor_requires_grad(self->parts[i].parameter))
			return false;
	return self->buckets[0] != NULL;
}

ct_error ct_zero_fill_buckets(ct_zero_optimizer *self)
{
	ct_error error = NULL;
	ct_tensor **flat;

	if (is_filled(self))
		return NULL;
	CT_TRY(check_alike(self));
	flat = calloc((size_t)self->parts_len, sizeof *flat);
	if (flat == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "no memory for buckets");
	for (int64_t i = 0; i < self->parts_len && error == NULL; i++)
		if (self->parts[i].is_in_bucket &&
		    !ct_tensor_requires_grad(self->parts[i].parameter))
			error = take_out(&self->parts[i]);
	for (int64_t owner = 0; owner < self->ranks_len && error == NULL; owner++)
		error = fill_bucket(self, owner, flat);
	free(flat);
	return error;
}

void ct_zero_free_buckets(ct_zero_optimizer *self)
{
	for (int64_t i = 0; self->buckets && i < self->ranks_len; i++)
		if (self->buckets[i])
			ct_tensor_free_unscoped(self->buckets[i]);
	free(self->buckets);
}
