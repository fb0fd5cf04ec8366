/*
 * The values of a graph while it is read: found by their names.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/graph/read.h"

enum { FIRST_SLOTS = 64 };

/* FNV-1a. */
static uint64_t hash_of(const char *name)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* Where the name is, or a free slot for it. */
static int64_t slot_of(const struct ct_graph_values *values, const char *name)
{
	int64_t i = (int64_t)(hash_of(name) & (uint64_t)(values->slots_len - 1));

	while (values->slots[i] != CT_NO_VALUE &&
	       strcmp(values->at[values->slots[i]].name, name) != 0)
		i = (i + 1) & (values->slots_len - 1);
	return i;
}

static bool grow_slots(struct ct_graph_values *values)
{
	const int64_t len = values->slots_len ? 2 * values->slots_len : FIRST_SLOTS;
	int32_t *slots = ct_array_new(len, sizeof *slots);

	if (slots == NULL)
		return false;
	free(values->slots);
	values->slots = slots;
	values->slots_len = len;
	memset(slots, 0xff, (size_t)len * sizeof *slots);
	for (int64_t i = 0; i < values->len; i++)
		slots[slot_of(values, values->at[i].name)] = (int32_t)i;
	return true;
}

/* Makes room for another one; false: no memory. */
static bool make_room(struct ct_graph_values *values)
{
	struct ct_graph_value *at;

	if (2 * (values->len + 1) > values->slots_len && !grow_slots(values))
		return false;
	if (values->len < values->room)
		return true;
	if (values->len >= INT32_MAX)
		return false;
	at = ct_array_grow(values->at, &values->room, values->len + 1, sizeof *at);
	if (at == NULL)
		return false;
	values->at = at;
	return true;
}

int32_t ct_graph_values_find(struct ct_graph_values *values, struct ct_json_reader *reader,
			     const char *name)
{
	int64_t slot;

	if (name == NULL || reader->error)
		return CT_NO_VALUE;
	if (!make_room(values)) {
		reader->error = ct_error_prefix(ct_no_memory(reader->function, NULL), reader->what);
		return CT_NO_VALUE;
	}
	slot = slot_of(values, name);
	if (values->slots[slot] == CT_NO_VALUE) {
		values->at[values->len] = (struct ct_graph_value){ .name = name,
								   .made_by = CT_GRAPH_NOWHERE,
								   .last_use = CT_GRAPH_NOWHERE };
		values->slots[slot] = (int32_t)values->len++;
	}
	return values->slots[slot];
}

struct ct_graph_value *ct_graph_values_end(struct ct_graph_values *values,
					   struct ct_json_reader *reader)
{
	const size_t n = (size_t)values->len * sizeof *values->at;
	struct ct_graph_value *result = NULL;

	if (!reader->error && n > 0) {
		result = ct_arena_new(reader->arena, n);
		if (result)
			memcpy(result, values->at, n);
		else
			ct_json_fail(reader, "no memory for its values");
	}
	free(values->at);
	free(values->slots);
	return result;
}
