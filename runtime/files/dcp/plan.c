/*
 * Saving a distributed checkpoint: what there is, and who saves it.
 */
#include "files/dcp/plan.h"

#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/shown.h"

/* The items of a description; a value that is not a tensor has only the first two. */
enum { KEY, PATH, DTYPE, SIZE, OFFSETS, PART, ITEMS };

enum { MAX_DIM = 64 };

/* As in reading. */
enum { WORK = 1 << 28 };

/* --- Describing -------------------------------------------------------------------------------- */

static ct_error check_can_save(const struct ct_dcp_leaves *leaves, const struct ct_dcp_leaf *leaf)
{
	const ct_tensor *tensor = leaf->value.object;
	const char *what = NULL;
	char shown[CT_SHOWN];

	if (ct_tensor_layout(tensor) != CT_STRIDED)
		what = "sparse";
	else if (ct_tensor_is_nested(tensor))
		what = "nested";
	else if (ct_tensor_is_quantized(tensor))
		what = "quantized";
	else if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_META)
		what = "on the meta device";
	if (what == NULL)
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, leaves->function,
			    "'%s': a tensor that is %s cannot be a part of a distributed "
			    "checkpoint: put it into a tuple, which is saved as one value, or save "
			    "its parts",
			    ct_shown(leaf->key, shown), what);
}

static ct_error describe_path(const struct ct_dcp_leaf *leaf, ct_value *path)
{
	for (int64_t i = 0; i < leaf->path_len; i++)
		CT_TRY(ct_value_list_append(path, leaf->path[i].key
							  ? ct_value_string(leaf->path[i].key)
							  : ct_value_int(leaf->path[i].index)));
	return NULL;
}

static ct_error describe_tensor(const struct ct_dcp_leaf *leaf, ct_value *result)
{
	static const int64_t zeros[MAX_DIM];
	const ct_tensor *tensor = leaf->value.object;
	const int64_t dim = ct_tensor_dim(tensor);
	const ct_ints part = CT_INTS_OF(ct_tensor_shape(tensor), dim);

	CT_TRY(ct_value_list_append(result, ct_value_dtype(ct_tensor_dtype(tensor))));
	CT_TRY(ct_value_list_append(result, ct_value_ints(leaf->shard ? leaf->shard->size : part)));
	CT_TRY(ct_value_list_append(result, ct_value_ints(leaf->shard ? leaf->shard->offsets
								      : CT_INTS_OF(zeros, dim))));
	return ct_value_list_append(result, ct_value_ints(part));
}

static ct_error describe_leaf(const struct ct_dcp_leaf *leaf, ct_value *described)
{
	ct_value path = ct_value_list_new();
	ct_error error = describe_path(leaf, &path);

	if (error == NULL)
		error = ct_value_list_append(described, ct_value_string(leaf->key));
	if (error == NULL)
		error = ct_value_list_move(described, &path);
	if (error == NULL && leaf->value.kind == CT_VALUE_TENSOR)
		error = describe_tensor(leaf, described);
	ct_value_free(&path);
	return error;
}

static ct_error describe_all(const struct ct_dcp_leaves *leaves, ct_value *list)
{
	for (const struct ct_dcp_leaf *leaf = leaves->leaves; leaf; leaf = leaf->hh.next) {
		ct_value described = ct_value_list_new();
		ct_error error = NULL;

		if (leaf->value.kind == CT_VALUE_TENSOR)
			error = check_can_save(leaves, leaf);
		if (error == NULL)
			error = describe_leaf(leaf, &described);
		if (error == NULL)
			error = ct_value_list_move(list, &described);
		ct_value_free(&described);
		CT_TRY(error);
	}
	return NULL;
}

ct_error ct_dcp_describe(const struct ct_dcp_leaves *leaves, ct_value *result)
{
	ct_value list = ct_value_list_new();
	const ct_error error = describe_all(leaves, &list);

	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

/* --- What all of them have --------------------------------------------------------------------- */

/* A rank that has a chunk. */
struct owner {
	int64_t rank;
	struct owner *next;
};

/* A chunk of the plan, in the order in which ranks have named them. */
struct ct_dcp_planned {
	struct ct_dcp_entry *entry;
	int64_t chunk;
	struct owner *owners; /* by rank */
	struct owner **last_owner;
	struct ct_dcp_planned *next, *next_of_entry;
};

struct planning {
	struct ct_dcp_folder *folder;
	int64_t rank; /* whose description is read */
	struct ct_dcp_planned *first, **last;
};

static void *new_memory(struct planning *self, size_t n)
{
	return ct_arena_new(&self->folder->reader.arena, n);
}

static ct_error disagree(const struct planning *self, const char *key, const char *what)
{
	char shown[CT_SHOWN];

	return ct_error_new(CT_ERROR_VALUE, self->folder->function,
			    "rank %lld has '%s' with another %s than the ranks before it",
			    (long long)self->rank, ct_shown(key, shown), what);
}

/* Numbers in the arena. */
static ct_error numbers_of(struct planning *self, const ct_value *ints, const int64_t **result,
			   int64_t *len)
{
	const int64_t n = ct_value_count(ints);
	int64_t *numbers = new_memory(self, ((size_t)n + 1) * sizeof *numbers);
	ct_value item;

	if (numbers == NULL)
		return ct_dcp_no_memory(self->folder);
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(ints, i, &item));
		CT_TRY(ct_value_as_int(&item, &numbers[i]));
	}
	*result = numbers;
	*len = n;
	return NULL;
}

static ct_error plan_text(struct planning *self, const ct_value *text, const char **result)
{
	const char *borrowed;
	int64_t n;

	CT_TRY(ct_value_as_string(text, &borrowed, &n));
	*result = ct_dcp_text(self->folder, borrowed, (size_t)n);
	return *result ? NULL : ct_dcp_no_memory(self->folder);
}

static ct_error plan_path(struct planning *self, const ct_value *path, struct ct_dcp_entry *entry)
{
	const int64_t n = ct_value_count(path);
	struct ct_dcp_step *steps = new_memory(self, (size_t)n * sizeof *steps);
	ct_value item;

	if (steps == NULL)
		return ct_dcp_no_memory(self->folder);
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(path, i, &item));
		if (item.kind == CT_VALUE_INT)
			steps[i].index = item.i;
		else
			CT_TRY(plan_text(self, &item, &steps[i].key));
	}
	entry->path = steps;
	entry->path_len = n;
	return NULL;
}

static ct_error plan_tensor(struct planning *self, const ct_value *described,
			    struct ct_dcp_entry *entry)
{
	ct_value dtype, size;

	CT_TRY(ct_value_item(described, DTYPE, &dtype));
	CT_TRY(ct_value_item(described, SIZE, &size));
	CT_TRY(ct_value_as_dtype(&dtype, &entry->dtype));
	return numbers_of(self, &size, &entry->size, &entry->dim);
}

static ct_error add_new(struct planning *self, const ct_value *described, const char *key,
			struct ct_dcp_entry **result)
{
	ct_value path;

	CT_TRY(ct_dcp_add_entry(self->folder, key, result));
	(*result)->is_tensor = ct_value_count(described) == ITEMS;
	CT_TRY(ct_value_item(described, PATH, &path));
	CT_TRY(plan_path(self, &path, *result));
	return (*result)->is_tensor ? plan_tensor(self, described, *result) : NULL;
}

static ct_error check_same(struct planning *self, const ct_value *described,
			   const struct ct_dcp_entry *entry)
{
	struct ct_dcp_entry here = { 0 };

	if (entry->is_tensor != (ct_value_count(described) == ITEMS))
		return disagree(self, entry->key, "type");
	if (!entry->is_tensor)
		return NULL;
	CT_TRY(plan_tensor(self, described, &here));
	if (here.dtype != entry->dtype)
		return disagree(self, entry->key, "dtype");
	if (here.dim != entry->dim ||
	    memcmp(here.size, entry->size, (size_t)here.dim * sizeof *here.size) != 0)
		return disagree(self, entry->key, "size");
	return NULL;
}

/* --- Chunks and their owners ------------------------------------------------------------------- */

static ct_error add_owner(struct planning *self, struct ct_dcp_planned *planned)
{
	struct owner *owner = new_memory(self, sizeof *owner);

	if (owner == NULL)
		return ct_dcp_no_memory(self->folder);
	owner->rank = self->rank;
	*planned->last_owner = owner;
	planned->last_owner = &owner->next;
	return NULL;
}

static ct_error add_planned(struct planning *self, struct ct_dcp_entry *entry,
			    const struct ct_dcp_chunk *chunk)
{
	struct ct_dcp_planned *planned = new_memory(self, sizeof *planned);
	struct ct_dcp_chunk *added = ct_dcp_add_chunk(self->folder, entry);

	if (planned == NULL || added == NULL)
		return ct_dcp_no_memory(self->folder);
	*added = *chunk;
	planned->entry = entry;
	planned->chunk = entry->chunks_len - 1;
	planned->last_owner = &planned->owners;
	planned->next_of_entry = entry->planned;
	entry->planned = planned;
	*self->last = planned;
	self->last = &planned->next;
	return add_owner(self, planned);
}

static ct_error add_chunk(struct planning *self, struct ct_dcp_entry *entry,
			  const struct ct_dcp_chunk *chunk)
{
	const int64_t found = entry->is_tensor
				      ? ct_dcp_find_chunk(self->folder, entry, chunk->offsets, 0)
				      : entry->chunks_len - 1;
	struct ct_dcp_planned *planned = entry->planned;

	if (found < 0)
		return add_planned(self, entry, chunk);
	if (entry->is_tensor && memcmp(entry->chunks[found].size, chunk->size,
				       (size_t)entry->dim * sizeof *chunk->size) != 0)
		return disagree(self, entry->key, "part");
	while (planned->chunk != found)
		planned = planned->next_of_entry;
	return add_owner(self, planned);
}

static ct_error plan_chunk(struct planning *self, const ct_value *described,
			   struct ct_dcp_entry *entry)
{
	struct ct_dcp_chunk chunk = { 0 };
	int64_t offsets_dim, part_dim;
	ct_value offsets, part;

	if (entry->is_tensor) {
		CT_TRY(ct_value_item(described, OFFSETS, &offsets));
		CT_TRY(ct_value_item(described, PART, &part));
		CT_TRY(numbers_of(self, &offsets, &chunk.offsets, &offsets_dim));
		CT_TRY(numbers_of(self, &part, &chunk.size, &part_dim));
		if (offsets_dim != entry->dim || part_dim != entry->dim)
			return disagree(self, entry->key, "number of dimensions");
	}
	return add_chunk(self, entry, &chunk);
}

static ct_error add_described(struct planning *self, const ct_value *described)
{
	struct ct_dcp_entry *entry;
	const char *key;
	ct_value item;

	CT_TRY(ct_value_item(described, KEY, &item));
	CT_TRY(plan_text(self, &item, &key));
	entry = ct_dcp_find_entry(self->folder, key);
	if (entry)
		CT_TRY(check_same(self, described, entry));
	else
		CT_TRY(add_new(self, described, key, &entry));
	return plan_chunk(self, described, entry);
}

static ct_error add_rank(struct planning *self, const ct_value *list)
{
	ct_value described;

	for (int64_t i = 0; i < ct_value_count(list); i++) {
		CT_TRY(ct_value_item(list, i, &described));
		CT_TRY(add_described(self, &described));
	}
	return NULL;
}

/* --- Writers ----------------------------------------------------------------------------------- */

/* What Python counts for a chunk: the bytes of the whole tensor; for another value, 1. */
static int64_t cost_of(const struct ct_dcp_entry *entry)
{
	int64_t nbytes = 0;

	if (entry->is_tensor)
		nbytes = ct_size_times(ct_dcp_numel(entry->size, entry->dim),
				       ct_dtype_size(entry->dtype));
	return nbytes ? nbytes : 1;
}

/* Each chunk is written by the owner that writes least until then. */
static ct_error choose_writers(struct planning *self, int64_t ranks)
{
	int64_t *costs = ct_array_new(ranks, sizeof *costs);

	if (costs == NULL)
		return ct_dcp_no_memory(self->folder);
	for (const struct ct_dcp_planned *at = self->first; at; at = at->next) {
		int64_t writer = at->owners->rank;

		for (const struct owner *owner = at->owners; owner; owner = owner->next)
			if (costs[owner->rank] < costs[writer])
				writer = owner->rank;
		at->entry->chunks[at->chunk].writer = writer;
		costs[writer] = ct_size_plus(costs[writer], cost_of(at->entry));
	}
	free(costs);
	return NULL;
}

ct_error ct_dcp_plan(struct ct_dcp_folder *folder, const ct_value *described)
{
	struct planning self = { .folder = folder };
	const int64_t ranks = ct_value_count(described);
	ct_value list;

	self.last = &self.first;
	folder->work_left = WORK;
	folder->reader.function = folder->function;
	folder->reader.path = folder->path;
	folder->reader.arena.left = SIZE_MAX;
	for (; self.rank < ranks; self.rank++) {
		CT_TRY(ct_value_item(described, self.rank, &list));
		CT_TRY(add_rank(&self, &list));
	}
	CT_TRY(choose_writers(&self, ranks));
	return ct_dcp_check_chunks(folder);
}
