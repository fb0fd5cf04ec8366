#include <stdlib.h>
#include <string.h>

#include "handle_stack_model.h"

void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *memory, size_t size);

bool calloc_fails, realloc_fails;
int calls_failed;
size_t size_refused;

static bool refuse(bool fails, size_t size)
{
	calls_failed += fails;
	if (fails)
		size_refused = size;
	return fails;
}

void *__wrap_calloc(size_t n, size_t size)
{
	return refuse(calloc_fails, n * size) ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
	return refuse(realloc_fails, size) ? NULL : __real_realloc(memory, size);
}

/* --- The model ------------------------------------------------------------------------------- */

enum { DEPTHS = 12 };

struct model {
	struct ct_handle_stack stack;
	uint32_t depth; /* of the innermost scope; 0: none is open */
	int64_t owned[HANDLES][DEPTHS + 1];
	int64_t total; /* of all `owned` */
	bool moved_up[DEPTHS + 1];
	uint64_t random;
};

ct_tensor *handle_of(int64_t i)
{
	return (ct_tensor *)(uintptr_t)(0x10000 + 16 * (uintptr_t)i);
}

static int64_t number_of(const ct_tensor *handle)
{
	return (int64_t)(((uintptr_t)handle - 0x10000) / 16);
}

/* Below `n`; Knuth's generator, of which the upper bits are good. */
static uint32_t below(struct model *model, uint32_t n)
{
	model->random = model->random * UINT64_C(6364136223846793005) +
			UINT64_C(1442695040888963407);
	return (uint32_t)(model->random >> 33) % n;
}

/* The innermost scope that owns the handle; 0: none does. */
static uint32_t owner_of(const struct model *model, int64_t i)
{
	for (uint32_t depth = model->depth; depth; depth--)
		if (model->owned[i][depth])
			return depth;
	return 0;
}

static int64_t owned_by(const struct model *model, uint32_t depth)
{
	int64_t sum = 0;

	for (int64_t i = 0; i < HANDLES; i++)
		sum += model->owned[i][depth];
	return sum;
}

/* --- What must hold after each step ---------------------------------------------------------- */

static void check_entries(const struct model *model)
{
	static int64_t seen[HANDLES][DEPTHS + 1];
	uint32_t newest[HANDLES] = { 0 };
	const struct ct_handle_stack *stack = &model->stack;
	uint32_t holes = 0;

	memset(seen, 0, sizeof seen);
	MUST(stack->count <= stack->room);
	MUST(stack->indexed <= stack->count);
	/* Of one handle the depths only grow towards the top. */
	for (uint32_t i = 0; i < stack->count; i++) {
		const struct ct_handle_entry *entry = &stack->entries[i];
		int64_t number = number_of(entry->handle);

		if (entry->handle == NULL) {
			holes++;
			continue;
		}
		MUST(entry->depth >= newest[number]);
		newest[number] = entry->depth;
		seen[number][entry->depth]++;
	}
	MUST(holes == stack->holes);
	MUST(stack->count - holes == model->total);
	MUST(memcmp(seen, model->owned, sizeof seen) == 0);
}

/* Each handle has one slot, from which all its indexed entries are reached, the newest first. */
static void check_index(const struct model *model)
{
	const struct ct_handle_stack *stack = &model->stack;
	bool seen[HANDLES] = { false };
	uint32_t used = 0, reached = 0, indexed = 0;

	for (uint32_t i = 0; i < stack->slot_count; i++) {
		uint32_t position = stack->slots[i];
		ct_tensor *handle;

		if (position == 0)
			continue;
		used++;
		if (position == UINT32_MAX)
			continue; /* left, and not free yet */
		MUST(position <= stack->indexed);
		handle = stack->entries[position - 1].handle;
		MUST(handle != NULL);
		MUST(!seen[number_of(handle)]);
		seen[number_of(handle)] = true;
		for (; position; position = stack->entries[position - 1].older) {
			MUST(stack->entries[position - 1].handle == handle);
			MUST(stack->entries[position - 1].older < position);
			reached++;
		}
	}
	for (uint32_t i = 0; i < stack->indexed; i++)
		indexed += stack->entries[i].handle != NULL;
	MUST(used == stack->slots_used);
	MUST(reached == indexed);
	MUST(stack->slot_count == 0 || 2 * used <= stack->slot_count);
}

/* A hole goes when it comes to the top. */
static void check_top(const struct ct_handle_stack *stack)
{
	MUST(stack->count == 0 || stack->entries[stack->count - 1].handle != NULL);
}

static void check_all(const struct model *model)
{
	check_entries(model);
	check_index(model);
}

/* --- Operations, each as scope.c does it ------------------------------------------------------ */

static void push(struct model *model, int64_t i)
{
	if (model->depth == 0 || !ct_handle_stack_reserve(&model->stack, 1))
		return;
	ct_handle_stack_push(&model->stack, handle_of(i), model->depth);
	model->owned[i][model->depth]++;
	model->total++;
}

/* The newest entry, as the model has it too. */
static uint32_t find(struct model *model, int64_t i)
{
	uint32_t position = ct_handle_stack_find(&model->stack, handle_of(i));
	uint32_t depth = owner_of(model, i);

	if (depth == 0) {
		MUST(position == CT_NOWHERE);
		return position;
	}
	MUST(position < model->stack.count);
	MUST(model->stack.entries[position].handle == handle_of(i));
	MUST(model->stack.entries[position].depth == depth);
	for (uint32_t above = position + 1; above < model->stack.count; above++)
		MUST(model->stack.entries[above].handle != handle_of(i));
	return position;
}

static void take(struct model *model, int64_t i)
{
	uint32_t position = find(model, i);

	if (position == CT_NOWHERE)
		return;
	model->owned[i][model->stack.entries[position].depth]--;
	model->total--;
	ct_handle_stack_take(&model->stack, position);
	check_top(&model->stack);
}

static void move_up(struct model *model, int64_t i)
{
	struct ct_handle_entry *entries;
	uint32_t position = find(model, i), depth;

	if (position == CT_NOWHERE)
		return;
	entries = model->stack.entries;
	depth = entries[position].depth;
	if (depth == 1) {
		take(model, i);
		return;
	}
	position = ct_handle_stack_find_oldest(&model->stack, position,
					       (uint32_t)owned_by(model, depth));
	MUST(entries[position].handle == handle_of(i));
	MUST(entries[position].depth == depth);
	for (uint32_t older = 0; older < position; older++)
		MUST(entries[older].handle != handle_of(i) || entries[older].depth < depth);
	entries[position].depth--;
	model->moved_up[depth] = true;
	model->owned[i][depth]--;
	model->owned[i][depth - 1]++;
}

/* `during`: what deleters do in the meantime, in so many of 100 pops. */
static void close_scope(struct model *model, uint32_t during)
{
	const uint32_t depth = model->depth;
	ct_tensor *handle;

	if (depth == 0)
		return;
	ct_handle_stack_expect_pops(&model->stack, (uint32_t)owned_by(model, depth));
	while (owned_by(model, depth)) {
		if (model->moved_up[depth])
			ct_handle_stack_sink(&model->stack, depth,
					     (uint32_t)owned_by(model, depth));
		model->moved_up[depth] = false;
		handle = ct_handle_stack_pop(&model->stack);
		if (handle == NULL)
			continue;
		MUST(model->owned[number_of(handle)][depth] > 0);
		model->owned[number_of(handle)][depth]--;
		model->total--;
		if (below(model, 100) < during) {
			check_all(model);
			push(model, below(model, HANDLES));
			take(model, below(model, HANDLES));
			move_up(model, below(model, HANDLES));
			check_all(model);
		}
	}
	model->depth--;
	ct_handle_stack_trim(&model->stack);
	check_all(model);
}

/* One of the model's handles that some scope owns, if luck has it. */
static int64_t any_owned(struct model *model)
{
	const struct ct_handle_stack *stack = &model->stack;
	const ct_tensor *handle;

	if (stack->count == 0)
		return below(model, HANDLES);
	handle = stack->entries[below(model, stack->count)].handle;
	return handle ? number_of(handle) : below(model, HANDLES);
}

/* Mostly pushes, so that the stack becomes higher than a search without index looks. */
static void one_step(struct model *model, uint32_t pool)
{
	uint32_t what = below(model, 100);

	if (what < 4 && model->depth < DEPTHS)
		model->depth++, model->moved_up[model->depth] = false;
	else if (what < 5)
		close_scope(model, 20);
	else if (what < 60)
		push(model, below(model, pool));
	else if (what < 75)
		take(model, any_owned(model));
	else if (what < 85)
		move_up(model, any_owned(model));
	else if (what < 90)
		find(model, below(model, HANDLES));
	else if (what < 92)
		ct_handle_stack_expect_pops(&model->stack, model->stack.count);
	else if (what < 93)
		for (int i = 0; i < 150; i++)
			take(model, any_owned(model));
	else
		for (int i = 0; i < 10; i++)
			push(model, below(model, pool));
}

void run_seed(uint64_t seed, int steps, uint32_t pool, bool fail)
{
	struct model *model = calloc(1, sizeof *model);

	MUST(model != NULL);
	model->random = seed;
	model->depth = 1;
	for (int i = 0; i < steps; i++) {
		calloc_fails = fail && below(model, 2);
		realloc_fails = fail && below(model, 8) == 0;
		one_step(model, pool);
		check_all(model);
	}
	calloc_fails = realloc_fails = false;
	for (int64_t i = 0; i < HANDLES; i++)
		find(model, i);
	check_all(model);
	while (model->depth)
		close_scope(model, 0);
	MUST(model->total == 0);
	MUST(model->stack.count == 0);
	ct_handle_stack_free(&model->stack);
	free(model);
}
