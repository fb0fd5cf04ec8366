/*
 * Loading: from nodes to values that contain no others, and which of them the options select.
 */
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/big_int.h"
#include "core/memory/expression.h"
#include "files/torch/loader.h"
#include "operators/value/value.h"

/* --- What is selected ------------------------------------------------------------------------- */

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

/* --- Values ----------------------------------------------------------------------------------- */

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

ct_error ct_loader_skip_object(struct ct_loader *self, const struct ct_node *node, ct_value *result)
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

ct_error ct_loader_leaf(struct ct_loader *self, struct ct_node *node, ct_value *result)
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
		return ct_loader_skip_object(self, node, result);
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
