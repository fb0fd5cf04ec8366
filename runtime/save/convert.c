/*
 * Loading: from nodes to values.
 */
#include <stdlib.h>
#include <string.h>

#include "base/big_int.h"
#include "save/convert_key.h"
#include "save/state_dict.h"
#include "value/value.h"

/* Nested lists and dicts take stack, at most for CT_VALUE_MAX_DEPTH levels. Functions that are
 * called on the way would take theirs at every level if they were inlined. */
#define APART __attribute__((noinline))

/* --- What is selected -------------------------------------------------------------------------- */

/* In bytes: a text is copied each time that it is repeated. */
static size_t copied(const struct ct_node *node)
{
	return node->kind == CT_NODE_STRING || node->kind == CT_NODE_BYTES ||
			       node->kind == CT_NODE_BIG_INT
		       ? node->n
		       : 0;
}

/* What the options' keys select: whatever becomes a tensor or a storage. */
static bool is_selectable(const struct ct_node *node)
{
	return node->kind == CT_NODE_TENSOR || node->kind == CT_NODE_STORAGE ||
	       (node->kind == CT_NODE_ARRAY && (node->global->kind == CT_REBUILD_ARRAY ||
						node->global->kind == CT_REBUILD_BUFFER));
}

ct_error ct_loader_find_unwanted(struct ct_loader *self, const struct ct_node *node, bool *result)
{
	*result = false;
	if (!is_selectable(node))
		return NULL;
	CT_TRY(ct_loader_spend(self, ct_keys_cost(&self->keys, self->key.length)));
	*result = !ct_keys_has(&self->keys, self->key.data ? self->key.data : "", self->key.length);
	return NULL;
}

/* --- Values that contain no others ------------------------------------------------------------- */

/* A text, or the digits of an integer. */
static ct_error copy_text(const struct ct_loader *self, const struct ct_node *node,
			  ct_value *result)
{
	/* Not ct_value_string(), which looks for a NUL; there is none. */
	ct_value text = ct_value_bytes(node->n ? node->bytes : "", (int64_t)node->n);

	(void)self;
	text.kind = node->kind == CT_NODE_STRING ? CT_VALUE_STRING : CT_VALUE_BIG_INT;
	return ct_value_copy(&text, result);
}

static ct_error copy_bytes(const struct ct_node *node, ct_value *result)
{
	const ct_value bytes = ct_value_bytes(node->bytes, (int64_t)node->n);

	return ct_value_copy(&bytes, result);
}

static ct_error copy_storage(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	ct_storage *storage;
	ct_value value;

	if (node->storage->base)
		return ct_loader_wrong(self, "it is a view of another storage");
	CT_TRY(ct_loader_make_storage(self, node->storage, &storage));
	value = ct_value_storage(storage);
	return ct_value_copy(&value, result);
}

static ct_error copy_tensor(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	ct_tensor *tensor;
	ct_value value;

	CT_TRY(ct_loader_tensor(self, node, &tensor));
	value = ct_value_tensor(tensor);
	return ct_value_copy(&value, result);
}

/* Unless that was done when the name was read. `module` is the whole name, which has a dot. */
static ct_error note_unknown(struct ct_loader *self, const struct ct_pickle_global *global)
{
	const char *dot = strrchr(global->module, '.');

	if (!self->reader.list_later)
		return NULL;
	if (!self->options->skip_unknown)
		return ct_pickle_refuse(&self->reader, global->module);
	return ct_skipped_add(&self->reader, global->module, (size_t)(dot - global->module),
			      dot + 1, strlen(dot + 1));
}

/* A function or class that is a value, such as that of an optimizer. */
static ct_error skip_global(struct ct_loader *self, const struct ct_pickle_global *global,
			    ct_value *result)
{
	*result = ct_value_none();
	if (ct_pickle_is_unknown(global))
		return note_unknown(self, global);
	return ct_skipped_add(&self->reader, global->module, strlen(global->module), global->name,
			      strlen(global->name));
}

static ct_error skip_object(struct ct_loader *self, const struct ct_node *node, ct_value *result)
{
	*result = ct_value_none();
	return node->global ? note_unknown(self, node->global) : NULL;
}

/* With skip_unknown what has no ct_value, of a type of Python's, becomes None. */
static ct_error skip_type(struct ct_loader *self, const char *module, const char *name,
			  ct_value *result)
{
	*result = ct_value_none();
	return ct_skipped_add(&self->reader, module, strlen(module), name, strlen(name));
}

static ct_error refuse(struct ct_loader *self, const struct ct_node *node, ct_value *result)
{
	switch (node->kind) {
	case CT_NODE_HUGE:
		if (self->options->skip_unknown)
			return skip_type(self, "builtins", "int", result);
		return ct_loader_wrong(self,
				       "it is an integer of more than %d bytes (skip_unknown "
				       "loads such integers as None)",
				       CT_BIG_INT_BYTES);
	case CT_NODE_GLOBAL:
		return ct_loader_wrong(self, "it is the function or class %s.%s, which is not data",
				       node->global->module, node->global->name);
	default:
		return ct_loader_wrong(self, "it is not data");
	}
}

static APART ct_error convert_leaf(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	bool is_unwanted;

	CT_TRY(ct_loader_find_unwanted(self, node, &is_unwanted));
	if (is_unwanted) {
		*result = ct_value_none();
		return NULL;
	}
	switch (node->kind) {
	case CT_NODE_NONE:
		*result = ct_value_none();
		return NULL;
	case CT_NODE_SKIPPED:
		return skip_object(self, node, result);
	case CT_NODE_BOOL:
		*result = ct_value_bool(node->i != 0);
		return NULL;
	case CT_NODE_INT:
	case CT_NODE_UINT:
		*result = ct_value_int(node->i);
		if (node->kind == CT_NODE_UINT)
			result->kind = CT_VALUE_UINT;
		return NULL;
	case CT_NODE_FLOAT:
		*result = ct_value_float(node->re);
		return NULL;
	case CT_NODE_COMPLEX:
		*result = ct_value_complex(node->re, node->im);
		return NULL;
	case CT_NODE_STRING:
	case CT_NODE_BIG_INT:
		return copy_text(self, node, result);
	case CT_NODE_BYTES:
		return copy_bytes(node, result);
	case CT_NODE_CONSTANT:
		*result = node->value;
		return NULL;
	case CT_NODE_STORAGE:
		return copy_storage(self, node, result);
	case CT_NODE_TENSOR:
		return copy_tensor(self, node, result);
	case CT_NODE_ARRAY:
		return ct_loader_array(self, node, result);
	case CT_NODE_GLOBAL:
		if (self->options->skip_unknown || ct_pickle_is_unknown(node->global))
			return skip_global(self, node->global, result);
		return refuse(self, node, result);
	default:
		return refuse(self, node, result);
	}
}

/* --- Lists, tuples, sets, dicts ----------------------------------------------------------------- */

/* Values on the way into a list or dict. On the stack they would be there at every level. */
struct moved {
	ct_value key, value;
	size_t before; /* the length of the loader's key */
};

static ct_error new_moved(struct ct_loader *self, struct moved **result)
{
	*result = ct_arena_new(&self->reader.arena, sizeof **result);
	return *result ? NULL : ct_unpickle_no_memory(&self->reader);
}

static APART ct_error add_converted_item(const struct ct_loader *self, const struct ct_node *node,
					 ct_value *item, ct_value *result)
{
	const ct_error error = node->kind == CT_NODE_SET ? ct_value_set_add(result, *item)
							 : ct_value_list_move(result, item);

	ct_value_free(item);
	return error ? ct_loader_around(self, error) : NULL;
}

static APART ct_error convert_items(struct ct_loader *self, const struct ct_node *node,
				    ct_value *result)
{
	struct moved *moved;

	CT_TRY(new_moved(self, &moved));
	for (size_t i = 0; i < node->len; i++) {
		const size_t before = ct_loader_enter_index(self, (long long)i);
		const char *wrong = NULL;

		if (node->kind == CT_NODE_SET)
			CT_TRY(ct_loader_wrong_key(self, node->items[i], &wrong));
		if (wrong) {
			CT_TRY(ct_loader_leave_out(self, wrong, "an item of a set"));
			ct_loader_leave(self, before);
			continue;
		}
		CT_TRY(ct_loader_convert(self, node->items[i], &moved->value));
		CT_TRY(add_converted_item(self, node, &moved->value, result));
		ct_loader_leave(self, before);
	}
	return NULL;
}

/* Attributes have no name among the keys. */
static APART size_t enter_pair(struct ct_loader *self, const struct ct_node *key, bool is_attribute)
{
	return is_attribute ? self->key.length : ct_loader_enter_key(self, key);
}

/* state_dict._metadata and the like are attributes. */
static APART ct_error add_pair(const struct ct_loader *self, const struct moved *moved,
			       bool is_attribute, ct_value *result)
{
	ct_value value = moved->value;
	ct_error error = is_attribute
				 ? ct_value_dict_set_attribute(result, moved->key.object, value)
				 : ct_value_dict_move(result, moved->key, &value);

	ct_value_free(&value);
	return error ? ct_loader_around(self, error) : NULL;
}

/* What is not a dict of texts is no attribute; a tensor that is not wanted has no pair. */
static APART ct_error find_skipped(struct ct_loader *self, struct ct_node *const *pair,
				   bool is_attribute, bool *result)
{
	const char *wrong;

	CT_TRY(ct_loader_wrong_key(self, pair[0], &wrong));
	*result = true;
	if (is_attribute && pair[0]->kind != CT_NODE_STRING)
		return NULL;
	if (wrong)
		return ct_loader_leave_out(self, wrong, "the value of a key");
	*result = false;
	return is_attribute ? NULL : ct_loader_find_unwanted(self, pair[1], result);
}

/* Into a dict, or into its attributes. */
static APART ct_error convert_pairs(struct ct_loader *self, const struct ct_node *node,
				    bool is_attribute, ct_value *result)
{
	struct moved *moved;
	bool is_skipped;
	ct_error error;

	CT_TRY(new_moved(self, &moved));
	for (size_t i = 0; i + 1 < node->len; i += 2) {
		struct ct_node *const *pair = node->items + i;

		moved->before = enter_pair(self, pair[0], is_attribute);
		CT_TRY(ct_loader_spend(self, copied(pair[0])));
		CT_TRY(find_skipped(self, pair, is_attribute, &is_skipped));
		if (!is_skipped) {
			CT_TRY(ct_loader_convert(self, pair[0], &moved->key));
			error = ct_loader_convert(self, pair[1], &moved->value);
			if (error == NULL)
				error = add_pair(self, moved, is_attribute, result);
			ct_value_free(&moved->key);
			CT_TRY(error);
		}
		ct_loader_leave(self, moved->before);
	}
	return NULL;
}

static ct_error convert_dict(struct ct_loader *self, const struct ct_node *node, ct_value *result)
{
	CT_TRY(convert_pairs(self, node, false, result));
	if (node->is_ordered && node->state && node->state->kind == CT_NODE_DICT)
		return convert_pairs(self, node->state, true, result);
	return NULL;
}

static ct_value empty_dict(const struct ct_node *node)
{
	ct_value dict = node->is_ordered ? ct_value_ordered_dict_new() : ct_value_dict_new();

	if (node->is_counter)
		dict.flags |= CT_VALUE_COUNTER;
	return dict;
}

static APART ct_value empty_nest(const struct ct_node *node)
{
	switch (node->kind) {
	case CT_NODE_LIST:
		return ct_value_list_new();
	case CT_NODE_TUPLE:
		return ct_value_tuple_new();
	case CT_NODE_SET:
		return ct_value_set_new();
	case CT_NODE_DICT:
		return empty_dict(node);
	default:
		return ct_value_none();
	}
}

static ct_error convert_nest(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	switch (node->kind) {
	case CT_NODE_LIST:
	case CT_NODE_TUPLE:
	case CT_NODE_SET:
		return convert_items(self, node, result);
	case CT_NODE_SKIPPED:
		CT_TRY(skip_object(self, node, result));
		return ct_loader_convert(self, node->state, result);
	case CT_NODE_OBJECT:
		return node->state ? ct_loader_convert(self, node->state, result)
				   : convert_leaf(self, node->arguments, result);
	default:
		return convert_dict(self, node, result);
	}
}

/* --- Everything -------------------------------------------------------------------------------- */

/* What was skipped and has attributes, as a whole module does: they are its value. */
static bool has_attributes(const struct ct_node *node)
{
	return node->kind == CT_NODE_SKIPPED && node->state && node->state->kind == CT_NODE_DICT;
}

static bool is_nest(const struct ct_node *node)
{
	switch (node->kind) {
	case CT_NODE_LIST:
	case CT_NODE_TUPLE:
	case CT_NODE_SET:
	case CT_NODE_DICT:
	case CT_NODE_OBJECT:
		return true;
	default:
		return has_attributes(node);
	}
}

/* Objects refer to each other in circles, and are skipped where they would contain themselves. */
static bool is_circle(const struct ct_node *node)
{
	return has_attributes(node) && (node->is_open || node->state->is_open);
}

APART ct_error ct_loader_open(struct ct_loader *self, struct ct_node *node)
{
	if (node->is_open)
		return ct_loader_wrong(self, "it contains itself");
	if (self->depth == CT_VALUE_MAX_DEPTH)
		return ct_loader_wrong(self, "lists and dicts nest deeper than %d levels",
				       CT_VALUE_MAX_DEPTH);
	self->depth++;
	node->is_open = true;
	return NULL;
}

void ct_loader_close(struct ct_loader *self, struct ct_node *node)
{
	self->depth--;
	node->is_open = false;
}

ct_error ct_loader_spend(struct ct_loader *self, size_t n)
{
	const uint64_t cost = 1 + n / 32;

	if (cost > self->values_left)
		return ct_loader_wrong(self, "its pickle repeats its parts too often");
	self->values_left -= cost;
	return NULL;
}

/* A list, a dict and the like, or an object's attributes. */
static ct_error convert_nest_once(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	ct_error error;

	if (!is_nest(node) || is_circle(node))
		return convert_leaf(self, node, result);
	CT_TRY(ct_loader_open(self, node));
	*result = empty_nest(node);
	error = convert_nest(self, node, result);
	ct_loader_close(self, node);
	if (error)
		ct_value_free(result);
	return error;
}

static APART ct_error convert_module(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	struct ct_saved_module *module;

	CT_TRY(ct_loader_find_module(self, node, &module));
	return module ? ct_loader_state_dict(self, node, module, result)
		      : convert_nest_once(self, node, result);
}

ct_error ct_loader_convert(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	CT_TRY(ct_loader_spend(self, copied(node)));
	if (self->options->state_dicts && ct_loader_may_be_module(node))
		return convert_module(self, node, result);
	return convert_nest_once(self, node, result);
}
