/*
 * Releasing and copying owning values.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd.h>
#include <ctorch/generator.h>
#include <ctorch/ops.h>
#include <ctorch/scope.h>
#include <ctorch/storage.h>
#include <ctorch/tensor.h>

/* Without memory a copied tensor is not recorded, and is copied a second time. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "memory/checked.h"
#include "operators/values_build.h"

/* --- Released -------------------------------------------------------------------------------- */

/* A nest that is being freed, in the place of its block, so that freeing needs no memory and no
 * recursion. */
struct freed_nest {
	struct freed_nest *around; /* the one that it is in */
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

/* --- Copied ---------------------------------------------------------------------------------- */

struct copied_tensor {
	const ct_tensor *from;
	ct_tensor *to; /* in the copy, which lives as long as the copying does */
	UT_hash_handle hh;
};

/* A nest that is being copied. */
struct copied_nest {
	const ct_value *from;
	int64_t next; /* its next item or pair */
	ct_value to;
};

struct copying {
	const char *function;
	bool deep;
	struct copied_tensor *tensors; /* for a deep copy: those copied so far */

	/* The nests around the next value, the outermost first. */
	struct copied_nest *nests;
	int32_t depth, room;
};

static ct_error no_memory(const struct copying *copying)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, copying->function, "no memory for a value");
}

/* Another handle on the tensor, which no scope owns. */
static ct_tensor *keep_unscoped(const ct_tensor *tensor)
{
	ct_tensor *kept = ct_tensor_keep(tensor);

	ct_scope_keep(kept);
	return kept;
}

static void note_copied(struct copying *copying, const ct_tensor *from, ct_tensor *to)
{
	struct copied_tensor *copied = calloc(1, sizeof *copied);

	if (copied == NULL)
		return;
	copied->from = from;
	copied->to = to;
	HASH_ADD_PTR(copying->tensors, from, copied);
	if (copied->hh.tbl == NULL)
		free(copied);
}

static ct_error clone_data(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *detached;
	ct_error error;

	CT_TRY(ct_detach(tensor, &detached));
	error = ct_clone(detached, CT_MEMORY_FORMAT_NONE, result);
	ct_tensor_free(detached);
	return error;
}

/* The gradient is copied with the tensor, as in Python. */
static ct_error clone_grad(const ct_tensor *tensor, ct_tensor *clone)
{
	ct_tensor *grad, *grad_clone;
	ct_error error;

	if (!ct_tensor_is_leaf(tensor))
		return NULL;
	CT_TRY(ct_tensor_grad(tensor, &grad));
	if (grad == NULL)
		return NULL;
	error = clone_data(grad, &grad_clone);
	ct_tensor_free(grad);
	if (error)
		return error;
	error = ct_tensor_set_grad(clone, grad_clone);
	ct_tensor_free(grad_clone);
	return error;
}

static ct_error clone_leaf(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *clone;
	ct_error error;

	CT_TRY(clone_data(tensor, &clone));
	error = ct_tensor_set_requires_grad(clone, ct_tensor_requires_grad(tensor));
	if (error == NULL)
		error = clone_grad(tensor, clone);
	if (error) {
		ct_tensor_free(clone);
		return error;
	}
	ct_scope_keep(clone);
	*result = clone;
	return NULL;
}

static ct_error clone_tensor(const ct_tensor *tensor, struct copying *copying, ct_tensor **result)
{
	struct copied_tensor *copied;

	HASH_FIND_PTR(copying->tensors, &tensor, copied);
	if (copied) {
		*result = keep_unscoped(copied->to);
		return *result ? NULL : no_memory(copying);
	}
	if (!ct_tensor_is_leaf(tensor))
		return ct_error_new(CT_ERROR_RUNTIME, copying->function,
				    "Only Tensors created explicitly by the user (graph leaves) "
				    "support the deepcopy protocol at the moment; detach it first");
	CT_TRY(clone_leaf(tensor, result));
	note_copied(copying, tensor, *result);
	return NULL;
}

static ct_error copy_tensor(const ct_tensor *tensor, struct copying *copying, ct_tensor **result)
{
	*result = NULL;
	if (tensor == NULL)
		return NULL;
	CT_TRY(ct_check_given(tensor, copying->function));
	if (copying->deep)
		return clone_tensor(tensor, copying, result);
	*result = keep_unscoped(tensor);
	return *result ? NULL : no_memory(copying);
}

static ct_error copy_tensors(const ct_value *self, struct copying *copying, void **result)
{
	ct_tensor *const *from = self->object;
	ct_tensor **to = calloc((size_t)self->i + 1, sizeof *to);
	ct_value copy = ct_value_tensors(to, self->i);
	ct_error error = NULL;

	if (to == NULL)
		return no_memory(copying);
	for (int64_t i = 0; i < self->i && error == NULL; i++)
		error = copy_tensor(from[i], copying, &to[i]);
	if (error)
		free_tensors(&copy);
	else
		*result = to;
	return error;
}

static ct_error copy_bytes(const void *from, size_t size, struct copying *copying, void **result)
{
	/* A text's NUL may be missing if it came from a language without NULs. */
	char *copy = malloc(size + 1);

	if (copy == NULL)
		return no_memory(copying);
	if (size > 0)
		memcpy(copy, from, size);
	copy[size] = '\0';
	*result = copy;
	return NULL;
}

/* NULL for no memory. */
static void *keep_object(const ct_value *self)
{
	switch (self->kind) {
	case CT_VALUE_GENERATOR:
		return ct_generator_keep(self->object);
	case CT_VALUE_STORAGE:
		return ct_storage_keep(self->object);
	default:
		return ct_value_object_keep(self->object);
	}
}

/* The copy's `object`, for a value that is not a nest. */
static ct_error copy_object(const ct_value *self, struct copying *copying, void **result)
{
	size_t n = (size_t)self->i;

	switch (self->kind) {
	case CT_VALUE_STRING:
	case CT_VALUE_BOOLS:
		return copy_bytes(self->object, n, copying, result);
	case CT_VALUE_INTS:
		return copy_bytes(self->object, n * sizeof(int64_t), copying, result);
	case CT_VALUE_FLOATS:
		return copy_bytes(self->object, n * sizeof(double), copying, result);
	case CT_VALUE_TENSORS:
		return copy_tensors(self, copying, result);
	case CT_VALUE_TENSOR: {
		ct_tensor *tensor;

		CT_TRY(copy_tensor(self->object, copying, &tensor));
		*result = tensor;
		return NULL;
	}
	default:
		*result = keep_object(self);
		return *result ? NULL : no_memory(copying);
	}
}

static bool has_object(const ct_value *self)
{
	switch (self->kind) {
	case CT_VALUE_STRING:
	case CT_VALUE_TENSOR:
	case CT_VALUE_GENERATOR:
	case CT_VALUE_STORAGE:
	case CT_VALUE_OBJECT:
		return true;
	default:
		return ct_value_is_sequence(self);
	}
}

static ct_error copy_leaf(const ct_value *self, struct copying *copying, ct_value *result)
{
	ct_value copy = *self;
	void *object;

	copy.flags = 0;
	if (has_object(self)) {
		CT_TRY(copy_object(self, copying, &object));
		copy.object = object;
		copy.flags = CT_VALUE_OWNED;
	}
	*result = copy;
	return NULL;
}

static ct_error enter_nest(const ct_value *nest, struct copying *copying)
{
	void *nests = copying->nests;

	if (!ct_value_make_room(&nests, &copying->room, copying->depth, sizeof(struct copied_nest)))
		return no_memory(copying);
	copying->nests = nests;
	copying->nests[copying->depth++] = (struct copied_nest){ nest, 0,
								 ct_value_nest_new(nest->kind) };
	return NULL;
}

static struct copied_nest *innermost(const struct copying *copying)
{
	return &copying->nests[copying->depth - 1];
}

/* Adds the copy of the last item, or returns it to the caller if there is no nest. */
static ct_error put_copy(ct_value *copy, struct copying *copying, ct_value *result)
{
	struct copied_nest *in;
	ct_error error;

	if (copying->depth == 0) {
		*result = *copy;
		return NULL;
	}
	in = innermost(copying);
	if (in->from->kind == CT_VALUE_DICT)
		error = ct_value_dict_put(&in->to, ct_value_slot(in->from, 2 * in->next - 2), copy,
					  copying->function);
	else
		error = ct_value_list_put(&in->to, copy, copying->function);
	ct_value_free(copy);
	return error;
}

/* NULL for the value of an earlier key: of two with the same key, the first counts. */
static const ct_value *next_item(struct copied_nest *in)
{
	const ct_value *key;

	if (in->from->kind != CT_VALUE_DICT)
		return ct_value_slot(in->from, in->next++);
	key = ct_value_slot(in->from, 2 * in->next++);
	if (ct_value_fault(key) == NULL && ct_value_can_be_key(key) &&
	    ct_value_dict_find(&in->to, key) >= 0)
		return NULL;
	return key + 1;
}

static ct_error copy_item(const ct_value *item, struct copying *copying, ct_value *result)
{
	const char *fault = ct_value_fault(item);
	ct_value copy;

	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, copying->function, "there is %s", fault);
	if (copying->depth > CT_VALUE_MAX_DEPTH)
		return ct_value_too_deep(copying->function);
	if (ct_value_is_nest(item))
		return enter_nest(item, copying);
	CT_TRY(copy_leaf(item, copying, &copy));
	return put_copy(&copy, copying, result);
}

/* The next step in the innermost nest. */
static ct_error copy_next(struct copying *copying, ct_value *result)
{
	struct copied_nest *in = innermost(copying);
	const ct_value *item;
	ct_value copy;

	if (in->next < in->from->i) {
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

static void forget_copied(struct copying *copying)
{
	struct copied_tensor *copied, *next;

	HASH_ITER (hh, copying->tensors, copied, next) {
		HASH_DEL(copying->tensors, copied);
		free(copied);
	}
}

ct_error ct_value_copy_for(const ct_value *self, const char *function, ct_value *result)
{
	struct copying copying = { .function = function };

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
	struct copying copying = { .function = __func__, .deep = true };
	ct_value borrowed = ct_value_borrow(self), copy;
	ct_error error = copy_value(&borrowed, &copying, &copy);

	forget_copied(&copying);
	if (error)
		return error;
	if (result)
		*result = copy;
	else
		ct_value_free(&copy);
	return NULL;
}
