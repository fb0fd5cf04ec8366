/*
 * Values: releasing what they own.
 */
#include <stdlib.h>

#include <ctorch/generator.h>
#include <ctorch/scope.h>
#include <ctorch/storage.h>
#include <ctorch/tensor.h>

#include "value/value.h"

/* A nest that is being freed: it is stored where its block was, so that freeing needs neither
 * memory nor recursion. */
struct freed_nest {
	struct freed_nest *around; /* the nest that it is in */
	int64_t next, slots;
};

_Static_assert(sizeof(struct freed_nest) <= sizeof(struct ct_value_block),
	       "the values follow the block");

static struct freed_nest *begin_to_free(const ct_value *nest, struct freed_nest *around)
{
	struct ct_value_block *block = ct_value_block_of(nest);
	struct freed_nest *freed = (struct freed_nest *)block;

	if (block == NULL)
		return around;
	free(block->index.pairs);
	*freed = (struct freed_nest){ around, 0, ct_value_slots(nest) };
	return freed;
}

static struct freed_nest *end_freeing(struct freed_nest *nest)
{
	struct freed_nest *around = nest->around;

	free(nest);
	return around;
}

static ct_value *next_to_free(struct freed_nest *nest)
{
	ct_value *slots = (ct_value *)((struct ct_value_block *)nest + 1);

	return &slots[nest->next++];
}

static void free_nest(const ct_value *self)
{
	struct freed_nest *nest = begin_to_free(self, NULL);

	while (nest) {
		ct_value *slot = nest->next < nest->slots ? next_to_free(nest) : NULL;

		if (slot == NULL)
			nest = end_freeing(nest);
		else if (ct_value_is_nest(slot))
			nest = begin_to_free(slot, nest);
		else
			ct_value_free(slot);
	}
}

static void free_tensors(const ct_value *self)
{
	ct_tensor **tensors = (ct_tensor **)self->object;

	for (int64_t i = 0; i < self->i; i++)
		ct_tensor_free_unscoped(tensors[i]);
	free(tensors);
}

static void free_owned(ct_value *self)
{
	void *object = (void *)self->object;

	switch (self->kind) {
	case CT_VALUE_TENSOR:
		ct_tensor_free_unscoped(object);
		break;
	case CT_VALUE_GENERATOR:
		ct_generator_free(object);
		break;
	case CT_VALUE_STORAGE:
		ct_storage_free(object);
		break;
	case CT_VALUE_TENSORS:
		free_tensors(self);
		break;
	case CT_VALUE_OBJECT:
		ct_value_object_free(object);
		break;
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
	case CT_VALUE_DICT:
		free_nest(self);
		break;
	default:
		free(object);
	}
}

void ct_value_free(ct_value *self)
{
	if (self == NULL)
		return;
	if (self->flags & CT_VALUE_OWNED)
		free_owned(self);
	*self = ct_value_none();
}

void ct_values_free(ct_value *values, int64_t values_len)
{
	for (int64_t i = 0; values && i < values_len; i++)
		ct_value_free(&values[i]);
}
