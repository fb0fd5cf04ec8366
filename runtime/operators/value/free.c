/*
 * Values: releasing what they own.
 */
#include <stdlib.h>

#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/impl.h"
#include "core/base/no_memory.h"
#include "core/memory/counted.h"
#include "operators/value/value.h"

/* A nest that is being freed: it is stored where its block was, so that freeing needs neither
 * memory nor recursion. */
struct freed_nest {
	struct freed_nest *around; /* the nest that it is in */
	int64_t next, slots;
	ct_value *attributes; /* as in the block; NULL: none, or freed */
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
	*freed = (struct freed_nest){ around, 0, ct_value_slots(nest), block->attributes };
	return freed;
}

/* The attributes of an ordered dict are one more nest in it, after its pairs. */
static struct freed_nest *begin_to_free_attributes(struct freed_nest *nest)
{
	const ct_value attributes = *nest->attributes;

	free(nest->attributes);
	nest->attributes = NULL;
	return begin_to_free(&attributes, nest);
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

		if (slot == NULL && nest->attributes)
			nest = begin_to_free_attributes(nest);
		else if (slot == NULL)
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
	case CT_VALUE_STORAGE:
		ct_object_release(object);
		break;
	case CT_VALUE_TENSORS:
		free_tensors(self);
		break;
	case CT_VALUE_OBJECT:
		ct_value_object_free(object);
		break;
	case CT_VALUE_FOREIGN:
		ct_counted_drop(object);
		break;
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
	case CT_VALUE_DICT:
	case CT_VALUE_SET:
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

static void free_moved(void *value)
{
	ct_value_free(value);
	free(value);
}

ct_error ct_value_move_to_scope(ct_value *self)
{
	ct_value *moved;

	if (!ct_value_is_owned(self))
		return NULL;
	moved = malloc(sizeof *moved);
	if (moved == NULL) {
		ct_value_free(self);
		return ct_no_memory(__func__, "for a value");
	}
	*moved = *self;
	*self = ct_value_none();
	CT_TRY(ct_scope_defer(moved, free_moved));
	*self = ct_value_borrow(moved);
	return NULL;
}

void ct_values_free(ct_value *values, int64_t values_len)
{
	for (int64_t i = 0; values && i < values_len; i++)
		ct_value_free(&values[i]);
}
