/*
 * From values with paths to nested dicts and lists, as Python's set_element() makes them.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/dcp/folder.h"

/* A dict, a list or a value. A path has at most CT_VALUE_MAX_DEPTH steps, and so deep is the tree. */
struct node {
	enum { EMPTY, VALUE, DICT, LIST } kind;
	ct_value value;
	const char *key;       /* in a dict */
	struct node *children; /* of a dict: by key, in their order */
	struct node **items;   /* of a list; NULL is None */
	int64_t len, room;
	UT_hash_handle hh;
};

struct ct_dcp_nest {
	const char *function, *path;
	struct ct_arena arena;
	int64_t padding; /* None in lists whose items are missing */
	struct node root;
};

static ct_error nest_no_memory(const struct ct_dcp_nest *self)
{
	return ct_no_memory(self->function, "for the values of %s", self->path);
}

ct_error ct_dcp_nest_new(const char *function, const char *path, int64_t padding,
			 struct ct_dcp_nest **result)
{
	struct ct_dcp_nest *self = calloc(1, sizeof *self);

	if (self == NULL)
		return ct_no_memory(function, "for the values of %s", path);
	self->function = function;
	self->path = path;
	self->padding = padding;
	self->arena.left = SIZE_MAX;
	self->root.kind = DICT;
	*result = self;
	return NULL;
}

/* --- Adding ------------------------------------------------------------------------------------ */

static ct_error child_of_dict(struct ct_dcp_nest *self, struct node *dict, const char *key,
			      struct node **result)
{
	struct node *child;

	HASH_FIND(hh, dict->children, key, strlen(key), child);
	if (child == NULL) {
		child = ct_arena_new(&self->arena, sizeof *child);
		if (child == NULL)
			return nest_no_memory(self);
		child->key = key;
		HASH_ADD_KEYPTR(hh, dict->children, child->key, strlen(key), child);
		if (child->hh.tbl == NULL)
			return nest_no_memory(self);
	}
	*result = child;
	return NULL;
}

static ct_error make_longer(struct ct_dcp_nest *self, struct node *list, int64_t len)
{
	struct node **grown;
	int64_t room = list->room ? list->room : 4;

	self->padding -= len - list->len;
	if (self->padding < 0)
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "%s: not a valid checkpoint: its lists have more items than "
				    "values",
				    self->path);
	while (room < len)
		room *= 2;
	if (room > list->room) {
		grown = ct_arena_new(&self->arena, (size_t)room * sizeof(struct node *));
		if (grown == NULL)
			return nest_no_memory(self);
		if (list->len)
			memcpy(grown, list->items, (size_t)list->len * sizeof(struct node *));
		list->items = grown;
		list->room = room;
	}
	list->len = len;
	return NULL;
}

static ct_error child_of_list(struct ct_dcp_nest *self, struct node *list, int64_t index,
			      struct node **result)
{
	if (index >= list->len) {
		if (index > self->padding + list->len)
			index = self->padding + list->len; /* which is refused */
		CT_TRY(make_longer(self, list, index + 1));
	}
	if (list->items[index] == NULL)
		list->items[index] = ct_arena_new(&self->arena, sizeof(struct node));
	*result = list->items[index];
	return *result ? NULL : nest_no_memory(self);
}

static ct_error child(struct ct_dcp_nest *self, struct node *parent, const struct ct_dcp_step *step,
		      struct node **result)
{
	if (parent->kind == EMPTY)
		parent->kind = step->key ? DICT : LIST;
	if (parent->kind != (step->key ? DICT : LIST))
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "%s: not a valid checkpoint: the paths of its values "
				    "contradict each other",
				    self->path);
	return step->key ? child_of_dict(self, parent, step->key, result)
			 : child_of_list(self, parent, step->index, result);
}

ct_error ct_dcp_nest_add(struct ct_dcp_nest *self, const struct ct_dcp_step *path, int64_t path_len,
			 ct_value *value)
{
	struct node *at = &self->root;

	for (int64_t i = 0; i < path_len; i++)
		CT_TRY(child(self, at, &path[i], &at));
	if (at->kind != EMPTY)
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "%s: not a valid checkpoint: two values have one path",
				    self->path);
	at->kind = VALUE;
	at->value = *value;
	*value = ct_value_none();
	return NULL;
}

/* --- The result -------------------------------------------------------------------------------- */

static ct_error move_out(struct node *node, ct_value *result);

static ct_error move_dict(struct node *node, ct_value *result)
{
	ct_value value;
	ct_error error = NULL;

	for (struct node *at = node->children; at && error == NULL; at = at->hh.next) {
		error = move_out(at, &value);
		if (error == NULL) {
			error = ct_value_dict_move(result, ct_value_string(at->key), &value);
			ct_value_free(&value);
		}
	}
	return error;
}

static ct_error move_list(struct node *node, ct_value *result)
{
	ct_value value;
	ct_error error = NULL;

	for (int64_t i = 0; i < node->len && error == NULL; i++) {
		value = ct_value_none();
		if (node->items[i])
			error = move_out(node->items[i], &value);
		if (error == NULL) {
			error = ct_value_list_move(result, &value);
			ct_value_free(&value);
		}
	}
	return error;
}

static ct_error move_out(struct node *node, ct_value *result)
{
	ct_value made = node->kind == LIST ? ct_value_list_new() : ct_value_dict_new();
	ct_error error;

	if (node->kind == VALUE || node->kind == EMPTY) {
		ct_value_free(&made);
		*result = node->value;
		node->value = ct_value_none();
		return NULL;
	}
	error = node->kind == LIST ? move_list(node, &made) : move_dict(node, &made);
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

ct_error ct_dcp_nest_finish(struct ct_dcp_nest *self, ct_value *result)
{
	return move_out(&self->root, result);
}

static void release(struct node *node)
{
	for (struct node *at = node->children; at; at = at->hh.next)
		release(at);
	HASH_CLEAR(hh, node->children);
	for (int64_t i = 0; i < node->len; i++)
		if (node->items[i])
			release(node->items[i]);
	ct_value_free(&node->value);
}

void ct_dcp_nest_free(struct ct_dcp_nest *self)
{
	if (self == NULL)
		return;
	release(&self->root);
	ct_arena_free(&self->arena);
	free(self);
}
