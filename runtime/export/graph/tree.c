/*
 * Reading the structure of nested inputs and outputs: the TreeSpec of Python's pytree, as JSON.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "export/graph/read.h"

typedef struct ct_tree tree;

struct keys {
	const struct ct_graph_argument *items;
	int64_t len;
};

static const struct {
	const char *type;
	enum ct_tree_kind kind;
} kinds[] = {
	{ "builtins.tuple", CT_TREE_TUPLE },
	{ "builtins.list", CT_TREE_LIST },
	{ "builtins.dict", CT_TREE_DICT },
	{ "collections.OrderedDict", CT_TREE_ORDERED_DICT },
	{ "collections.defaultdict", CT_TREE_DICT },
	{ "collections.deque", CT_TREE_LIST },
	{ "collections.namedtuple", CT_TREE_NAMED_TUPLE },
};

static enum ct_tree_kind kind_of(const char *type)
{
	if (type == NULL)
		return CT_TREE_LEAF;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].type, type) == 0)
			return kinds[i].kind;
	return CT_TREE_OTHER;
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void read_key_item(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_argument *self = item;
	const char next = ct_json_peek(reader);

	(void)context;
	self->value = CT_NO_VALUE;
	if (next == '"') {
		self->arm = CT_ARM_STRING;
		self->string = ct_json_string(reader);
	} else if (next == 't' || next == 'f') {
		self->arm = CT_ARM_BOOL;
		self->i = ct_json_bool(reader);
	} else {
		self->arm = CT_ARM_INT;
		self->i = ct_json_int(reader);
	}
}

static int compare_keys_of_dict(const void *a, const void *b)
{
	const struct ct_graph_argument *first = a, *second = b;

	if (first->arm != second->arm)
		return first->arm < second->arm ? -1 : 1;
	if (first->arm == CT_ARM_STRING)
		return strcmp(first->string, second->string);
	return first->i < second->i ? -1 : first->i > second->i;
}

/* An error if two keys are the same. */
static void check_keys_of_dict(struct ct_json_reader *reader, const struct keys *keys)
{
	struct ct_graph_argument *sorted;

	if (reader->error || keys->len < 2)
		return;
	sorted = ct_array_new(keys->len, sizeof *sorted);
	if (sorted == NULL) {
		ct_json_fail(reader, "no memory for the keys of a dict");
		return;
	}
	memcpy(sorted, keys->items, (size_t)keys->len * sizeof *sorted);
	qsort(sorted, (size_t)keys->len, sizeof *sorted, compare_keys_of_dict);
	for (int64_t i = 1; i < keys->len; i++)
		if (compare_keys_of_dict(&sorted[i - 1], &sorted[i]) == 0)
			ct_json_fail(reader, "a dict has a key twice");
	free(sorted);
}

static void read_key_list(struct ct_json_reader *reader, void *item, void *context)
{
	struct keys *keys = item;

	(void)context;
	keys->items = ct_json_list(reader, read_key_item, sizeof *keys->items, NULL, &keys->len);
}

/* A defaultdict's context also has what makes its missing values. */
static void read_key_context(struct ct_json_reader *reader, struct keys *keys)
{
	static const struct ct_json_field fields[] = { { "dict_context", read_key_list, 0,
							 false } };

	if (ct_json_peek(reader) == '{')
		CT_JSON_OBJECT(reader, fields, keys, NULL);
	else
		read_key_list(reader, keys, NULL);
}

/* The context of a dict has its keys, as a text of JSON or as JSON itself. A namedtuple's context
 * names its type; the fields are elsewhere in the file. */
static void read_keys(struct ct_json_reader *reader, tree *self)
{
	struct ct_json_reader inside;
	struct keys keys = { NULL, 0 };

	if (reader->error)
		return;
	if (self->context) {
		ct_json_begin_inside(&inside, reader, self->context);
		read_key_context(&inside, &keys);
		reader->error = ct_json_end(&inside);
	}
	if (keys.len != self->children_len)
		ct_json_fail(reader, "a dict of %lld keys and %lld items", (long long)keys.len,
			     (long long)self->children_len);
	check_keys_of_dict(reader, &keys);
	self->keys = keys.items;
}

/* The context of a dataclass has two lists: the names of the fields that are children, and of those
 * that are None. Another class may have any context. */
static void read_fields(struct ct_json_reader *reader, tree *self)
{
	struct ct_json_reader inside = { .arena = reader->arena,
					 .function = reader->function,
					 .what = reader->what };
	const struct keys *lists;
	ct_error error;
	int64_t len;

	if (self->context == NULL || reader->error || strncmp(self->context, "[[\"", 3) != 0)
		return;
	ct_json_begin(&inside, self->context, strlen(self->context));
	lists = ct_json_list(&inside, read_key_list, sizeof *lists, NULL, &len);
	error = ct_json_end(&inside);
	if (error == NULL && lists[0].len == self->children_len)
		self->keys = lists[0].items;
	ct_error_free(error);
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static void read_tree(struct ct_json_reader *reader, void *item, void *context);

static void read_children(struct ct_json_reader *reader, void *item, void *context)
{
	tree *self = item;

	self->children = ct_json_list(reader, read_tree, sizeof *self, context,
				      &self->children_len);
}

static void read_context(struct ct_json_reader *reader, void *item, void *context)
{
	tree *self = item;

	(void)context;
	self->context_is_json = ct_json_peek(reader) != '"';
	self->context = self->context_is_json ? ct_json_raw(reader) : ct_json_string(reader);
}

static const struct ct_json_field tree_fields[] = {
	{ "type", ct_json_read_string, offsetof(tree, type), true },
	{ "context", read_context, 0, true },
	{ "children_spec", read_children, 0, false },
};

static void read_tree(struct ct_json_reader *reader, void *item, void *context)
{
	tree *self = item;

	CT_JSON_OBJECT(reader, tree_fields, self, context);
	self->kind = kind_of(self->type);
	if (self->kind == CT_TREE_DICT || self->kind == CT_TREE_ORDERED_DICT)
		read_keys(reader, self);
	if (self->kind == CT_TREE_OTHER)
		read_fields(reader, self);
	if (self->kind == CT_TREE_LEAF && self->children_len > 0)
		ct_json_fail(reader, "a leaf with children");
	self->leaves = self->kind == CT_TREE_LEAF;
	for (int64_t i = 0; i < self->children_len; i++)
		self->leaves += self->children[i].leaves;
}

/* [1, {...}]: the number of the format first. */
static void read_version_or_tree(struct ct_json_reader *reader, void *item, void *context)
{
	if (reader->steps[reader->depth - 1].index > 0)
		read_tree(reader, item, context);
	else if (ct_json_int(reader) != 1)
		ct_json_fail(reader, "unknown format of a tree");
}

const tree *ct_tree_read(struct ct_json_reader *reader, const char *text)
{
	struct ct_json_reader inside;
	const tree *both;
	int64_t len;

	if (text == NULL || reader->error)
		return NULL;
	ct_json_begin_inside(&inside, reader, text);
	both = ct_json_list(&inside, read_version_or_tree, sizeof *both, NULL, &len);
	reader->error = ct_json_end(&inside);
	if (len != 2)
		ct_json_fail(reader, "a tree without a format");
	return reader->error ? NULL : &both[1];
}
