/*
 * Modules: making them, counting references, releasing.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"
#include "module/checked.h"
#include "module/module.h"

/* --- references ------------------------------------------------------------------------------- */

ct_module *ct_module_share(const ct_module *self)
{
	ct_module *shared = (ct_module *)self;

	if (shared)
		atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
	return shared;
}

static bool is_last(ct_module *self)
{
	return atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) == 1;
}

/* Puts the children that only this module had on a list, so that a deep tree needs no stack. */
static void drop_children(struct ct_parts *children, ct_module **dead)
{
	for (uint32_t i = 0; i < children->len; i++) {
		ct_module *child = children->at[i].object;

		ct_module_note_contained(child, -1);
		if (child && is_last(child)) {
			child->next = *dead;
			*dead = child;
		}
		children->at[i].object = NULL;
	}
}

static void parts_free(struct ct_parts *parts, enum ct_part_kind kind)
{
	for (uint32_t i = 0; i < parts->len; i++) {
		free(parts->at[i].name);
		ct_part_release(kind, parts->at[i].object);
	}
	free(parts->at);
	*parts = (struct ct_parts){ 0 };
}

static void release_one(ct_module *self, ct_module **dead, struct ct_origin by)
{
	if (self->klass->release)
		self->klass->release(self->data);
	ct_module_hooks_free(self->hooks);
	drop_children(&self->parts[CT_CHILDREN], dead);
	for (int kind = 0; kind < CT_PART_KINDS; kind++)
		parts_free(&self->parts[kind], (enum ct_part_kind)kind);
	self->magic = CT_MODULE_RELEASED;
	ct_module_note_released(self, by);
	free(self);
}

void ct_module_drop(ct_module *self, struct ct_origin by)
{
	ct_module *dead = NULL;

	if (self == NULL || !is_last(self))
		return;
	self->next = NULL;
	for (dead = self; dead;) {
		self = dead;
		dead = self->next;
		release_one(self, &dead, by);
	}
}

void ct_part_release(enum ct_part_kind kind, void *object)
{
	if (kind == CT_CHILDREN)
		ct_module_drop(object, (struct ct_origin){ "the module that had it", NULL });
	else
		ct_tensor_free_unscoped(object);
}

void ct_module_free_unscoped(ct_module *self)
{
	if (self == NULL)
		return;
	if (CT_CHECKED)
		ct_modules_freed(self, self->references, CT_HERE);
	ct_module_drop(self, CT_HERE);
}

static void release_from_scope(void *self)
{
	ct_module_drop(self, (struct ct_origin){ "the end of its scope", NULL });
}

void ct_module_free(ct_module *self)
{
	if (self == NULL)
		return;
	ct_module_check_argument(self, CT_HERE);
	if (!ct_scope_disown_object(self) && CT_CHECKED)
		ct_modules_freed(self, self->references, CT_HERE);
	ct_module_drop(self, CT_HERE);
}

ct_error ct_module_give(ct_module *self, const char *function, ct_module **result)
{
	if (self &&
	    (!ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_own_object(release_from_scope, self))) {
		*result = self;
		return NULL;
	}
	ct_module_drop(self, (struct ct_origin){ function, NULL });
	return ct_no_memory(function, "for a module");
}

ct_module *ct_module_retain(const ct_module *self)
{
	ct_module *result = NULL;

	ct_module_check_argument(self, CT_HERE);
	if (self)
		ct_error_free(ct_module_give(ct_module_share(self), __func__, &result));
	return result;
}

/* --- making ----------------------------------------------------------------------------------- */

ct_module *ct_module_alloc(const ct_module_class *klass)
{
	ct_module *self = calloc(1, sizeof *self + klass->size);

	if (self == NULL)
		return NULL;
	self->klass = klass;
	self->references = 1;
	self->is_training = true;
	self->magic = CT_MODULE_LIVES;
	self->self = self;
	if (ct_module_note_made(self))
		return self;
	free(self);
	return NULL;
}

ct_error ct_module_new(const ct_module_class *module_class, ct_module **result)
{
	if (module_class == NULL || module_class->name == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (module_class): name must not be NULL or empty");
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (result) must not be NULL");
	return ct_module_give(ct_module_alloc(module_class), __func__, result);
}

/* --- reading ---------------------------------------------------------------------------------- */

void *ct_module_data(const ct_module *self)
{
	ct_module_check_argument(self, CT_HERE);
	return self ? (void *)self->data : NULL;
}

/* In a checked build, also of data that was released. */
ct_module *ct_module_of(const void *data)
{
	ct_module *module = data ? ((ct_module *const *)data)[-1] : NULL;

	ct_module_check_argument(module, CT_HERE);
	return module;
}

const ct_module_class *ct_module_class_of(const ct_module *self)
{
	ct_module_check_argument(self, CT_HERE);
	return self ? self->klass : NULL;
}

bool ct_module_is_training(const ct_module *self)
{
	ct_module_check_argument(self, CT_HERE);
	return self && self->is_training;
}
