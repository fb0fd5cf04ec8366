/*
 * Pickles: nodes, and errors about a file.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "files/pickle/unpickle.h"

/* The arena's limit, in bytes. */
enum { PER_BYTE = 256, AT_LEAST = 1 << 20 };

ct_error ct_unpickle_wrong(const struct ct_unpickler *self, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	ct_format_printable(text, sizeof text, format, list);
	va_end(list);
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s: not a valid checkpoint: %s",
			    self->path, text);
}

ct_error ct_unpickle_wrong_here(const struct ct_unpickler *self, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	return ct_unpickle_wrong(self, "byte %zu of its pickle: %s", self->at, text);
}

ct_error ct_unpickle_no_memory(const struct ct_unpickler *self)
{
	if (self->arena.is_exhausted)
		return ct_unpickle_wrong(self, "its pickle repeats its parts too often");
	return ct_no_memory(self->function, "to read %s", self->path);
}

void ct_unpickle_limit(struct ct_unpickler *self, size_t n)
{
	self->arena.left = n > SIZE_MAX / PER_BYTE - AT_LEAST ? SIZE_MAX : PER_BYTE * n + AT_LEAST;
}

ct_error ct_node_new(struct ct_unpickler *self, enum ct_node_kind kind, struct ct_node **result)
{
	struct ct_node *node = ct_arena_new(&self->arena, sizeof *node);

	if (node == NULL)
		return ct_unpickle_no_memory(self);
	node->kind = kind;
	*result = node;
	return NULL;
}

ct_error ct_node_append(struct ct_unpickler *self, struct ct_node *node, struct ct_node *item)
{
	if (node->len == node->room) {
		const size_t room = node->room ? 2 * node->room : 4;
		struct ct_node **items = ct_arena_new(&self->arena, room * sizeof(void *));

		if (items == NULL)
			return ct_unpickle_no_memory(self);
		if (node->len)
			memcpy(items, node->items, node->len * sizeof(void *));
		node->items = items;
		node->room = room;
	}
	node->items[node->len++] = item;
	return NULL;
}
