/*
 * Structs of arguments that an object keeps: one block, with what they point to.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>
#include <ctorch/vision/transform.h>

#include "classes/class.h"
#include "core/memory/counted.h"
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

/* A ct_transforms, ct_distribution_transforms or ct_constraints. */
struct counted_list {
	void *const *at;
	int64_t len;
};

_Static_assert(sizeof(int64_t) == sizeof(double) && sizeof(int64_t) == sizeof(ct_transform *),
	       "all lists have elements of a size");
_Static_assert(offsetof(ct_ints, len) == offsetof(ct_floats, len) &&
		       offsetof(ct_ints, len) == offsetof(ct_transforms, len),
	       "and the same layout");

#define LISTS (CT_HELD_NUMBERS | CT_HELD_COUNTED_LISTS)
#define POINTING (LISTS | CT_HELD_SET(STRING))
#define OBJECTS \
	(CT_HELD_SET(MODULE) | CT_HELD_SET(TENSOR) | CT_HELD_COUNTED | CT_HELD_COUNTED_LISTS)

/* In bytes. -1: there is nothing to copy. All pointers are the first member of what holds them. */
static int64_t pointed_size(const struct ct_argument *argument, const char *at)
{
	const ct_ints *list = (const ct_ints *)(const void *)at;
	const char *text = *(const char *const *)(const void *)at;

	if (argument->held == CT_HELD_STRING)
		return text ? (int64_t)strlen(text) + 1 : -1;
	return list->at && list->len >= 0 ? list->len * (int64_t)sizeof(int64_t) : -1;
}

/* What a copy of that takes. */
static size_t room_for(const struct ct_argument *argument, int64_t size, int64_t room)
{
	const int64_t least = room * (int64_t)sizeof(int64_t);

	if (size < least && ct_held_is_in(argument->held, CT_HELD_NUMBERS))
		size = least;
	return padded((size_t)size);
}

static size_t block_size(const struct ct_class *klass, const char *args, int64_t room)
{
	size_t all = sizeof(struct block) + padded(klass->size);

	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];
		int64_t size;

		if (!ct_held_is_in(argument->held, POINTING))
			continue;
		size = pointed_size(argument, args + argument->offset);
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
		int64_t size;

		if (!ct_held_is_in(argument->held, POINTING))
			continue;
		size = pointed_size(argument, (const char *)at);
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

static bool share(enum ct_held held, void *at)
{
	const struct counted_list *list = at;

	if (held == CT_HELD_TENSOR)
		return share_tensor(at);
	if (held == CT_HELD_MODULE)
		ct_module_share(*(void **)at);
	if (ct_held_is_in(held, CT_HELD_COUNTED))
		ct_counted_share(*(void **)at);
	for (int64_t i = 0; ct_held_is_in(held, CT_HELD_COUNTED_LISTS) && i < list->len; i++)
		ct_counted_share(list->at[i]);
	return true;
}

static void drop(enum ct_held held, const void *at)
{
	const struct counted_list *list = at;

	if (held == CT_HELD_TENSOR)
		ct_tensor_free_unscoped(*(void *const *)at);
	if (held == CT_HELD_MODULE)
		ct_module_free_unscoped(*(void *const *)at);
	if (ct_held_is_in(held, CT_HELD_COUNTED))
		ct_counted_drop(*(void *const *)at);
	for (int64_t i = 0; ct_held_is_in(held, CT_HELD_COUNTED_LISTS) && i < list->len; i++)
		ct_counted_drop(list->at[i]);
}

/* All, even after one that failed, since all are dropped then. */
static bool share_all(const struct ct_class *klass, char *args)
{
	bool fine = true;

	for (size_t i = 0; i < klass->arguments_len; i++)
		if (ct_held_is_in(klass->arguments[i].held, OBJECTS))
			fine = share(klass->arguments[i].held, args + klass->arguments[i].offset) &&
			       fine;
	return fine;
}

static void drop_all(const struct ct_class *klass, const char *args)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (ct_held_is_in(klass->arguments[i].held, OBJECTS))
			drop(klass->arguments[i].held, args + klass->arguments[i].offset);
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
	if (share_all(klass, block->args))
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
	drop_all(klass, block->args);
	free(block);
}
