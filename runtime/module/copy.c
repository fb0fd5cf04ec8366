/*
 * Deep copies: what is shared within a module is shared within its copy. As in Python, the memory of
 * a buffer is copied with all that is in it, once, so that buffers on the same memory are so in the
 * copy; a parameter gets memory of its own.
 */
#include <stdlib.h>
#include <string.h>

/* Without memory an element is not added: its table is NULL. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "module/module.h"

static const char *const function = CT_NAME_OF(ct_module_deepcopy);

/* An original and its copy, of which it has a reference. */
struct copied {
	const void *from;
	void *to;
	int kind; /* an enum ct_part_kind, or STORAGES */
	UT_hash_handle hh;
};

enum { STORAGES = CT_PART_KINDS };

static void copy_release(int kind, void *object)
{
	if (kind == STORAGES)
		ct_storage_free_unscoped(object);
	else
		ct_part_release((enum ct_part_kind)kind, object);
}

/* Takes `to` over. */
static ct_error remember(struct copied **all, const void *from, void *to, int kind)
{
	struct copied *one = malloc(sizeof *one);

	if (one == NULL) {
		copy_release(kind, to);
		return ct_no_memory(function, "for a copy");
	}
	*one = (struct copied){ .from = from, .to = to, .kind = kind };
	HASH_ADD_PTR(*all, from, one);
	if (one->hh.tbl)
		return NULL;
	free(one);
	copy_release(kind, to);
	return ct_no_memory(function, "for a copy");
}

static void copy_forget(struct copied **all)
{
	struct copied *one, *next;

	HASH_ITER (hh, *all, one, next) {
		HASH_DEL(*all, one);
		copy_release(one->kind, one->to);
		free(one);
	}
}

/* --- tensors ---------------------------------------------------------------------------------- */

/* The copy of the memory of a tensor, borrowed. */
static ct_error copy_storage(struct copied **all, const ct_tensor *of, ct_storage **result)
{
	ct_storage *from;
	struct copied *one;

	CT_TRY(ct_tensor_storage(of, &from)); /* as long as the tensor, the pointer is the same */
	HASH_FIND_PTR(*all, &from, one);
	if (one) {
		*result = one->to;
		return NULL;
	}
	CT_TRY(ct_storage_clone(from, result));
	ct_scope_disown_object(*result);
	return remember(all, from, *result, STORAGES);
}

/* Whether Python copies the tensor with its memory, and does not clone it. */
static bool has_memory(const ct_tensor *tensor)
{
	return ct_tensor_layout(tensor) == CT_STRIDED && !ct_tensor_is_nested(tensor) &&
	       ct_tensor_device(tensor).type != CT_DEVICE_TYPE_META &&
	       ct_tensor_device(tensor).type != CT_DEVICE_TYPE_MPS;
}

/* Bits that say what the numbers in memory mean; the numbers become what they mean. */
static ct_error resolve_bits(const ct_tensor *from, ct_tensor **copy)
{
	bool is_set;

	CT_TRY(ct_is_conj(from, &is_set));
	if (is_set)
		CT_TRY(ct_conj_physical(*copy, copy));
	CT_TRY(ct_is_neg(from, &is_set));
	return is_set ? ct_neg(*copy, copy) : NULL;
}

/* A tensor at the same place in the copy of its memory. */
static ct_error copy_with_memory(struct copied **all, const ct_tensor *from, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(from);
	ct_storage *storage;

	CT_TRY(copy_storage(all, from, &storage));
	if (ct_tensor_is_quantized(from))
		CT_TRY(ct_tensor_empty_like(from, NULL, result));
	else
		CT_TRY(ct_tensor_new_empty(from, CT_NO_INTS, NULL, result));
	CT_TRY(ct_tensor_set_storage(*result, storage, ct_tensor_storage_offset(from),
				     CT_INTS_OF(ct_tensor_shape(from), dim),
				     CT_INTS_OF(ct_tensor_strides(from), dim)));
	return resolve_bits(from, result);
}

static ct_error copy_elements(struct copied **all, const ct_tensor *from, enum ct_part_kind kind,
			      ct_tensor **result)
{
	if (ct_parameter_is_lazy(from))
		return ct_lazy_like(from, result);
	if (kind == CT_BUFFERS && has_memory(from))
		return copy_with_memory(all, from, result);
	/* Sparse tensors do not know CT_PRESERVE_FORMAT. */
	CT_TRY(ct_clone(from, kind == CT_BUFFERS ? CT_MEMORY_FORMAT_NONE : CT_PRESERVE_FORMAT,
			result));
	return ct_detach(*result, result);
}

static ct_error copy_tensor(struct copied **all, const ct_tensor *from, enum ct_part_kind kind,
			    ct_tensor **result);

/* Parameters are copied without their gradients, other tensors with them. */
static ct_error copy_grad(struct copied **all, const ct_tensor *from, enum ct_part_kind kind,
			  ct_tensor *to)
{
	ct_tensor *grad = NULL, *copy;

	if (kind == CT_BUFFERS && !ct_parameter_is_lazy(from))
		CT_TRY(ct_tensor_grad(from, &grad));
	if (grad == NULL)
		return NULL;
	CT_TRY(copy_tensor(all, grad, kind, &copy));
	return ct_tensor_set_grad(to, copy);
}

static ct_error copy_leaf(struct copied **all, const ct_tensor *from, enum ct_part_kind kind,
			  ct_tensor **result)
{
	ct_tensor *copy;

	CT_OWN_SCOPE(function);
	CT_TRY(copy_elements(all, from, kind, &copy));
	CT_TRY(ct_tensor_set_requires_grad(copy, ct_tensor_requires_grad(from)));
	CT_TRY(copy_grad(all, from, kind, copy));
	ct_scope_disown(copy);
	*result = copy;
	return NULL;
}

static ct_error copy_tensor(struct copied **all, const ct_tensor *from, enum ct_part_kind kind,
			    ct_tensor **result)
{
	if (!ct_tensor_is_leaf(from))
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "Only Tensors created explicitly by the user (graph leaves) "
				    "support the deepcopy protocol at the moment.  If you were "
				    "attempting to deepcopy a module, this may be because of a "
				    "torch.nn.utils.weight_norm usage, see "
				    "https://github.com/pytorch/pytorch/pull/103001");
	CT_TRY(copy_leaf(all, from, kind, result));
	return remember(all, from, *result, kind);
}

/* --- modules ---------------------------------------------------------------------------------- */

static ct_error copy_module(struct copied **all, const ct_module *from, ct_module **result);

/* A copy of an object, the same one each time; borrowed. */
static ct_error copy_object(struct copied **all, const void *from, enum ct_part_kind kind,
			    void **result)
{
	struct copied *one;
	ct_module *module = NULL;
	ct_tensor *tensor = NULL;

	HASH_FIND_PTR(*all, &from, one);
	if (one) {
		*result = one->to;
		return NULL;
	}
	if (kind == CT_CHILDREN) {
		CT_TRY(copy_module(all, from, &module));
		*result = module;
		return NULL;
	}
	CT_TRY(copy_tensor(all, from, kind, &tensor));
	*result = tensor;
	return NULL;
}

static ct_error copy_part(struct copied **all, ct_module *to, enum ct_part_kind kind,
			  const struct ct_part *part)
{
	ct_tensor *tensor = NULL;
	void *copy = NULL;
	void *field = part->field == CT_NO_FIELD ? NULL : to->data + part->field;

	if (part->object)
		CT_TRY(copy_object(all, part->object, kind, &copy));
	if (kind == CT_CHILDREN)
		return ct_module_add_module(to, part->name, copy, field);
	tensor = copy;
	return kind == CT_PARAMETERS ? ct_module_register_parameter(to, part->name, tensor, field)
				     : ct_module_register_buffer(to, part->name, tensor,
								 part->is_persistent, field);
}

static ct_error copy_parts(struct copied **all, const ct_module *from, ct_module *to)
{
	for (int kind = 0; kind < CT_PART_KINDS; kind++)
		for (uint32_t i = 0; i < from->parts[kind].len; i++)
			CT_TRY(copy_part(all, to, (enum ct_part_kind)kind,
					 &from->parts[kind].at[i]));
	return NULL;
}

/* The class of a copy that failed: its data is not complete, so `release` must not see it. */
static const ct_module_class incomplete = { .name = "incomplete copy" };

static ct_error fill(struct copied **all, const ct_module *from, ct_module *to)
{
	memcpy(to->data, from->data, from->klass->size);
	to->is_training = from->is_training;
	CT_TRY(copy_parts(all, from, to));
	if (!ct_module_hooks_copy(from->hooks, &to->hooks))
		return ct_no_memory(function, "for a copy");
	return from->klass->copy ? from->klass->copy(to->data, from->data) : NULL;
}

static ct_error copy_module(struct copied **all, const ct_module *from, ct_module **result)
{
	ct_module *to = ct_module_alloc(from->klass);
	ct_error error;

	if (to == NULL)
		return ct_no_memory(function, "for a copy");
	to->klass = &incomplete;
	CT_TRY(remember(all, from, to, CT_CHILDREN));
	to->klass = from->klass;
	error = fill(all, from, to);
	if (error)
		to->klass = &incomplete;
	else
		*result = to;
	return error;
}

ct_error ct_module_deepcopy(const ct_module *self, ct_module **result)
{
	struct copied *all = NULL;
	struct ct_visits visits;
	ct_module *copy = NULL;
	ct_error error = NULL;

	CT_MODULE_CHECK(self);
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (result) must not be NULL");
	/* Refuses what is nested too deep for the stack. */
	CT_TRY(ct_visits_make(self, "", false, __func__, &visits));
	ct_visits_free(&visits);
	CT_NO_GRAD error = copy_module(&all, self, &copy);
	if (error == NULL)
		error = ct_module_give(ct_module_share(copy), __func__, result);
	copy_forget(&all);
	return error;
}
