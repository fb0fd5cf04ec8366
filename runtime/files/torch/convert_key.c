/*
 * Loading: the keys on the way to a value.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/utf8.h"
#include "files/torch/convert_key.h"
#include "operators/value/value.h"

/* --- Keys as texts ----------------------------------------------------------------------------- */

/* The items of a tuple that are shown, and the bytes of a text among them. */
enum { MAX_SHOWN_ITEMS = 4, MAX_SHOWN_TEXT = 20 };

/* Not ct_text_addf(), whose room is on the stack, which deep nests leave little of. */
static void add_int(struct ct_text *key, long long number)
{
	char text[24];

	snprintf(text, sizeof text, "%lld", number);
	ct_text_add(key, text);
}

/* Shortened between characters. */
static void add_key_text(struct ct_text *key, const struct ct_node *text)
{
	const size_t most = ct_utf8_cut(text->bytes, text->n, MAX_SHOWN_TEXT);

	ct_text_add_bytes(key, text->bytes, most);
	if (most < text->n)
		ct_text_add(key, "...");
}

/* What is in a tuple are ints and texts, mostly. */
static void add_key_item(struct ct_text *key, const struct ct_node *item)
{
	if (item->kind == CT_NODE_INT)
		add_int(key, item->i);
	else if (item->kind == CT_NODE_STRING || item->kind == CT_NODE_BIG_INT)
		add_key_text(key, item);
	else
		ct_text_add(key, "?");
}

static void add_tuple(struct ct_text *key, const struct ct_node *tuple)
{
	const size_t n = tuple->len < MAX_SHOWN_ITEMS ? tuple->len : MAX_SHOWN_ITEMS;

	ct_text_add(key, "(");
	for (size_t i = 0; i < n; i++) {
		ct_text_add(key, i ? ", " : "");
		add_key_item(key, tuple->items[i]);
	}
	ct_text_add(key, n < tuple->len ? ", ...)" : ")");
}

static void add_float(struct ct_text *key, double number)
{
	char text[32];

	snprintf(text, sizeof text, "%g", number);
	ct_text_add(key, text);
}

static void add_key(struct ct_text *text, const struct ct_node *key)
{
	switch (key->kind) {
	case CT_NODE_STRING:
	case CT_NODE_BIG_INT:
		ct_text_add_bytes(text, key->bytes, key->n);
		return;
	case CT_NODE_INT:
		add_int(text, key->i);
		return;
	case CT_NODE_BOOL:
		ct_text_add(text, key->i ? "True" : "False");
		return;
	case CT_NODE_NONE:
		ct_text_add(text, "None");
		return;
	case CT_NODE_FLOAT:
		add_float(text, key->re);
		return;
	case CT_NODE_TUPLE:
		add_tuple(text, key);
		return;
	default:
		ct_text_add(text, "?");
	}
}

/* --- The loader's key -------------------------------------------------------------------------- */

/* Returns its length before. */
static size_t add_dot(struct ct_loader *self)
{
	const size_t before = self->key.length;

	if (before)
		ct_text_add(&self->key, ".");
	return before;
}

size_t ct_loader_enter_index(struct ct_loader *self, long long index)
{
	const size_t before = add_dot(self);

	add_int(&self->key, index);
	return before;
}

size_t ct_loader_enter_key(struct ct_loader *self, const struct ct_node *key)
{
	const size_t before = add_dot(self);

	add_key(&self->key, key);
	return before;
}

void ct_loader_leave(struct ct_loader *self, size_t before)
{
	self->key.length = before;
	if (self->key.data)
		self->key.data[before] = '\0';
}

/* --- Keys that cannot be ----------------------------------------------------------------------- */

static const char *wrong_type(const struct ct_node *node)
{
	switch (node->kind) {
	case CT_NODE_NONE:
	case CT_NODE_SKIPPED:
		return "NoneType";
	case CT_NODE_HUGE:
		return "int (of more than 255 bytes)";
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

/* A tuple in a key may also have None. A pickle can repeat a tuple in another one again and again. */
static ct_error check_tuple(struct ct_loader *self, const struct ct_node *tuple, int level,
			    const char **wrong)
{
	*wrong = level > CT_VALUE_KEY_LEVELS ? "tuple (of more than 16 levels)" : NULL;
	for (size_t i = 0; i < tuple->len && *wrong == NULL; i++) {
		const struct ct_node *item = tuple->items[i];

		CT_TRY(ct_loader_spend(self, 0));
		if (item->kind == CT_NODE_TUPLE)
			CT_TRY(check_tuple(self, item, level + 1, wrong));
		else if (item->kind != CT_NODE_NONE && wrong_type(item))
			*wrong = "tuple";
	}
	return NULL;
}

ct_error ct_loader_wrong_key(struct ct_loader *self, const struct ct_node *node,
			     const char **result)
{
	if (node->kind == CT_NODE_TUPLE)
		return check_tuple(self, node, 1, result);
	*result = wrong_type(node);
	return NULL;
}

ct_error ct_loader_leave_out(struct ct_loader *self, const char *type, const char *what)
{
	if (self->options->skip_unknown)
		return ct_skipped_add(&self->reader, "builtins", strlen("builtins"), type,
				      strcspn(type, " "));
	return ct_loader_wrong(self,
			       "it is %s of type %s; such keys and items cannot be read "
			       "(skip_unknown leaves them out)",
			       what, type);
}
