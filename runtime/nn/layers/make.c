/*
 * Making modules of torch.nn's classes: each keeps a copy of its arguments, which its copies share.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>

#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "nn/layers/class.h"

/* --- what all classes share ------------------------------------------------------------------- */

ct_error ct_nn_copy(void *self, const void *other)
{
	const struct ct_nn_head *head = self;
	ct_error error = NULL;

	if (head->klass->code->copy)
		error = head->klass->code->copy(self, other);
	if (error == NULL)
		ct_class_own_again(head->args);
	return error;
}

void ct_nn_release(void *self)
{
	const struct ct_nn_head *head = self;

	if (head->klass == NULL)
		return;
	if (head->klass->code->release)
		head->klass->code->release(self);
	ct_class_disown(&head->klass->of, head->args);
}

ct_error ct_nn_become(void *self, const char *class_name, const void *args)
{
	const struct ct_nn_class *klass = ct_nn_class_find(class_name);
	struct ct_nn_head *head = self;
	const void *copy = klass ? ct_class_own(&klass->of, args, 0) : NULL;

	if (copy == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, class_name, "no memory for a module");
	ct_class_disown(&head->klass->of, head->args);
	head->klass = klass;
	head->args = copy;
	ct_module_of(self)->klass = &klass->code->module;
	return NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error make_typed(const void *klass, const void *args, void **result);

static const struct ct_class_text texts[] = { { "forward", offsetof(struct ct_nn_class, forward) },
					      { 0 } };

const struct ct_class_table ct_nn_table = {
	.module = "torch.nn",
	.lister = CT_NAME_OF(ct_nn_list_classes),
	.classes = ct_nn_classes,
	.len = &ct_nn_classes_len,
	.size = sizeof *ct_nn_classes,
	.texts = texts,
	.make = make_typed,
};

const struct ct_nn_class *ct_nn_class_find(const char *name)
{
	return ct_class_find(&ct_nn_table, name);
}

static ct_error make(const struct ct_nn_class *klass, const void *args, ct_module **result)
{
	ct_module *module;
	struct ct_nn_head *head;

	CT_OWN_SCOPE(klass->of.name);
	CT_TRY(ct_module_new(&klass->code->module, &module));
	head = ct_module_data(module);
	head->args = ct_class_own(&klass->of, args, 0);
	if (head->args == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, klass->of.name,
				    "no memory for a module");
	head->klass = klass;
	if (klass->code->init)
		CT_TRY(klass->code->init(head));
	*result = ct_module_share(module);
	return NULL;
}

ct_error ct_nn_class_make(const struct ct_nn_class *klass, const void *args, ct_module **result)
{
	ct_module *module = NULL;

	CT_TRY(make(klass, args, &module));
	return ct_module_give(module, klass->of.name, result);
}

static ct_error make_typed(const void *klass, const void *args, void **result)
{
	ct_module *made;

	CT_TRY(ct_nn_class_make(klass, args, &made));
	*result = made;
	return NULL;
}

ct_module *ct_nn_new_(const char *class_name, const void *args, size_t size, const char *file,
		      int line, const char *function)
{
	return ct_class_make_at(&ct_nn_table, class_name, args, size, file, line, function);
}

/* --- without initial values ------------------------------------------------------------------- */

/* On the device "meta" nothing is drawn; then the parts move to the one that was wanted. */
static ct_error make_on_meta(const char *class_name, char *args, size_t size, ct_device *device,
			     ct_module **result)
{
	ct_device wanted = device->type ? *device : CT_DEVICE_CPU;
	void *module;

	*device = CT_DEVICE(CT_DEVICE_TYPE_META, -1);
	CT_OWN_SCOPE(class_name);
	CT_TRY(ct_class_make(&ct_nn_table, class_name, args, size, &module));
	CT_TRY(ct_module_to_empty(module, wanted));
	ct_scope_move_object_up(module);
	*result = module;
	return NULL;
}

static ct_error skip_init(const char *class_name, const void *args, size_t size, ct_module **result)
{
	const struct ct_nn_class *klass = ct_nn_class_find(class_name);
	char *copy;
	ct_error error;

	for (size_t i = 0; klass && klass->of.size == size && i < klass->of.arguments_len; i++) {
		if (klass->of.arguments[i].held != CT_HELD_DEVICE)
			continue;
		copy = malloc(size);
		if (copy == NULL)
			return ct_error_new(CT_ERROR_OUT_OF_MEMORY, class_name,
					    "no memory for arguments");
		memcpy(copy, args, size);
		error = make_on_meta(class_name, copy, size,
				     (ct_device *)(copy + klass->of.arguments[i].offset), result);
		free(copy);
		return error;
	}
	return ct_error_new(CT_ERROR_RUNTIME, class_name,
			    "Module must support a 'device' arg to skip initialization");
}

ct_module *ct_nn_skip_init_(const char *class_name, const void *args, size_t size, const char *file,
			    int line, const char *function)
{
	ct_module *result = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = skip_init(class_name, args, size, &result);
	if (error)
		ct_expression_note(error, file, line, function);
	return result;
}
