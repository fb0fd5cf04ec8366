/*
 * Making modules of torch.nn's classes: each keeps a copy of its arguments, which its copies share.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "memory/own_scope.h"
#include "module/module.h"
#include "nn/class.h"

/* --- arguments -------------------------------------------------------------------------------- */

/* A struct of arguments, and behind it the lists and texts that it points to. */
struct block {
	atomic_int references;
	_Alignas(16) char args[];
};

static struct block *block_of(const void *args)
{
	return (struct block *)((char *)args - offsetof(struct block, args));
}

/* The bytes that an argument points to. All pointers are the first member of what holds them. */
static size_t pointed_size(const struct ct_argument *argument, const char *at)
{
	const ct_ints *list = (const ct_ints *)at;
	const char *const *text = (const char *const *)at;

	switch (argument->held) {
	case CT_HELD_STRING:
		return *text ? strlen(*text) + 1 : 0;
	case CT_HELD_INTS:
	case CT_HELD_OPTIONAL_INTS:
	case CT_HELD_PADDING:
	case CT_HELD_FLOATS:
	case CT_HELD_OPTIONAL_FLOATS:
		return list->len > 0 ? (size_t)list->len * sizeof(int64_t) : 0;
	default:
		return 0;
	}
}

_Static_assert(sizeof(int64_t) == sizeof(double), "both kinds of lists have elements of a size");
_Static_assert(offsetof(ct_ints, len) == offsetof(ct_floats, len), "and the same layout");

static size_t padded(size_t size)
{
	return (size + 15) / 16 * 16;
}

static size_t block_size(const struct ct_nn_class *klass, const char *args)
{
	size_t size = sizeof(struct block) + padded(klass->of.size);

	for (size_t i = 0; i < klass->of.arguments_len; i++)
		size += padded(pointed_size(&klass->of.arguments[i],
					    args + klass->of.arguments[i].offset));
	return size;
}

/* Takes references to tensors and modules. False: no memory for one, which is NULL then. */
static bool share_objects(const struct ct_nn_class *klass, char *args)
{
	bool all = true;

	for (size_t i = 0; i < klass->of.arguments_len; i++) {
		void **at = (void **)(args + klass->of.arguments[i].offset);

		if (klass->of.arguments[i].held == CT_HELD_MODULE)
			ct_module_share(*at);
		if (klass->of.arguments[i].held != CT_HELD_TENSOR || *at == NULL)
			continue;
		*at = ct_tensor_retain(*at);
		ct_scope_disown(*at);
		all = all && *at;
	}
	return all;
}

static void drop_objects(const struct ct_nn_class *klass, const char *args)
{
	for (size_t i = 0; i < klass->of.arguments_len; i++) {
		void *const *at = (void *const *)(args + klass->of.arguments[i].offset);

		if (klass->of.arguments[i].held == CT_HELD_MODULE)
			ct_module_free_unscoped(*at);
		if (klass->of.arguments[i].held == CT_HELD_TENSOR)
			ct_tensor_free_unscoped(*at);
	}
}

static void free_args(const struct ct_nn_class *klass, const void *args)
{
	struct block *block = args ? block_of(args) : NULL;

	if (block == NULL ||
	    atomic_fetch_sub_explicit(&block->references, 1, memory_order_acq_rel) != 1)
		return;
	drop_objects(klass, block->args);
	free(block);
}

/* NULL if there is no memory. */
static const void *copy_args(const struct ct_nn_class *klass, const void *given)
{
	struct block *block = calloc(1, block_size(klass, given));
	char *end;

	if (block == NULL)
		return NULL;
	block->references = 1;
	memcpy(block->args, given, klass->of.size);
	end = block->args + padded(klass->of.size);
	for (size_t i = 0; i < klass->of.arguments_len; i++) {
		const struct ct_argument *argument = &klass->of.arguments[i];
		char *at = block->args + argument->offset;
		const size_t size = pointed_size(argument, at);

		if (size == 0)
			continue;
		memcpy(end, *(void **)at, size);
		*(void **)at = end;
		end += padded(size);
	}
	if (share_objects(klass, block->args))
		return block->args;
	free_args(klass, block->args);
	return NULL;
}

/* --- what all classes share ------------------------------------------------------------------- */

ct_error ct_nn_copy(void *self, const void *other)
{
	const struct ct_nn_head *head = self;
	ct_error error = NULL;

	if (head->klass->code->copy)
		error = head->klass->code->copy(self, other);
	if (error == NULL)
		atomic_fetch_add_explicit(&block_of(head->args)->references, 1,
					  memory_order_relaxed);
	return error;
}

void ct_nn_release(void *self)
{
	const struct ct_nn_head *head = self;

	if (head->klass == NULL)
		return;
	if (head->klass->code->release)
		head->klass->code->release(self);
	free_args(head->klass, head->args);
}

ct_error ct_nn_become(void *self, const char *class_name, const void *args)
{
	const struct ct_nn_class *klass = ct_nn_class_find(class_name);
	struct ct_nn_head *head = self;
	const void *copy = klass ? copy_args(klass, args) : NULL;

	if (copy == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, class_name, "no memory for a module");
	free_args(head->klass, head->args);
	head->klass = klass;
	head->args = copy;
	ct_module_of(self)->klass = &klass->code->module;
	return NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error make_typed(const void *klass, const void *args, void **result);

static const struct ct_class_table table = { .module = "torch.nn",
					     .lister = "ct_nn_list_classes",
					     .classes = ct_nn_classes,
					     .len = &ct_nn_classes_len,
					     .size = sizeof *ct_nn_classes,
					     .make = make_typed };

const struct ct_nn_class *ct_nn_class_find(const char *name)
{
	return ct_class_find(&table, name);
}

static ct_error make(const struct ct_nn_class *klass, const void *args, ct_module **result)
{
	ct_module *module;
	struct ct_nn_head *head;

	CT_OWN_SCOPE(klass->of.name);
	CT_TRY(ct_module_new(&klass->code->module, &module));
	head = ct_module_data(module);
	head->args = copy_args(klass, args);
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
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
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
	CT_TRY(ct_class_make(&table, class_name, args, size, &module));
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
