/*
 * Nested state dicts as leaves with paths, as Python's flatten_state_dict() does it: dicts are always
 * opened, lists only if a tensor or a dict is in them, and tuples never.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "files/dcp/folder.h"

/* The steps to a value, from the innermost one outwards. */
struct trail {
	const struct trail *outer;
	struct ct_dcp_step step;
	int64_t depth;
};

static ct_error flatten_no_memory(const struct ct_dcp_leaves *self)
{
	return ct_no_memory(self->function, "for the keys of a state dict");
}

static bool is_list(const ct_value *value)
{
	return value->kind == CT_VALUE_LIST || value->kind == CT_VALUE_TENSORS;
}

static bool is_leaf(const ct_value *value)
{
	ct_value item;

	if (value->kind == CT_VALUE_DICT)
		return false;
	for (int64_t i = 0; is_list(value) && i < ct_value_count(value); i++)
		if (ct_value_item(value, i, &item) == NULL &&
		    (item.kind == CT_VALUE_TENSOR ||
		     ((item.kind == CT_VALUE_DICT || is_list(&item)) && !is_leaf(&item))))
			return false;
	return true;
}

/* --- A leaf ------------------------------------------------------------------------------------ */

static void add_step(struct ct_text *key, const struct ct_dcp_step *step)
{
	if (key->length)
		ct_text_add(key, ".");
	if (step->key)
		ct_text_add(key, step->key);
	else
		ct_text_addf(key, "%" PRId64, step->index);
}

static ct_error insert_leaf(struct ct_dcp_leaves *self, const char *key, size_t n,
			    struct ct_dcp_leaf *leaf)
{
	struct ct_dcp_leaf *found;
	char *copy;

	HASH_FIND(hh, self->leaves, key, n, found);
	if (found)
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "two values of the state dict have the flattened key '%s'",
				    key);
	copy = ct_arena_new(&self->arena, n + 1);
	if (copy == NULL)
		return flatten_no_memory(self);
	memcpy(copy, key, n);
	leaf->key = copy;
	HASH_ADD_KEYPTR(hh, self->leaves, leaf->key, n, leaf);
	return leaf->hh.tbl ? NULL : flatten_no_memory(self);
}

static ct_error add_leaf(struct ct_dcp_leaves *self, const struct trail *trail,
			 const ct_value *value)
{
	struct ct_dcp_leaf *leaf = ct_arena_new(&self->arena, sizeof *leaf);
	struct ct_dcp_step *path = ct_arena_new(&self->arena, (size_t)trail->depth * sizeof *path);
	struct ct_text key = { 0 };
	ct_error error;

	if (leaf == NULL || path == NULL)
		return flatten_no_memory(self);
	leaf->path = path;
	leaf->path_len = trail->depth;
	leaf->value = ct_value_borrow(value);
	for (const struct trail *at = trail; at; at = at->outer)
		path[at->depth - 1] = at->step;
	for (int64_t i = 0; i < leaf->path_len; i++)
		add_step(&key, &path[i]);
	error = key.failed ? flatten_no_memory(self)
			   : insert_leaf(self, key.data ? key.data : "", key.length, leaf);
	ct_text_release(&key);
	return error;
}

/* --- Dicts and lists --------------------------------------------------------------------------- */

/* Python's str() of a key. */
static ct_error text_of_key(struct ct_dcp_leaves *self, const ct_value *key, const char **result)
{
	char number[24];
	size_t n = 0;
	char *copy;

	if (key->kind == CT_VALUE_INT)
		n = (size_t)snprintf(number, sizeof number, "%" PRId64, key->i);
	else if (key->kind == CT_VALUE_STRING)
		n = (size_t)key->i;
	else
		return ct_error_new(CT_ERROR_TYPE, self->function,
				    "a key of the state dict is of the type %s: expected a text or "
				    "an integer",
				    ct_value_type_name(key));
	if (key->kind == CT_VALUE_STRING && memchr(key->object, '\0', n))
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "a key of the state dict has a NUL");
	copy = ct_arena_new(&self->arena, n + 1);
	if (copy == NULL)
		return flatten_no_memory(self);
	memcpy(copy, key->kind == CT_VALUE_INT ? number : key->object, n);
	*result = copy;
	return NULL;
}

static ct_error visit(struct ct_dcp_leaves *self, const struct trail *trail, const ct_value *value)
{
	struct trail inner = { .outer = trail, .depth = trail ? trail->depth + 1 : 1 };
	const bool is_dict = value->kind == CT_VALUE_DICT;
	ct_value key, item;

	if (is_leaf(value))
		return add_leaf(self, trail, value);
	if (inner.depth > CT_VALUE_MAX_DEPTH)
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "the state dict nests deeper than %d levels",
				    CT_VALUE_MAX_DEPTH);
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		inner.step.index = i;
		if (is_dict) {
			CT_TRY(ct_value_dict_item(value, i, &key, &item));
			CT_TRY(text_of_key(self, &key, &inner.step.key));
		} else {
			CT_TRY(ct_value_item(value, i, &item));
		}
		CT_TRY(visit(self, &inner, &item));
	}
	return NULL;
}

ct_error ct_dcp_flatten(const char *function, const ct_value *state, struct ct_dcp_leaves *result)
{
	*result = (struct ct_dcp_leaves){ .function = function, .arena = { .left = SIZE_MAX } };
	if (state->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 1 (state): expected a dict, got a %s",
				    ct_value_type_name(state));
	return visit(result, NULL, state);
}

/* --- Replacing --------------------------------------------------------------------------------- */

static ct_error copy_attributes(const ct_value *from, ct_value *to)
{
	ct_value attributes, name, value;

	CT_TRY(ct_value_dict_attributes(from, &attributes));
	for (int64_t i = 0; i < ct_value_count(&attributes); i++) {
		CT_TRY(ct_value_dict_item(&attributes, i, &name, &value));
		CT_TRY(ct_value_dict_set_attribute(to, name.object, value));
	}
	return NULL;
}

/* `*next` is the leaf that comes next, as leaves are in the order of the walk. */
static ct_error replace(struct ct_dcp_leaf **next, const ct_value *value, ct_value *result);

static ct_error replace_item(struct ct_dcp_leaf **next, const ct_value *from, int64_t index,
			     ct_value *to)
{
	ct_value key, item, made = ct_value_none();
	ct_error error;

	if (from->kind == CT_VALUE_DICT)
		CT_TRY(ct_value_dict_item(from, index, &key, &item));
	else
		CT_TRY(ct_value_item(from, index, &item));
	CT_TRY(replace(next, &item, &made));
	error = from->kind == CT_VALUE_DICT ? ct_value_dict_move(to, key, &made)
					    : ct_value_list_move(to, &made);
	ct_value_free(&made);
	return error;
}

static ct_error replace_leaf(struct ct_dcp_leaf **next, ct_value *result)
{
	struct ct_dcp_leaf *leaf = *next;

	*next = leaf->hh.next;
	if (leaf->value.kind == CT_VALUE_TENSOR)
		return ct_value_copy(&leaf->value, result);
	*result = leaf->loaded;
	leaf->loaded = ct_value_none();
	return NULL;
}

static ct_error replace(struct ct_dcp_leaf **next, const ct_value *value, ct_value *result)
{
	const bool is_ordered = ct_value_is_ordered_dict(value);
	ct_value made;
	ct_error error = NULL;

	if (is_leaf(value))
		return replace_leaf(next, result);
	if (value->kind == CT_VALUE_DICT)
		made = is_ordered ? ct_value_ordered_dict_new() : ct_value_dict_new();
	else
		made = ct_value_list_new();
	for (int64_t i = 0; i < ct_value_count(value) && error == NULL; i++)
		error = replace_item(next, value, i, &made);
	if (error == NULL && is_ordered)
		error = copy_attributes(value, &made);
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

ct_error ct_dcp_replace(struct ct_dcp_leaves *self, const ct_value *state, ct_value *result)
{
	struct ct_dcp_leaf *next = self->leaves;

	return replace(&next, state, result);
}

void ct_dcp_leaves_release(struct ct_dcp_leaves *self)
{
	for (struct ct_dcp_leaf *leaf = self->leaves; leaf; leaf = leaf->hh.next)
		ct_value_free(&leaf->loaded);
	HASH_CLEAR(hh, self->leaves);
	ct_arena_free(&self->arena);
}
