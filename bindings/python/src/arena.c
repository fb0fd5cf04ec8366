/* Memory and references that the arguments of one call need. */
#include "core.h"

struct arena_block {
	struct arena_block *next;
	_Alignas(16) char memory[];
};

void arena_begin(struct arena *arena)
{
	arena->at = arena->first;
	arena->end = arena->first + sizeof arena->first;
	arena->blocks = NULL;
	arena->held = NULL;
	arena->held_count = arena->held_room = 0;
	arena->takes_tensors = false;
}

void arena_end(struct arena *arena)
{
	while (arena->blocks != NULL) {
		struct arena_block *block = arena->blocks;

		arena->blocks = block->next;
		PyMem_Free(block);
	}
	for (int i = 0; i < arena->held_count; i++)
		Py_DECREF(arena->held[i]);
	PyMem_Free(arena->held);
}

void *arena_get(struct arena *arena, size_t size)
{
	size_t rounded = (size + 15) & ~(size_t)15;
	struct arena_block *block;
	void *memory = arena->at;

	if (rounded <= (size_t)(arena->end - arena->at)) {
		arena->at += rounded;
		return memory;
	}
	block = PyMem_Malloc(sizeof *block + rounded);
	if (block == NULL)
		return PyErr_NoMemory();
	block->next = arena->blocks;
	arena->blocks = block;
	return block->memory;
}

bool arena_hold(struct arena *arena, PyObject *object)
{
	if (arena->held_count == arena->held_room) {
		int room = arena->held_room != 0 ? 2 * arena->held_room : 8;
		PyObject **held = PyMem_Realloc(arena->held, (size_t)room * sizeof *held);

		if (held == NULL) {
			Py_DECREF(object);
			PyErr_NoMemory();
			return false;
		}
		arena->held = held;
		arena->held_room = room;
	}
	arena->held[arena->held_count++] = object;
	return true;
}
