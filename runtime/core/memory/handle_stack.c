/*
 * A stack of tensor handles, from which any handle can be removed in constant time.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/memory/handle_stack.h"

enum {
	FIRST_ROOM = 64,     /* entries */
	FIRST_SLOTS = 256,   /* of the index */
	NEAR_TOP = 8,        /* entries that a search looks at one by one: two cache lines */
	KEPT_ROOM = 1 << 16, /* entries not worth giving back: 1 MiB */
	FEW_OF_A_SCOPE = 64, /* a search costs less than an index */
	FEW_HOLES = 64       /* not worth closing */
};

/* Positions are below CT_NOWHERE, and slots hold them plus 1. */
static const uint64_t MOST_ROOM = CT_NOWHERE - 1;

static uint64_t room_for(const struct ct_handle_stack *stack, int64_t n)
{
	const uint64_t wanted = (uint64_t)stack->count + (uint64_t)n;
	uint64_t room = stack->room ? stack->room : FIRST_ROOM;

	while (room < wanted && room < MOST_ROOM)
		room *= 2;
	return room < MOST_ROOM ? room : MOST_ROOM;
}

size_t ct_handle_stack_size_for(const struct ct_handle_stack *stack, int64_t n)
{
	return (size_t)room_for(stack, n) * sizeof *stack->entries;
}

static bool set_room(struct ct_handle_stack *stack, uint64_t room)
{
	struct ct_handle_entry *entries = ct_array_resize(stack->entries, (int64_t)room,
							  sizeof *entries);

	if (entries == NULL)
		return false;
	stack->entries = entries;
	stack->room = (uint32_t)room;
	return true;
}

bool ct_handle_stack_reserve(struct ct_handle_stack *stack, int64_t n)
{
	const uint64_t wanted = (uint64_t)stack->count + (uint64_t)n;

	if (wanted <= stack->room)
		return true;
	return wanted <= MOST_ROOM && set_room(stack, room_for(stack, n));
}

/* --- The index: open addressing, one slot for each handle -------------------------------------
 *
 * A slot that is no longer used is kept, for those after it, until the index is rebuilt; moving
 * those up would need their entries, which are not in the cache.
 */

static const uint32_t LEFT = UINT32_MAX;

static uint32_t first_slot(const struct ct_handle_stack *stack, const ct_tensor *handle)
{
	/* Tensors are 16 bytes apart at least; the multiplication carries that into the high
	 * bits. */
	uint64_t hash = ((uint64_t)(uintptr_t)handle >> 4) * UINT64_C(0x9e3779b97f4a7c15);

	return (uint32_t)(hash >> 32) & (stack->slot_count - 1);
}

static uint32_t next_slot(const struct ct_handle_stack *stack, uint32_t slot)
{
	return (slot + 1) & (stack->slot_count - 1);
}

static uint32_t previous_slot(const struct ct_handle_stack *stack, uint32_t slot)
{
	return (slot - 1) & (stack->slot_count - 1);
}

static bool holds(const struct ct_handle_stack *stack, uint32_t slot, const ct_tensor *handle)
{
	const uint32_t held = stack->slots[slot];

	return held != LEFT && stack->entries[held - 1].handle == handle;
}

/* The handle's slot, or the free one at the end of its search. */
static uint32_t find_slot(const struct ct_handle_stack *stack, const ct_tensor *handle)
{
	uint32_t slot = first_slot(stack, handle);

	while (stack->slots[slot] && !holds(stack, slot, handle))
		slot = next_slot(stack, slot);
	return slot;
}

static void free_slot(struct ct_handle_stack *stack, uint32_t slot)
{
	stack->slots[slot] = LEFT;
	if (stack->slots[next_slot(stack, slot)])
		return;
	/* No search continues from here. */
	for (; stack->slots[slot] == LEFT; slot = previous_slot(stack, slot)) {
		stack->slots[slot] = 0;
		stack->slots_used--;
	}
}

static void index_entry(struct ct_handle_stack *stack, uint32_t position)
{
	struct ct_handle_entry *entry = &stack->entries[position];
	uint32_t slot;

	if (entry->handle == NULL)
		return;
	slot = find_slot(stack, entry->handle);
	if (stack->slots[slot] == 0)
		stack->slots_used++;
	entry->older = stack->slots[slot];
	stack->slots[slot] = position + 1;
}

/* Removes a handle's newest entry: the index then has the next older one. */
static void unindex_entry(struct ct_handle_stack *stack, uint32_t position)
{
	const struct ct_handle_entry *entry = &stack->entries[position];
	uint32_t slot;

	if (entry->handle == NULL)
		return;
	slot = find_slot(stack, entry->handle);
	if (entry->older)
		stack->slots[slot] = entry->older;
	else
		free_slot(stack, slot);
}

static void unindex_from(struct ct_handle_stack *stack, uint32_t position)
{
	while (stack->indexed > position)
		unindex_entry(stack, --stack->indexed);
}

static void drop_index(struct ct_handle_stack *stack)
{
	if (stack->indexed)
		memset(stack->slots, 0, stack->slot_count * sizeof *stack->slots);
	stack->slots_used = 0;
	stack->indexed = 0;
}

void ct_handle_stack_expect_pops(struct ct_handle_stack *stack, uint32_t n)
{
	/* Clearing a slot costs about a tenth of taking an entry out of the index. */
	if (n >= stack->count / 2 && n >= stack->slot_count / 16)
		drop_index(stack);
}

/* Slots for all entries. At most half are used, and a third in a new index, so that the next
 * rebuild is far off. False: no memory. */
static bool reserve_slots(struct ct_handle_stack *stack)
{
	uint64_t used = (uint64_t)stack->slots_used + stack->count - stack->indexed;
	uint64_t slot_count = FIRST_SLOTS;
	uint32_t *slots;

	if (used * 2 <= stack->slot_count)
		return true;
	while (slot_count < (uint64_t)stack->count * 3)
		slot_count *= 2;
	if (slot_count > UINT32_C(1) << 31)
		return false;
	slots = ct_array_new((int64_t)slot_count, sizeof *slots);
	if (slots == NULL)
		return false;
	free(stack->slots);
	stack->slots = slots;
	stack->slot_count = (uint32_t)slot_count;
	/* Indexed entries are indexed again. */
	stack->slots_used = 0;
	stack->indexed = 0;
	return true;
}

static bool index_all(struct ct_handle_stack *stack)
{
	if (!reserve_slots(stack))
		return false;
	while (stack->indexed < stack->count)
		index_entry(stack, stack->indexed++);
	return true;
}

/* --- Finding and taking out ------------------------------------------------------------------ */

/* Among the topmost `n`. */
static uint32_t search(const struct ct_handle_stack *stack, const ct_tensor *handle, uint32_t n)
{
	for (uint32_t i = 1; i <= n && i <= stack->count; i++)
		if (stack->entries[stack->count - i].handle == handle)
			return stack->count - i;
	return CT_NOWHERE;
}

uint32_t ct_handle_stack_find(struct ct_handle_stack *stack, const ct_tensor *handle)
{
	uint32_t position;

	if (stack->indexed)
		__builtin_prefetch(&stack->slots[first_slot(stack, handle)]);
	position = search(stack, handle, NEAR_TOP);

	if (position != CT_NOWHERE || stack->count <= NEAR_TOP)
		return position;
	/* Without memory for an index, a search is slow but succeeds. */
	if (!index_all(stack))
		return search(stack, handle, stack->count);
	position = stack->slots[find_slot(stack, handle)];
	return position ? position - 1 : CT_NOWHERE;
}

uint32_t ct_handle_stack_find_oldest(struct ct_handle_stack *stack, uint32_t newest, uint32_t n)
{
	const struct ct_handle_entry *entries = stack->entries;
	const struct ct_handle_entry wanted = entries[newest];
	uint32_t oldest = newest;

	/* A function's scope has few entries, and they are on top. */
	if (n > FEW_OF_A_SCOPE && index_all(stack)) {
		while (entries[oldest].older &&
		       entries[entries[oldest].older - 1].depth == wanted.depth)
			oldest = entries[oldest].older - 1;
		return oldest;
	}
	for (uint32_t i = stack->count; n;) {
		i--;
		if (entries[i].handle == NULL || entries[i].depth != wanted.depth)
			continue;
		n--;
		if (entries[i].handle == wanted.handle)
			oldest = i;
	}
	return oldest;
}

static void close_holes(struct ct_handle_stack *stack)
{
	uint32_t to = 0;

	drop_index(stack);
	for (uint32_t from = 0; from < stack->count; from++)
		if (stack->entries[from].handle)
			stack->entries[to++] = stack->entries[from];
	stack->count = to;
	stack->holes = 0;
}

/* Removes the topmost entry; a hole is no longer counted. */
static void drop_top(struct ct_handle_stack *stack)
{
	stack->count--;
	if (stack->entries[stack->count].handle == NULL)
		stack->holes--;
	if (stack->indexed > stack->count)
		stack->indexed = stack->count;
}

void ct_handle_stack_take(struct ct_handle_stack *stack, uint32_t position)
{
	if (position < stack->indexed)
		unindex_entry(stack, position);
	stack->entries[position].handle = NULL;
	stack->holes++;
	while (stack->count && stack->entries[stack->count - 1].handle == NULL)
		drop_top(stack);
	if (stack->holes > FEW_HOLES && stack->holes > stack->count / 2)
		close_holes(stack);
}

ct_tensor *ct_handle_stack_pop(struct ct_handle_stack *stack)
{
	ct_tensor *handle = stack->entries[stack->count - 1].handle;

	unindex_from(stack, stack->count - 1);
	drop_top(stack);
	return handle;
}

/* Position of the lowest of the topmost `n` entries of this depth. */
static uint32_t lowest_of(const struct ct_handle_stack *stack, uint32_t depth, uint32_t n)
{
	uint32_t position = stack->count;

	while (n) {
		position--;
		if (stack->entries[position].handle && stack->entries[position].depth == depth)
			n--;
	}
	return position;
}

void ct_handle_stack_sink(struct ct_handle_stack *stack, uint32_t depth, uint32_t n)
{
	const uint32_t lowest = lowest_of(stack, depth, n);
	struct ct_handle_entry *entries = stack->entries;
	uint32_t to = lowest;

	unindex_from(stack, lowest);
	/* Entries farther out keep their relative order, as entries of one handle must; those of
	 * this depth need not. */
	for (uint32_t from = lowest; from < stack->count; from++)
		if (entries[from].handle && entries[from].depth != depth) {
			struct ct_handle_entry entry = entries[from];

			entries[from] = entries[to];
			entries[to++] = entry;
		}
}

void ct_handle_stack_trim(struct ct_handle_stack *stack)
{
	while (stack->count && stack->entries[stack->count - 1].handle == NULL)
		drop_top(stack);
	if (stack->room <= KEPT_ROOM || stack->count > stack->room / 8)
		return;
	/* An empty one is freed completely: malloc() then learns to keep such blocks instead of
	 * mapping and clearing pages each time, which it does not after a realloc(). */
	if (stack->count == 0) {
		ct_handle_stack_free(stack);
		return;
	}
	drop_index(stack);
	free(stack->slots);
	stack->slots = NULL;
	stack->slot_count = 0;
	/* Four times the present size, so that it does not grow or shrink again at once. */
	set_room(stack, stack->count < KEPT_ROOM / 4 ? KEPT_ROOM : (uint64_t)stack->count * 4);
}

void ct_handle_stack_free(struct ct_handle_stack *stack)
{
	free(stack->entries);
	free(stack->slots);
	*stack = (struct ct_handle_stack){ 0 };
}
