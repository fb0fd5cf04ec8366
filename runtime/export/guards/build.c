/*
 * Guards in the making: memory and errors.
 */
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/guards/build.h"

bool ct_guard_fail(struct ct_guard_builder *self, ct_error error)
{
	if (self->error)
		ct_error_free(error);
	else
		self->error = error;
	return false;
}

bool ct_guard_fail_memory(struct ct_guard_builder *self)
{
	return ct_guard_fail(self, ct_no_memory(NULL, "for the guards of a program"));
}

const char *ct_guard_keep(struct ct_guard_builder *self, struct ct_text *text)
{
	char *copy = text->failed ? NULL : ct_arena_new(self->arena, text->length + 1);

	if (copy == NULL)
		ct_guard_fail_memory(self);
	else if (text->length > 0)
		memcpy(copy, text->data, text->length);
	ct_text_release(text);
	return copy;
}

void *ct_guard_grow(struct ct_guard_builder *self, void *list, int64_t len, int64_t *room,
		    size_t size)
{
	const int64_t larger = *room ? 2 * *room : 16;
	void *result;

	if (len < *room)
		return list;
	result = ct_arena_new(self->arena, (size_t)larger * size);
	if (result == NULL) {
		ct_guard_fail_memory(self);
		return NULL;
	}
	if (len > 0)
		memcpy(result, list, (size_t)len * size);
	*room = larger;
	return result;
}
