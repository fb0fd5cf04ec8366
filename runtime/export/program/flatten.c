/*
 * From nested values to their leaves and back.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "export/program/classes.h"
#include "export/program/flatten.h"
#include "operators/value/value.h"

typedef struct ct_tree tree;

struct flattening {
	const struct ct_export_shared *shared;
	const char *function;
	ct_value *next; /* leaf */
	ct_value *kept; /* children that registered classes have made */
	bool is_plain;  /* registered classes are not asked */
};

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_error wrong_structure(const struct flattening *self, const char *format, ...)
	CT_PRINTF(2, 3);

static ct_error wrong_structure(const struct flattening *self, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ct_error_new(CT_ERROR_VALUE, self->function,
			    "%s: the inputs differ from those of the export: %s",
			    self->shared->what, text);
}

/* --- Flattening ------------------------------------------------------------------------------- */

static ct_error flatten(struct flattening *self, const tree *node, const ct_value *value);

static ct_error flatten_sequence(struct flattening *self, const tree *node, const ct_value *value)
{
	ct_value item;

	if (ct_value_count(value) != node->children_len)
		return wrong_structure(self, "%s of %lld items has %lld", ct_value_type_name(value),
				       (long long)node->children_len,
				       (long long)ct_value_count(value));
	for (int64_t i = 0; i < node->children_len; i++) {
		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(flatten(self, &node->children[i], &item));
	}
	return NULL;
}

/* By keys, in any order. */
static ct_error flatten_dict(struct flattening *self, const tree *node, const ct_value *value)
{
	if (ct_value_count(value) != node->children_len)
		return wrong_structure(self, "a dict of %lld keys has %lld",
				       (long long)node->children_len,
				       (long long)ct_value_count(value));
	for (int64_t i = 0; i < node->children_len; i++) {
		ct_value item;

		if (node->keys == NULL)
			return wrong_structure(self, "the class %s has no names of fields",
					       node->type ? node->type : "");
		CT_TRY(ct_value_dict_get(value, ct_constant_of(&node->keys[i]), &item));
		CT_TRY(flatten(self, &node->children[i], &item));
	}
	return NULL;
}

static bool is_dict(enum ct_tree_kind kind)
{
	return kind == CT_TREE_DICT || kind == CT_TREE_ORDERED_DICT;
}

/* By the function of a registered class; `*is_done`: there is one. */
static ct_error flatten_object(struct flattening *self, const tree *node, const ct_value *value,
			       bool *is_done)
{
	const struct ct_export_class *class = ct_export_class_find(node->type);
	ct_value children, borrowed;
	ct_error error;

	*is_done = class && class->flatten;
	error = *is_done ? class->flatten(value, node->context, class->context, &children) : NULL;
	ct_export_class_release(class);
	if (error || !*is_done)
		return error;
	borrowed = ct_value_borrow(&children);
	CT_TRY(ct_value_list_move(self->kept, &children)); /* what is in it does not move */
	return flatten_sequence(self, node, &borrowed);
}

static ct_error flatten(struct flattening *self, const tree *node, const ct_value *value)
{
	bool is_done = false;

	if (node->kind == CT_TREE_LEAF) {
		*self->next++ = ct_value_borrow(value);
		return NULL;
	}
	if (node->kind == CT_TREE_OTHER)
		CT_TRY(flatten_object(self, node, value, &is_done));
	if (is_done)
		return NULL;
	if (value->kind == CT_VALUE_DICT &&
	    (is_dict(node->kind) || node->kind == CT_TREE_NAMED_TUPLE ||
	     node->kind == CT_TREE_OTHER))
		return flatten_dict(self, node, value);
	if (ct_value_is_sequence(value) && !is_dict(node->kind))
		return flatten_sequence(self, node, value);
	return wrong_structure(self, "%s is expected where there is another type",
			       is_dict(node->kind) ? "a dict" : "a tuple or a list");
}

/* --- Arguments of calls ----------------------------------------------------------------------- */

struct call_arguments {
	const ct_value *args;
	int64_t args_len;
	const char *const *names;
	const ct_value *named;
	int64_t named_len;
};

static const ct_value *argument_named(const struct call_arguments *call, const char *name)
{
	for (int64_t i = 0; i < call->named_len; i++)
		if (strcmp(call->names[i], name) == 0)
			return &call->named[i];
	return NULL;
}

static ct_error flatten_positional(struct flattening *self, const struct ct_program_call *own,
				   const struct call_arguments *call, int64_t *used)
{
	const tree *args = &own->in_tree->children[0];

	if (call->args_len > args->children_len)
		return wrong_structure(self,
				       "the program takes %lld arguments in order, but gets %lld",
				       (long long)args->children_len, (long long)call->args_len);
	for (int64_t i = 0; i < args->children_len; i++) {
		const char *name = i < own->argument_names_len ? own->argument_names[i] : NULL;
		const ct_value *value = i < call->args_len ? &call->args[i]
					: name             ? argument_named(call, name)
							   : NULL;

		if (value == NULL)
			return wrong_structure(self, "the argument %s is missing",
					       name ? name : "in order");
		*used += i >= call->args_len;
		CT_TRY(flatten(self, &args->children[i], value));
	}
	return NULL;
}

static ct_error flatten_named(struct flattening *self, const struct ct_program_call *own,
			      const struct call_arguments *call, int64_t *used)
{
	const tree *kwargs = &own->in_tree->children[1];

	for (int64_t i = 0; i < kwargs->children_len; i++) {
		const char *name = kwargs->keys[i].string;
		const ct_value *value = argument_named(call, name);

		if (value == NULL)
			return wrong_structure(self, "the argument %s is missing", name);
		++*used;
		CT_TRY(flatten(self, &kwargs->children[i], value));
	}
	return NULL;
}

ct_error ct_export_flatten(const struct ct_export_shared *shared, const char *function,
			   const ct_value *args, int64_t args_len, const char *const *names,
			   const ct_value *named, int64_t named_len, ct_value *kept,
			   ct_value *leaves)
{
	const struct ct_program_call *own = ct_program_own_call(shared->program);
	const struct call_arguments call = { args, args_len, names, named, named_len };
	struct flattening self = {
		.shared = shared, .function = function, .next = leaves, .kept = kept
	};
	int64_t used = 0;

	CT_TRY(flatten_positional(&self, own, &call, &used));
	CT_TRY(flatten_named(&self, own, &call, &used));
	if (used != named_len)
		return wrong_structure(&self, "of the arguments by name, %lld of %lld exist",
				       (long long)used, (long long)named_len);
	return NULL;
}

/* --- Unflattening ----------------------------------------------------------------------------- */

static ct_error unflatten(struct flattening *self, const tree *node, ct_value *result);

static ct_error add_child(struct flattening *self, const tree *node, int64_t i, ct_value *to)
{
	ct_value child;
	ct_error error;

	CT_TRY(unflatten(self, &node->children[i], &child));
	if (to->kind == CT_VALUE_DICT)
		error = ct_value_dict_move(to, ct_constant_of(&node->keys[i]), &child);
	else
		error = ct_value_list_move(to, &child);
	if (error)
		ct_value_free(&child);
	return error;
}

static ct_value container_of(const tree *node)
{
	switch (node->kind) {
	case CT_TREE_LIST:
		return ct_value_list_new();
	case CT_TREE_DICT:
		return ct_value_dict_new();
	case CT_TREE_ORDERED_DICT:
		return ct_value_ordered_dict_new();
	case CT_TREE_OTHER:
		return node->keys ? ct_value_dict_new() : ct_value_tuple_new();
	default:
		return ct_value_tuple_new();
	}
}

static ct_error fill_container(struct flattening *self, const tree *node, ct_value container,
			       ct_value *result)
{
	ct_error error = NULL;

	for (int64_t i = 0; i < node->children_len && error == NULL; i++)
		error = add_child(self, node, i, &container);
	if (error)
		ct_value_free(&container);
	else
		*result = container;
	return error;
}

/* By the function of a registered class; `*is_done`: there is one. */
static ct_error unflatten_object(struct flattening *self, const tree *node, ct_value *result,
				 bool *is_done)
{
	const struct ct_export_class *class = ct_export_class_find(node->type);
	ct_value children;
	ct_error error = NULL;

	*is_done = class && class->unflatten;
	if (*is_done)
		error = fill_container(self, node, ct_value_list_new(), &children);
	if (error == NULL && *is_done) {
		error = class->unflatten(&children, node->context, class->context, result);
		ct_value_free(&children);
	}
	ct_export_class_release(class);
	return error;
}

static ct_error unflatten(struct flattening *self, const tree *node, ct_value *result)
{
	bool is_done = false;

	if (node->kind == CT_TREE_LEAF) {
		*result = *self->next;
		*self->next++ = ct_value_none();
		return NULL;
	}
	if (node->kind == CT_TREE_OTHER && !self->is_plain)
		CT_TRY(unflatten_object(self, node, result, &is_done));
	return is_done ? NULL : fill_container(self, node, container_of(node), result);
}

ct_error ct_export_unflatten_inputs(const struct ct_export_shared *shared, const char *function,
				    ct_value *leaves, ct_value *result)
{
	struct flattening self = {
		.shared = shared, .function = function, .next = leaves, .is_plain = true
	};

	return unflatten(&self, ct_program_own_call(shared->program)->in_tree, result);
}

ct_error ct_export_unflatten(const struct ct_export_shared *shared, const char *function,
			     ct_value *leaves, ct_value *result)
{
	struct flattening self = { .shared = shared, .function = function, .next = leaves };

	return unflatten(&self, ct_program_own_call(shared->program)->out_tree, result);
}
