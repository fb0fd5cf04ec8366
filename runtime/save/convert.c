/*
 * Loading: from nodes to values.
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "save/loader.h"

/* Nested lists and dicts take stack, at most for CT_VALUE_MAX_DEPTH levels. Functions that are
 * called on the way would take theirs at every level if they were inlined. */
#define APART __attribute__((noinline))

/* --- Keys -------------------------------------------------------------------------------------- */

/* Appends ".name" to the key; returns its length before. */
static size_t enter_key(struct ct_loader *self, const char *name, size_t n)
{
	const size_t before = self->key.length;

	if (before)
		ct_text_add(&self->key, ".");
	ct_text_add_bytes(&self->key, name, n);
	return before;
}

/* In bytes: a text is copied each time that it is repeated. */
static size_t copied(const struct ct_node *node)
{
	return node->kind == CT_NODE_STRING || node->kind == CT_NODE_BYTES ? node->n : 0;
}

static void leave_key(struct ct_loader *self, size_t before)
{
	self->key.length = before;
	if (self->key.data)
		self->key.data[before] = '\0';
}

static APART size_t enter_index(struct ct_loader *self, long long index)
{
	char text[24];
	const int n = snprintf(text, sizeof text, "%lld", index);

	return enter_key(self, text, (size_t)n);
}

/* What the options' keys select: whatever becomes a tensor or a storage. */
static bool is_selectable(const struct ct_node *node)
{
	return node->kind == CT_NODE_TENSOR || node->kind == CT_NODE_STORAGE ||
	       (node->kind == CT_NODE_ARRAY && (node->global->kind == CT_REBUILD_ARRAY ||
						node->global->kind == CT_REBUILD_BUFFER));
}

/* Whether the options leave out the node, which has the present key. */
static ct_error find_unwanted(struct ct_loader *self, const struct ct_node *node, bool *result)
{
	*result = false;
	if (!is_selectable(node))
		return NULL;
	CT_TRY(ct_loader_spend(self, ct_keys_cost(&self->keys, self->key.length)));
	*result = !ct_keys_has(&self->keys, self->key.data ? self->key.data : "", self->key.length);
	return NULL;
}

/* --- Values that contain no others ------------------------------------------------------------- */

static ct_error copy_text(const struct ct_loader *self, const struct ct_node *node,
			  ct_value *result)
{
	/* Not ct_value_string(), which looks for a NUL; there is none. */
	ct_value text = ct_value_bytes(node->n ? node->bytes : "", (int64_t)node->n);

	(void)self;
	text.kind = CT_VALUE_STRING;
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
		return ct_loader_wrong(self, "it is a part of a storage");
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

/* A function or class that is a value, such as that of an optimizer. */
static ct_error skip_global(struct ct_loader *self, const struct ct_pickle_global *global,
			    ct_value *result)
{
	/* Those that are not known were skipped before, and have no name. */
	if (*global->name)
		CT_TRY(ct_skipped_add(&self->reader, global->module, strlen(global->module),
				      global->name, strlen(global->name)));
	*result = ct_value_none();
	return NULL;
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
		if (self->reader.skip_unknown)
			return skip_type(self, "builtins", "int", result);
		return ct_loader_wrong(self, "it is an integer of more than 64 bits (with "
					     "skip_unknown such integers become None)");
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

	CT_TRY(find_unwanted(self, node, &is_unwanted));
	if (is_unwanted) {
		*result = ct_value_none();
		return NULL;
	}
	switch (node->kind) {
	case CT_NODE_NONE:
	case CT_NODE_SKIPPED:
		*result = ct_value_none();
		return NULL;
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
		if (self->reader.skip_unknown)
			return skip_global(self, node->global, result);
		return refuse(self, node, result);
	default:
		return refuse(self, node, result);
	}
}

/* --- Lists, tuples, sets, dicts ----------------------------------------------------------------- */

/* Python's name of the type of a key or an item that a ct_value cannot have; NULL: it can. */
static const char *wrong_key(const struct ct_node *node)
{
	switch (node->kind) {
	case CT_NODE_NONE:
	case CT_NODE_SKIPPED:
		return "NoneType";
	case CT_NODE_HUGE:
		return "int (of more than 64 bits)";
	case CT_NODE_TUPLE:
		return "tuple";
	case CT_NODE_SET:
		return "frozenset";
	case CT_NODE_GLOBAL:
		return "type";
	case CT_NODE_CONSTANT:
		return node->value.kind == CT_VALUE_DEVICE ? NULL
							   : ct_value_type_name(&node->value);
	default:
		return NULL;
	}
}

/* With skip_unknown a key or item of a wrong type is left out. */
static ct_error leave_out(struct ct_loader *self, const char *type, const char *what)
{
	if (self->reader.skip_unknown)
		return ct_skipped_add(&self->reader, "builtins", strlen("builtins"), type,
				      strlen(type));
	return ct_loader_wrong(self,
			       "it is %s of type %s; such keys and items cannot be read (with "
			       "skip_unknown they are left out)",
			       what, type);
}

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

static APART ct_error add_item(const struct ct_loader *self, const struct ct_node *node,
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
		const char *wrong = node->kind == CT_NODE_SET ? wrong_key(node->items[i]) : NULL;
		const size_t before = enter_index(self, (long long)i);

		if (wrong) {
			CT_TRY(leave_out(self, wrong, "an item of a set"));
			leave_key(self, before);
			continue;
		}
		CT_TRY(ct_loader_convert(self, node->items[i], &moved->value));
		CT_TRY(add_item(self, node, &moved->value, result));
		leave_key(self, before);
	}
	return NULL;
}

enum { MAX_SHOWN_KEY = 80 };

/* A key as Python writes it, shortened; what is in a tuple are ints and texts, mostly. */
static void show_key(const struct ct_node *key, char *text, size_t size)
{
	const bool is_tuple = key->kind == CT_NODE_TUPLE;
	size_t used = 0;

	if (key->kind == CT_NODE_BOOL || key->kind == CT_NODE_NONE)
		snprintf(text, size, "%s",
			 key->kind == CT_NODE_NONE ? "None"
			 : key->i                  ? "True"
						   : "False");
	else if (key->kind == CT_NODE_FLOAT)
		snprintf(text, size, "%g", key->re);
	else
		snprintf(text, size, is_tuple ? "(" : "?");
	for (size_t i = 0; is_tuple && i < key->len && used + 30 < size; i++) {
		const struct ct_node *item = key->items[i];
		const char *comma = i ? ", " : "";

		used = strlen(text);
		if (item->kind == CT_NODE_INT)
			snprintf(text + used, size - used, "%s%lld", comma, (long long)item->i);
		else if (item->kind == CT_NODE_STRING)
			snprintf(text + used, size - used, "%s%.*s", comma,
				 item->n < 20 ? (int)item->n : 20, item->bytes);
		else
			snprintf(text + used, size - used, "%s?", comma);
	}
	if (is_tuple)
		snprintf(text + strlen(text), size - strlen(text), ")");
}

/* Attributes have no name among the keys. */
static APART size_t enter_dict(struct ct_loader *self, const struct ct_node *key, bool is_attribute)
{
	char text[MAX_SHOWN_KEY];

	if (is_attribute)
		return self->key.length;
	if (key->kind == CT_NODE_STRING)
		return enter_key(self, key->bytes, key->n);
	if (key->kind == CT_NODE_INT)
		return enter_index(self, key->i);
	show_key(key, text, sizeof text);
	return enter_key(self, text, strlen(text));
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
	const char *wrong = wrong_key(pair[0]);

	*result = true;
	if (is_attribute && pair[0]->kind != CT_NODE_STRING)
		return NULL;
	if (wrong)
		return leave_out(self, wrong, "the value of a key");
	*result = false;
	return is_attribute ? NULL : find_unwanted(self, pair[1], result);
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

		moved->before = enter_dict(self, pair[0], is_attribute);
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
		leave_key(self, moved->before);
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
		return node->is_ordered ? ct_value_ordered_dict_new() : ct_value_dict_new();
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

static APART ct_error open_nest(struct ct_loader *self, struct ct_node *node)
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

ct_error ct_loader_spend(struct ct_loader *self, size_t n)
{
	const uint64_t cost = 1 + n / 32;

	if (cost > self->values_left)
		return ct_loader_wrong(self, "its pickle repeats parts of itself far too often");
	self->values_left -= cost;
	return NULL;
}

ct_error ct_loader_convert(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	ct_error error;

	CT_TRY(ct_loader_spend(self, copied(node)));
	if (!is_nest(node) || is_circle(node))
		return convert_leaf(self, node, result);
	CT_TRY(open_nest(self, node));
	*result = empty_nest(node);
	error = convert_nest(self, node, result);
	self->depth--;
	node->is_open = false;
	if (error)
		ct_value_free(result);
	return error;
}
