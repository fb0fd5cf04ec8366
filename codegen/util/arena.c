#include "util/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 256 * 1024 };

/* With AddressSanitizer each piece gets its own block, so that it detects writes past the end. */
#if defined(__SANITIZE_ADDRESS__)
enum { EACH_ALONE = 1 };
#elif defined(__has_feature)
enum { EACH_ALONE = __has_feature(address_sanitizer) };
#else
enum { EACH_ALONE = 0 };
#endif

struct arena_block {
	struct arena_block *older;
	alignas(max_align_t) char bytes[];
};

_Noreturn void out_of_memory(size_t requested)
{
	fputs("ctorch-gen: error: out of memory", stderr);
	if (requested)
		fprintf(stderr, " (%zu bytes requested)", requested);
	fputc('\n', stderr);
	exit(2);
}

static void add_block(struct arena *arena, size_t size)
{
	struct arena_block *block = calloc(1, sizeof *block + size);

	if (!block)
		out_of_memory(size);
	block->older = arena->blocks;
	arena->blocks = block;
	arena->next = block->bytes;
	arena->room = size;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = alignof(max_align_t);
	void *result;

	if (size > (size_t)-1 / 2)
		out_of_memory(size);
	if (EACH_ALONE) {
		add_block(arena, size);
		arena->room = 0;
		return arena->next;
	}
	size = size ? (size + align - 1) / align * align : align;
	if (size > arena->room)
		add_block(arena, size > BLOCK_SIZE ? size : BLOCK_SIZE);
	result = arena->next;
	arena->next += size;
	arena->room -= size;
	return result;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);

	memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args, again;
	char start[128];
	char *text;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(start, sizeof start, format, args);
	va_end(args);
	text = arena_alloc(arena, (size_t)length + 1);
	if ((size_t)length < sizeof start)
		memcpy(text, start, (size_t)length);
	else
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

void arena_free(struct arena *arena)
{
	struct arena_block *older;

	for (; arena->blocks; arena->blocks = older) {
		older = arena->blocks->older;
		free(arena->blocks);
	}
	*arena = (struct arena){ 0 };
}
