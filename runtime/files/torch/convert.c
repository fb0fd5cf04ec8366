/*
 * Loading: from nodes to values, which contain each other: lists, dicts, state dicts of modules.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "files/torch/convert_key.h"
#include "files/torch/saved_module.h"
#include "operators/value/value.h"

/* Nested lists and dicts take stack, at most for CT_VALUE_MAX_DEPTH levels. Functions that are
 * called on the way would take theirs at every level if they were inlined. */
#define APART __attribute__((noinline))

/* In bytes: a text is copied each time that it is repeated. */
static size_t copied(const struct ct_node *node)
{
	return node->kind == CT_NODE_STRING || node->kind == CT_NODE_BYTES ||
			       node->kind == CT_NODE_BIG_INT
		       ? node->n
		       : 0;
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
		CT_TRY(ct_loader_skip_object(self, node, result));
		return ct_loader_convert(self, node->state, result);
	case CT_NODE_OBJECT:
		if (self->object_class)
			return ct_loader_wrong(self,
					       "an object of the class %s is in the state of "
					       "another one",
					       node->global->module);
		return node->state ? ct_loader_convert(self, node->state, result)
				   : ct_loader_leaf(self, node->arguments, result);
	default:
		return convert_dict(self, node, result);
	}
}

/* --- State dicts of whole modules ------------------------------------------------------------- */

struct state {
	struct ct_loader *loader;
	ct_value dict, metadata;
	size_t begin; /* of the names in the loader's key */
};

/* The present key in the state dict. */
static ct_value key_of(const struct state *state)
{
	const struct ct_text *key = &state->loader->key;

	return ct_value_string(key->length > state->begin ? key->data + state->begin : "");
}

/* Without autograd, as Python detaches them. */
static ct_error add_tensor(struct state *state, struct ct_node *node)
{
	ct_tensor *tensor;

	CT_TRY(ct_loader_tensor(state->loader, node, &tensor));
	if (ct_tensor_requires_grad(tensor))
		CT_TRY(ct_detach(tensor, &tensor));
	return ct_value_dict_set(&state->dict, key_of(state), ct_value_tensor(tensor));
}

/* A tensor of a class that only Python has. */
static ct_error add_other(struct state *state, struct ct_node *node)
{
	ct_error error = NULL;
	ct_value value;

	CT_TRY(ct_loader_convert(state->loader, node, &value));
	if (!ct_value_is_none(&value))
		error = ct_value_dict_move(&state->dict, key_of(state), &value);
	ct_value_free(&value);
	return error;
}

static ct_error add_value(struct state *state, struct ct_node *node)
{
	bool is_unwanted;

	CT_TRY(ct_loader_find_unwanted(state->loader, node, &is_unwanted));
	if (is_unwanted)
		return NULL;
	return (node->kind == CT_NODE_TENSOR ? add_tensor : add_other)(state, node);
}

static ct_error add_metadata(struct state *state, const struct ct_saved_module *module)
{
	const ct_value pair[] = { ct_value_string("version"),
				  ct_value_int(ct_saved_module_version(module)) };

	return ct_value_dict_set(&state->metadata, key_of(state), ct_value_dict(pair, 1));
}

static ct_error add_module(struct state *state, struct ct_node *node,
			   const struct ct_saved_module *module);

static ct_error add_child(struct state *state, struct ct_node *node)
{
	struct ct_saved_module *child = NULL;

	CT_TRY(ct_loader_spend(state->loader, 0));
	if (ct_loader_may_be_module(node))
		CT_TRY(ct_loader_find_module(state->loader, node, &child));
	return child ? add_module(state, node, child) : NULL;
}

static ct_error add_parts(struct state *state, const struct ct_saved_module *module,
			  enum ct_saved_part part)
{
	const struct ct_node *pairs = module->parts[part];
	struct ct_loader *self = state->loader;

	for (size_t i = 0; i + 1 < pairs->len; i += 2) {
		struct ct_node *const *pair = pairs->items + i;
		size_t before;
		bool is_part;

		CT_TRY(ct_loader_find_part(self, module, part, pair, &is_part));
		if (!is_part)
			continue;
		before = ct_loader_enter_key(self, pair[0]);
		if (self->key.failed)
			return ct_unpickle_no_memory(&self->reader);
		CT_TRY(ct_loader_spend(self, self->key.length)); /* it is copied */
		CT_TRY((part == CT_SAVED_MODULES ? add_child : add_value)(state, pair[1]));
		ct_loader_leave(self, before);
	}
	return NULL;
}

static ct_error add_module(struct state *state, struct ct_node *node,
			   const struct ct_saved_module *module)
{
	ct_error error;

	CT_TRY(ct_loader_open(state->loader, node));
	error = add_metadata(state, module);
	for (int part = 0; part < CT_SAVED_PARTS && error == NULL; part++)
		error = add_parts(state, module, (enum ct_saved_part)part);
	ct_loader_close(state->loader, node);
	return error;
}

/* What Python's state_dict() gives for the module of a node. */
static APART ct_error convert_state_dict(struct ct_loader *self, struct ct_node *node,
					 const struct ct_saved_module *module, ct_value *result)
{
	struct state state = { .loader = self,
			       .dict = ct_value_ordered_dict_new(),
			       .metadata = ct_value_ordered_dict_new(),
			       .begin = self->key.length ? self->key.length + 1 : 0 };
	ct_error error = add_module(&state, node, module);

	if (error == NULL)
		error = ct_value_dict_set_attribute(&state.dict, "_metadata", state.metadata);
	ct_value_free(&state.metadata);
	if (error)
		ct_value_free(&state.dict);
	else
		*result = state.dict;
	return error;
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

/* A list, a dict and the like, or an object's attributes. */
static ct_error convert_nest_once(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	ct_error error;

	if (!is_nest(node) || is_circle(node))
		return ct_loader_leaf(self, node, result);
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
	return module ? convert_state_dict(self, node, module, result)
		      : convert_nest_once(self, node, result);
}

ct_error ct_loader_convert(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	CT_TRY(ct_loader_spend(self, copied(node)));
	if (self->options->state_dicts && ct_loader_may_be_module(node))
		return convert_module(self, node, result);
	return convert_nest_once(self, node, result);
}
