/*
 * arena.h: memory that is freed all at once.
 *
 * A run of ctorch-gen reads one release, writes it and exits. So nothing is freed individually, and
 * no pass needs a clean-up ladder. Running out of memory ends the process with a message.
 */
#ifndef CTORCH_GEN_UTIL_ARENA_H
#define CTORCH_GEN_UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena {
	struct arena_block *blocks; /* newest first */
	char *next;                 /* first free byte of the newest block */
	size_t room;                /* bytes left in it */
};

/* Zeroed memory, aligned for any type. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);

char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void arena_free(struct arena *arena);

/* Ends the process when the system has no memory left: for arena_alloc and the few plain mallocs.
 * Pass 0 if the size is unknown. */
_Noreturn void out_of_memory(size_t requested);

#endif
