/*
 * Structs of arguments that an object keeps: one block, with what they point to.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/call.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>
#include <ctorch/transform.h>

#include "classes/class.h"
#include "memory/counted.h"
#include "module/module.h"

/* A struct of arguments, followed by the lists and texts that it points to. */
struct block {
	atomic_int owners;
	_Alignas(16) char args[];
};

static struct block *block_of(const void *own)
{
	return (struct block *)((char *)own - offsetof(struct block, args));
}

static size_t padded(size_t size)
{
	return (size + 15) / 16 * 16;
}

/* --- what an argument points to --------------------------------------------------------------- */

_Static_assert(sizeof(int64_t) == sizeof(double) && sizeof(int64_t) == sizeof(ct_transform *),
	       "all lists have elements of a size");
_Static_assert(offsetof(ct_ints, len) == offsetof(ct_floats, len) &&
		       offsetof(ct_ints, len) == offsetof(ct_transforms, len),
	       "and the same layout");

static bool is_list(const struct ct_argument *argument)
{
	return ct_held_is_numbers(argument->held) || argument->held == CT_HELD_TRANSFORMS;
}

/* In bytes. -1: there is nothing to copy. All pointers are the first member of what holds them. */
static int64_t pointed_size(const struct ct_argument *argument, const char *at)
{
	const ct_ints *list = (const ct_ints *)(const void *)at;
	const char *text = *(const char *const *)(const void *)at;

	if (argument->held == CT_HELD_STRING)
		return text ? (int64_t)strlen(text) + 1 : -1;
	if (!is_list(argument) || list->at == NULL || list->len < 0)
		return -1;
	return list->len * (int64_t)sizeof(int64_t);
}

/* What a copy of that takes. */
static size_t room_for(const struct ct_argument *argument, int64_t size, int64_t room)
{
	const int64_t least = ct_held_is_numbers(argument->held) ? room * (int64_t)sizeof(int64_t)
								 : 0;

	return padded((size_t)(size > least ? size : least));
}

static size_t block_size(const struct ct_class *klass, const char *args, int64_t room)
{
	size_t all = sizeof(struct block) + padded(klass->size);

	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];
		const int64_t size = pointed_size(argument, args + argument->offset);

		if (size >= 0)
			all += room_for(argument, size, room);
	}
	return all;
}

/* Moves the pointers of a copy to copies that follow it. */
static void copy_pointed(const struct ct_class *klass, char *args, int64_t room)
{
	char *end = args + padded(klass->size);

	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];
		void **at = (void **)(void *)(args + argument->offset);
		const int64_t size = pointed_size(argument, (const char *)at);

		if (size < 0)
			continue;
		memcpy(end, *at, (size_t)size);
		*at = end;
		end += room_for(argument, size, room);
	}
}

/* --- objects ---------------------------------------------------------------------------------- */

/* False: no memory for a reference, which is NULL then. */
static bool share_tensor(void **at)
{
	if (*at == NULL)
		return true;
	*at = ct_tensor_retain(*at);
	ct_scope_disown(*at);
	return *at != NULL;
}

static bool share_objects(const struct ct_class *klass, char *args)
{
	bool all = true;

	for (size_t i = 0; i < klass->arguments_len; i++) {
		void *at = args + klass->arguments[i].offset;
		const ct_transforms *transforms = at;

		if (klass->arguments[i].held == CT_HELD_MODULE)
			ct_module_share(*(void **)at);
		if (klass->arguments[i].held == CT_HELD_TENSOR)
			all = share_tensor(at) && all;
		if (klass->arguments[i].held == CT_HELD_TRANSFORMS)
			for (int64_t j = 0; j < transforms->len; j++)
				ct_counted_share(transforms->at[j]);
	}
	return all;
}

static void drop_objects(const struct ct_class *klass, const char *args)
{
	for (size_t i = 0; i < klass->arguments_len; i++) {
		const void *at = args + klass->arguments[i].offset;
		const ct_transforms *transforms = at;

		if (klass->arguments[i].held == CT_HELD_MODULE)
			ct_module_free_unscoped(*(void *const *)at);
		if (klass->arguments[i].held == CT_HELD_TENSOR)
			ct_tensor_free_unscoped(*(void *const *)at);
		if (klass->arguments[i].held == CT_HELD_TRANSFORMS)
			for (int64_t j = 0; j < transforms->len; j++)
				ct_counted_drop(transforms->at[j]);
	}
}

/* --- owners ----------------------------------------------------------------------------------- */

void *ct_class_own(const struct ct_class *klass, const void *args, int64_t room)
{
	struct block *block = calloc(1, block_size(klass, args, room));

	if (block == NULL)
		return NULL;
	block->owners = 1;
	memcpy(block->args, args, klass->size);
	copy_pointed(klass, block->args, room);
	if (share_objects(klass, block->args))
		return block->args;
	ct_class_disown(klass, block->args);
	return NULL;
}

void ct_class_own_again(const void *own)
{
	atomic_fetch_add_explicit(&block_of(own)->owners, 1, memory_order_relaxed);
}

void ct_class_disown(const struct ct_class *klass, const void *own)
{
	struct block *block = own ? block_of(own) : NULL;

	if (block == NULL ||
	    atomic_fetch_sub_explicit(&block->owners, 1, memory_order_acq_rel) != 1)
		return;
	drop_objects(klass, block->args);
	free(block);
}
