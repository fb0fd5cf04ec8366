#include "leaves.h"

#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/blocks.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "inspect/text.h"

static void add_leaf(struct leaves *self, const char *name, const ct_value *value)
{
	self->items = need_memory(self->items, (size_t)(self->len + 1) * sizeof *self->items);
	self->items[self->len++] = (struct leaf){ formatted("%s", *name ? name : "output"),
						  ct_value_borrow(value) };
}

static ct_error add_below(struct leaves *self, const char *name, const ct_value *value);

/* An item whose key is a text as it is, any other one as Python prints it. */
static ct_error add_item(struct leaves *self, const char *name, const ct_value *key,
			 const ct_value *value)
{
	struct text text = { 0 };
	ct_error error;
	char *repr;

	CT_TRY(ct_value_to_string(key, &repr));
	text_add(&text, "%s%s", name, *name ? "." : "");
	if (key->kind == CT_VALUE_STRING)
		text_add_bytes(&text, repr + 1, strlen(repr) - 2);
	else
		text_add(&text, "%s", repr);
	ct_free(repr);
	error = add_below(self, text.data, value);
	free(text.data);
	return error;
}

static ct_error add_sequence(struct leaves *self, const char *name, const ct_value *value)
{
	ct_value item;

	for (int64_t i = 0; i < ct_value_count(value); i++) {
		const ct_value key = ct_value_int(i);

		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(add_item(self, name, &key, &item));
	}
	return NULL;
}

static ct_error add_below(struct leaves *self, const char *name, const ct_value *value)
{
	ct_value key, item;

	switch (value->kind) {
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
	case CT_VALUE_TENSORS:
		return add_sequence(self, name, value);
	case CT_VALUE_DICT:
		for (int64_t i = 0; i < ct_value_count(value); i++) {
			CT_TRY(ct_value_dict_item(value, i, &key, &item));
			CT_TRY(add_item(self, name, &key, &item));
		}
		return NULL;
	default:
		add_leaf(self, name, value);
		return NULL;
	}
}

ct_error add_leaves(const ct_value *value, struct leaves *leaves)
{
	return add_below(leaves, "", value);
}

void free_leaves(struct leaves *leaves)
{
	for (int64_t i = 0; i < leaves->len; i++)
		free(leaves->items[i].name);
	free(leaves->items);
}

ct_tensor *tensor_of(const struct leaf *leaf)
{
	return leaf->value.kind == CT_VALUE_TENSOR ? (ct_tensor *)(uintptr_t)leaf->value.object
						   : NULL;
}

ct_error plain_copy(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *moved, *resolved;

	CT_SCOPE;
	CT_TRY(ct_to_device(tensor, CT_DEVICE_CPU, ct_tensor_dtype(tensor), false, false,
			    CT_MEMORY_FORMAT_NONE, &moved));
	CT_TRY(ct_detach(moved, &moved));
	CT_TRY(ct_resolve_conj(moved, &resolved));
	CT_TRY(ct_resolve_neg(resolved, &resolved));
	CT_TRY(ct_clone(resolved, CT_CONTIGUOUS_FORMAT, &resolved));
	ct_scope_move_up(resolved);
	*result = resolved;
	return NULL;
}
