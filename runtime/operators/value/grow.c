/*
 * Values: lists, tuples, dicts and sets that grow.
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "operators/value/grow.h"

ct_value ct_value_nest_new(ct_value_kind kind)
{
	ct_value nest = ct_value_none();

	nest.kind = kind;
	nest.flags = CT_VALUE_OWNED;
	return nest;
}

bool ct_value_make_room(void **array, int32_t *room, int32_t count, size_t size)
{
	int32_t more = *room ? 2 * *room : 8;
	void *larger;

	if (count < *room)
		return true;
	larger = ct_array_resize(*array, more, size);
	if (larger == NULL)
		return false;
	*array = larger;
	*room = more;
	return true;
}

/* --- Growing --------------------------------------------------------------------------------- */

/* Room for `more` values after the existing ones. */
static ct_error make_room(ct_value *self, int64_t more, const char *function)
{
	struct ct_value_block *block = ct_value_block_of(self);
	int64_t used = ct_value_slots(self);
	int64_t capacity = block ? block->capacity : 0, nbytes;

	if (used + more <= capacity)
		return NULL;
	capacity = capacity ? 2 * capacity : 4;
	nbytes = ct_size_plus(sizeof *block, ct_size_times(capacity, sizeof(ct_value)));
	block = realloc(block, (size_t)nbytes);
	if (block == NULL)
		return ct_no_memory(function, "for a value");
	if (!(self->flags & CT_VALUE_BLOCK))
		*block = (struct ct_value_block){ .height = 1 };
	block->capacity = capacity;
	self->object = block + 1;
	self->flags |= CT_VALUE_BLOCK;
	return NULL;
}

ct_error ct_value_make_block(ct_value *self, const char *function)
{
	return self->flags & CT_VALUE_BLOCK ? NULL : make_room(self, 1, function);
}

int32_t ct_value_height(const ct_value *self)
{
	const struct ct_value_block *block = ct_value_block_of(self);

	if (!ct_value_is_nest(self))
		return 0;
	return block ? block->height : 1;
}

void ct_value_grow_height(ct_value *self, int32_t of_item)
{
	struct ct_value_block *block = ct_value_block_of(self);

	if (block->height <= of_item)
		block->height = of_item + 1;
}

/* The levels are counted from 0, as in copy.c: a number in one list is at depth 1. */
static ct_error check_height(const ct_value *item, const char *function)
{
	return ct_value_height(item) >= CT_VALUE_MAX_DEPTH ? ct_value_too_deep(function) : NULL;
}

static ct_value *slots_of(ct_value *self)
{
	return (ct_value *)self->object;
}

static void take(ct_value *place, ct_value *item)
{
	*place = *item;
	*item = ct_value_none();
}

ct_error ct_value_list_put(ct_value *self, ct_value *item, const char *function)
{
	CT_TRY(check_height(item, function));
	CT_TRY(make_room(self, 1, function));
	ct_value_grow_height(self, ct_value_height(item));
	take(&slots_of(self)[self->i++], item);
	return NULL;
}

ct_error ct_value_slot_replace(ct_value *self, int64_t i, ct_value *item, const char *function)
{
	ct_value *slot = &slots_of(self)[i];

	CT_TRY(check_height(item, function));
	ct_value_grow_height(self, ct_value_height(item));
	ct_value_free(slot);
	take(slot, item);
	return NULL;
}

ct_error ct_value_pair_add(ct_value *self, ct_value *key, ct_value *value, const char *function)
{
	ct_value *pair;

	CT_TRY(check_height(value, function));
	CT_TRY(make_room(self, 2, function));
	if (!ct_value_dict_index_ready(self))
		return ct_no_memory(function, "for a value");
	ct_value_grow_height(self, ct_value_height(key));
	ct_value_grow_height(self, ct_value_height(value));
	pair = &slots_of(self)[2 * self->i];
	take(&pair[0], key);
	take(&pair[1], value);
	ct_value_dict_index_add(self, self->i++);
	return NULL;
}

/* --- Attributes of ordered dicts -------------------------------------------------------------- */

const ct_value *ct_value_attributes_of(const ct_value *self)
{
	const struct ct_value_block *block = ct_value_block_of(self);

	/* Without any after an attempt to set the first one. */
	return block && block->attributes && block->attributes->i ? block->attributes : NULL;
}

ct_error ct_value_make_attributes(ct_value *self, const char *function)
{
	struct ct_value_block *block;

	CT_TRY(ct_value_make_block(self, function));
	block = ct_value_block_of(self);
	if (block->attributes)
		return NULL;
	block->attributes = malloc(sizeof *block->attributes);
	if (block->attributes == NULL)
		return ct_no_memory(function, "for a value");
	*block->attributes = ct_value_nest_new(CT_VALUE_DICT);
	return NULL;
}

ct_error ct_value_attributes_take(ct_value *self, ct_value *attributes, const char *function)
{
	CT_TRY(ct_value_make_attributes(self, function));
	*ct_value_block_of(self)->attributes = *attributes;
	ct_value_grow_height(self, ct_value_height(attributes));
	*attributes = ct_value_none();
	return NULL;
}
