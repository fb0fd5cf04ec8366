/*
 * Which rank updates which parameter, as Python's _partition_parameters().
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "distributed/zero/zero.h"

static ct_error no_memory(void)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "no memory for the parameters' ranks");
}

static int64_t count(const ct_optimizer *optimizer)
{
	int64_t n = 0;

	for (int64_t group = 0; group < ct_optimizer_group_count(optimizer); group++)
		n += ct_optimizer_parameter_count(optimizer, group);
	return n;
}

static void list(const ct_optimizer *optimizer, struct ct_zero_part *parts)
{
	int64_t n = 0;

	for (int64_t group = 0; group < ct_optimizer_group_count(optimizer); group++)
		for (int64_t i = 0; i < ct_optimizer_parameter_count(optimizer, group); i++, n++)
			parts[n] = (struct ct_zero_part){
				.parameter = ct_optimizer_parameter(optimizer, group, i),
				.group = group,
				.number = n,
			};
}

static int in_order(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_size(const void *one, const void *other)
{
	const struct ct_zero_part *a = one, *b = other;
	const int64_t a_numel = ct_tensor_numel(a->parameter);
	const int64_t b_numel = ct_tensor_numel(b->parameter);

	if (a->group != b->group)
		return in_order(a->group, b->group);
	if (a_numel != b_numel)
		return in_order(b_numel, a_numel);
	return in_order(a->number, b->number);
}

static int64_t least(const int64_t *sizes, int64_t n)
{
	int64_t result = 0;

	for (int64_t i = 1; i < n; i++)
		if (sizes[i] < sizes[result])
			result = i;
	return result;
}

ct_error ct_zero_divide(ct_zero_optimizer *self)
{
	const int64_t n = count(self->optimizer);
	struct ct_zero_part *parts;
	int64_t *sizes;

	if (n == self->parts_len)
		return NULL;
	parts = calloc((size_t)n, sizeof *parts);
	sizes = calloc((size_t)self->ranks_len, sizeof *sizes);
	if (parts == NULL || sizes == NULL) {
		free(parts);
		free(sizes);
		return no_memory();
	}
	list(self->optimizer, parts);
	qsort(parts, (size_t)n, sizeof *parts, by_size);
	for (int64_t i = 0; i < n; i++) {
		parts[i].owner = least(sizes, self->ranks_len);
		sizes[parts[i].owner] += ct_tensor_numel(parts[i].parameter);
	}
	free(sizes);
	free(self->parts);
	self->parts = parts;
	self->parts_len = n;
	return NULL;
}
