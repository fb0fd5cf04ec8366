/*
 * Deep copies: what is shared within a module is shared within its copy.
 */
#include <stdlib.h>
#include <string.h>

/* Without memory an element is not added: its table is NULL. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
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
	enum ct_part_kind kind;
	UT_hash_handle hh;
};

/* Takes `to` over. */
static ct_error remember(struct copied **all, const void *from, void *to, enum ct_part_kind kind)
{
	struct copied *one = malloc(sizeof *one);

	if (one == NULL) {
		ct_part_release(kind, to);
		return ct_no_memory(function, "for a copy");
	}
	*one = (struct copied){ .from = from, .to = to, .kind = kind };
	HASH_ADD_PTR(*all, from, one);
	if (one->hh.tbl)
		return NULL;
	free(one);
	ct_part_release(kind, to);
	return ct_no_memory(function, "for a copy");
}

static void copy_forget(struct copied **all)
{
	struct copied *one, *next;

	HASH_ITER (hh, *all, one, next) {
		HASH_DEL(*all, one);
		ct_part_release(one->kind, one->to);
		free(one);
	}
}

/* --- tensors ---------------------------------------------------------------------------------- */

static ct_error clone(const ct_tensor *from, bool requires_grad, ct_tensor **result)
{
	ct_tensor *copy;

	CT_OWN_SCOPE(function);
	if (ct_parameter_is_lazy(from)) {
		CT_TRY(ct_lazy_like(from, &copy));
	} else {
		CT_TRY(ct_clone(from, CT_PRESERVE_FORMAT, &copy));
		CT_TRY(ct_detach(copy, &copy));
	}
	CT_TRY(ct_tensor_set_requires_grad(copy, requires_grad));
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
	CT_TRY(clone(from, ct_tensor_requires_grad(from), result));
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
