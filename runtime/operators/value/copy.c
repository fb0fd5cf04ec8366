/*
 * Values: copying.
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>

#include "operators/value/copy.h"
#include "core/base/no_memory.h"
#include "operators/value/grow.h"
#include "operators/value/leaf.h"

/* A nest that is being copied. */
struct copied_nest {
	const ct_value *from;
	int64_t next; /* its next item or pair; after the last one its attributes, if it has any */
	ct_value to;
};

struct copying {
	struct ct_leaf_copying leaves;

	/* The nests that the next value is in, the outermost first. */
	struct copied_nest *nests;
	int32_t depth, room;
};

static ct_error enter_nest(const ct_value *nest, struct copying *copying)
{
	void *nests = copying->nests;
	struct copied_nest *in;

	if (!ct_value_make_room(&nests, &copying->room, copying->depth, sizeof(struct copied_nest)))
		return ct_no_memory(copying->leaves.function, "for a value");
	copying->nests = nests;
	in = &copying->nests[copying->depth++];
	*in = (struct copied_nest){ nest, 0, ct_value_nest_new(nest->kind) };
	in->to.flags |= nest->flags & (CT_VALUE_ORDERED | CT_VALUE_COUNTER);
	return NULL;
}

static struct copied_nest *innermost(const struct copying *copying)
{
	return &copying->nests[copying->depth - 1];
}

/* A key of the caller's array may be anything. */
static ct_error put_pair(ct_value *to, const ct_value *key, ct_value *value, const char *function)
{
	ct_value own_key;
	ct_error error;

	CT_TRY(ct_value_check_key(to, key, function));
	CT_TRY(ct_value_copy_for(key, function, &own_key));
	error = ct_value_pair_add(to, &own_key, value, function);
	ct_value_free(&own_key);
	return error;
}

/* Adds the copy of the last item to the innermost nest, or gives it to the caller if there is
 * none. */
static ct_error put_copy(ct_value *copy, struct copying *copying, ct_value *result)
{
	struct copied_nest *in;
	ct_error error;

	if (copying->depth == 0) {
		*result = *copy;
		return NULL;
	}
	in = innermost(copying);
	if (in->next > in->from->i)
		error = ct_value_attributes_take(&in->to, copy, copying->leaves.function);
	else if (ct_value_has_pairs(in->from))
		error = put_pair(&in->to, ct_value_slot(in->from, 2 * in->next - 2), copy,
				 copying->leaves.function);
	else
		error = ct_value_list_put(&in->to, copy, copying->leaves.function);
	ct_value_free(copy);
	return error;
}

/* NULL for the value of a repeated key: the first pair with a key counts. That of an item of a set
 * is None, whatever the caller's array has in its place. */
static const ct_value *next_item(struct copied_nest *in)
{
	static const ct_value none = { .kind = CT_VALUE_NONE, .device.type = CT_DEVICE_TYPE_NONE };
	const ct_value *key;

	if (in->next == in->from->i) {
		in->next++;
		return ct_value_attributes_of(in->from);
	}
	if (!ct_value_has_pairs(in->from))
		return ct_value_slot(in->from, in->next++);
	key = ct_value_slot(in->from, 2 * in->next++);
	if (ct_value_fault(key) == NULL && ct_value_can_be_key(key) &&
	    ct_value_dict_find(&in->to, key) >= 0)
		return NULL;
	return in->from->kind == CT_VALUE_SET ? &none : key + 1;
}

static bool has_next(const struct copied_nest *in)
{
	return in->next < in->from->i ||
	       (in->next == in->from->i && ct_value_attributes_of(in->from));
}

static ct_error copy_item(const ct_value *item, struct copying *copying, ct_value *result)
{
	const char *fault = ct_value_fault(item);
	ct_value copy;

	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, copying->leaves.function,
				    "invalid value: %s", fault);
	if (copying->depth > CT_VALUE_MAX_DEPTH)
		return ct_value_too_deep(copying->leaves.function);
	if (ct_value_is_nest(item))
		return enter_nest(item, copying);
	CT_TRY(ct_value_copy_leaf(item, &copying->leaves, &copy));
	return put_copy(&copy, copying, result);
}

/* The next step in the innermost nest. */
static ct_error copy_next(struct copying *copying, ct_value *result)
{
	struct copied_nest *in = innermost(copying);
	const ct_value *item;
	ct_value copy;

	if (has_next(in)) {
		item = next_item(in);
		return item ? copy_item(item, copying, result) : NULL;
	}
	copy = in->to;
	copying->depth--;
	return put_copy(&copy, copying, result);
}

static void leave_nests(struct copying *copying)
{
	while (copying->depth > 0)
		ct_value_free(&copying->nests[--copying->depth].to);
	free(copying->nests);
}

static ct_error copy_value(const ct_value *self, struct copying *copying, ct_value *result)
{
	ct_error error = copy_item(self, copying, result);

	while (error == NULL && copying->depth > 0)
		error = copy_next(copying, result);
	leave_nests(copying);
	return error;
}

ct_error ct_value_copy_for(const ct_value *self, const char *function, ct_value *result)
{
	struct copying copying = { .leaves = { .function = function } };

	return copy_value(self, &copying, result);
}

ct_error ct_value_copy(const ct_value *self, ct_value *result)
{
	ct_value borrowed = ct_value_borrow(self), copy;

	CT_TRY(ct_value_copy_for(&borrowed, __func__, &copy));
	if (result)
		*result = copy;
	else
		ct_value_free(&copy);
	return NULL;
}

ct_error ct_value_deepcopy(const ct_value *self, ct_value *result)
{
	struct copying copying = { .leaves = { .function = __func__, .deep = true } };
	ct_value borrowed = ct_value_borrow(self), copy;
	ct_error error = copy_value(&borrowed, &copying, &copy);

	ct_forget_copied(&copying.leaves);
	if (error)
		return error;
	if (result)
		*result = copy;
	else
		ct_value_free(&copy);
	return NULL;
}
