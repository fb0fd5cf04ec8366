#include "tools/program/mentions.h"

#include <stdbool.h>
#include <string.h>

static bool is_plain(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
			    name[i]) ||
		    !name[i])
			return false;
	return true;
}

void part_add(struct arena *arena, struct part *part, const char *name, size_t length,
	      enum mention_kind kind, size_t line)
{
	static const char prefix[] = "ct_";
	size_t least = sizeof prefix - 1;

	if (length > least && !strncmp(name, prefix, least) && is_plain(name, length))
		vec_push(arena, &part->mentions,
			 (struct mention){ arena_strndup(arena, name, length), kind, line });
}

void part_add_ct(struct arena *arena, struct part *part, const char *op, size_t length, size_t line)
{
	if (is_plain(op, length))
		vec_push(arena, &part->mentions,
			 (struct mention){ arena_printf(arena, "ct_%.*s", (int)length, op),
					   MENTION_CT, line });
}
