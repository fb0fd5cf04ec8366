/*
 * Copies of values that hold no others.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

/* If there is no memory, a tensor is not noted as copied, and may be copied again. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "core/base/impl.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "core/memory/counted.h"
#include "operators/value/leaf.h"

struct ct_copied_tensor {
	const ct_tensor *from;
	ct_tensor *to; /* in the copy, which lives as long as the copying does */
	UT_hash_handle hh;
};

/* Another handle on the tensor, which no scope owns. */
static ct_tensor *keep_unscoped(const ct_tensor *tensor)
{
	ct_tensor *kept = ct_tensor_retain(tensor);

	ct_scope_disown(kept);
	return kept;
}

static void note_copied(struct ct_leaf_copying *copying, const ct_tensor *from, ct_tensor *to)
{
	struct ct_copied_tensor *copied = calloc(1, sizeof *copied);

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
	ct_scope_disown(clone);
	*result = clone;
	return NULL;
}

static ct_error clone_tensor(const ct_tensor *tensor, struct ct_leaf_copying *copying,
			     ct_tensor **result)
{
	struct ct_copied_tensor *copied;

	HASH_FIND_PTR(copying->tensors, &tensor, copied);
	if (copied) {
		*result = keep_unscoped(copied->to);
		return *result ? NULL : ct_no_memory(copying->function, "for a value");
	}
	if (!ct_tensor_is_leaf(tensor))
		return ct_error_new(CT_ERROR_RUNTIME, copying->function,
				    "Only Tensors created explicitly by the user (graph leaves) "
				    "support the deepcopy protocol at the moment; detach it first");
	CT_TRY(clone_leaf(tensor, result));
	note_copied(copying, tensor, *result);
	return NULL;
}

static ct_error copy_tensor(const ct_tensor *tensor, struct ct_leaf_copying *copying,
			    ct_tensor **result)
{
	*result = NULL;
	if (tensor == NULL)
		return NULL;
	CT_TRY(ct_check_given(tensor, copying->function));
	if (copying->deep)
		return clone_tensor(tensor, copying, result);
	*result = keep_unscoped(tensor);
	return *result ? NULL : ct_no_memory(copying->function, "for a value");
}

static ct_error copy_tensors(const ct_value *self, struct ct_leaf_copying *copying, void **result)
{
	ct_tensor *const *from = self->object;
	ct_tensor **to = ct_array_new(self->i + 1, sizeof *to);
	ct_value copy = ct_value_tensors(CT_TENSORS_OF(to, self->i));
	ct_error error = NULL;

	if (to == NULL)
		return ct_no_memory(copying->function, "for a value");
	for (int64_t i = 0; i < self->i && error == NULL; i++)
		error = copy_tensor(from[i], copying, &to[i]);
	copy.flags = CT_VALUE_OWNED;
	if (error)
		ct_value_free(&copy);
	else
		*result = to;
	return error;
}

static ct_error copy_bytes(const void *from, size_t size, struct ct_leaf_copying *copying,
			   void **result)
{
	/* A text from a language without NUL terminators may lack its NUL. */
	char *copy = malloc(size + 1);

	if (copy == NULL)
		return ct_no_memory(copying->function, "for a value");
	if (size > 0)
		memcpy(copy, from, size);
	copy[size] = '\0';
	*result = copy;
	return NULL;
}

/* NULL: no memory. */
static void *keep_object(const ct_value *self)
{
	switch (self->kind) {
	case CT_VALUE_GENERATOR:
	case CT_VALUE_STORAGE:
		return ct_object_reference(self->object);
	case CT_VALUE_FOREIGN:
		return ct_counted_share(self->object);
	default:
		return ct_value_object_keep(self->object);
	}
}

/* The `object` of the copy of a value that is not a nest. */
static ct_error copy_object(const ct_value *self, struct ct_leaf_copying *copying, void **result)
{
	size_t n = (size_t)self->i;

	switch (self->kind) {
	case CT_VALUE_STRING:
	case CT_VALUE_BYTES:
	case CT_VALUE_BOOLS:
	case CT_VALUE_BIG_INT:
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
		return *result ? NULL : ct_no_memory(copying->function, "for a value");
	}
}

static bool has_object(const ct_value *self)
{
	switch (self->kind) {
	case CT_VALUE_STRING:
	case CT_VALUE_BYTES:
	case CT_VALUE_BIG_INT:
	case CT_VALUE_TENSOR:
	case CT_VALUE_GENERATOR:
	case CT_VALUE_STORAGE:
	case CT_VALUE_OBJECT:
	case CT_VALUE_FOREIGN:
		return true;
	default:
		return ct_value_is_sequence(self);
	}
}

ct_error ct_value_copy_leaf(const ct_value *self, struct ct_leaf_copying *copying, ct_value *result)
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

void ct_forget_copied(struct ct_leaf_copying *copying)
{
	struct ct_copied_tensor *copied, *next;

	HASH_ITER (hh, copying->tensors, copied, next) {
		HASH_DEL(copying->tensors, copied);
		free(copied);
	}
}
