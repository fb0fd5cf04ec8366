#define _GNU_SOURCE

#include "entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "parts.h"
#include "text.h"

/* A walk through a value. */
struct walk {
	const struct options *options;
	bool *used;       /* of options->keys */
	struct text name; /* of the present value */
	struct text key_types;
	struct entries *entries;
};

/* --- Names ------------------------------------------------------------------------------------ */

static bool is_below(const char *name, size_t len, const char *of)
{
	const size_t n = strlen(of);

	return len >= n && memcmp(name, of, n) == 0 && (len == n || name[n] == '.');
}

static bool is_selected(struct walk *walk)
{
	bool selected = walk->options->keys == NULL;

	for (int64_t i = 0; i < walk->options->keys_len; i++) {
		if (!is_below(walk->name.data, walk->name.len, walk->options->keys[i]))
			continue;
		walk->used[i] = true;
		selected = true;
	}
	return selected;
}

/* Returns the name's length before. */
static size_t enter(struct walk *walk, bool is_first, const char *bytes, size_t n)
{
	const size_t before = walk->name.len;

	if (!is_first)
		text_add(&walk->name, ".");
	text_add_bytes(&walk->name, bytes, n);
	return before;
}

static void leave(struct walk *walk, size_t before)
{
	walk->name.len = before;
	walk->name.data[before] = '\0';
}

/* --- Entries ---------------------------------------------------------------------------------- */

static ct_error add_tensor_facts(struct entry *entry)
{
	ct_tensor *tensor = NULL;
	struct parts parts;

	CT_TRY(ct_value_as_tensor(&entry->value, &tensor));
	entry->tensor = tensor;
	CT_TRY(parts_of(tensor, &parts));
	entry->nbytes = parts_nbytes(&parts);
	free_parts(&parts);
	/* An error for a tensor that has none. */
	ct_error_free(ct_tensor_storage(tensor, &entry->storage));
	return NULL;
}

static ct_error add_entry(struct walk *walk, const ct_value *value)
{
	struct entries *entries = walk->entries;
	struct entry *entry;

	if (!is_selected(walk))
		return NULL;
	if (entries->len == entries->room) {
		entries->room = entries->room ? 2 * entries->room : 64;
		entries->items = need_memory(entries->items, entries->room * sizeof *entry);
	}
	entry = &entries->items[entries->len++];
	*entry = (struct entry){ .value = ct_value_borrow(value), .storage_id = SIZE_MAX };
	entry->name_len = walk->name.len;
	entry->name = need_memory(NULL, walk->name.len + 1);
	memcpy(entry->name, walk->name.data, walk->name.len + 1);
	entry->key_types = need_memory(NULL, walk->key_types.len + 1);
	memcpy(entry->key_types, walk->key_types.data, walk->key_types.len + 1);
	return value->kind == CT_VALUE_TENSOR ? add_tensor_facts(entry) : NULL;
}

/* --- The walk --------------------------------------------------------------------------------- */

static ct_error walk_value(struct walk *walk, const ct_value *value, bool is_root);

/* Lists of numbers and texts, such as shapes, are values themselves. */
static bool is_plain_list(const ct_value *value)
{
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		ct_value item = ct_value_none();

		ct_error_free(ct_value_item(value, i, &item));
		switch (item.kind) {
		case CT_VALUE_TENSOR:
		case CT_VALUE_TENSORS:
		case CT_VALUE_LIST:
		case CT_VALUE_TUPLE:
		case CT_VALUE_DICT:
		case CT_VALUE_STORAGE:
			return false;
		default:
			break;
		}
	}
	return true;
}

static ct_error walk_list(struct walk *walk, const ct_value *value, bool is_root)
{
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		char index[24];
		const int n = snprintf(index, sizeof index, "%lld", (long long)i);
		const size_t before = enter(walk, is_root, index, (size_t)n);
		ct_value item;

		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(walk_value(walk, &item, false));
		leave(walk, before);
	}
	return NULL;
}

/* Texts as they are, other keys as Python prints them. */
static ct_error enter_key(struct walk *walk, bool is_root, const ct_value *key, size_t *before)
{
	const char *text;
	int64_t n;
	char *repr;

	if (key->kind == CT_VALUE_STRING) {
		CT_TRY(ct_value_as_string(key, &text, &n));
		*before = enter(walk, is_root, text, (size_t)n);
		return NULL;
	}
	CT_TRY(ct_value_to_string(key, &repr));
	*before = enter(walk, is_root, repr, strlen(repr));
	text_add(&walk->key_types, "%zu%s ", *before, ct_value_type_name(key));
	ct_free(repr);
	return NULL;
}

static void count_metadata(struct walk *walk, const ct_value *value)
{
	ct_value metadata = ct_value_none();

	ct_error_free(ct_value_dict_attribute(value, "_metadata", &metadata));
	walk->entries->state_dicts += !ct_value_is_none(&metadata);
}

static ct_error walk_dict(struct walk *walk, const ct_value *value, bool is_root)
{
	count_metadata(walk, value);
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		const size_t types = walk->key_types.len;
		ct_value key, item;
		size_t before;

		CT_TRY(ct_value_dict_item(value, i, &key, &item));
		CT_TRY(enter_key(walk, is_root, &key, &before));
		CT_TRY(walk_value(walk, &item, false));
		leave(walk, before);
		walk->key_types.len = types;
		walk->key_types.data[types] = '\0';
	}
	return NULL;
}

static ct_error walk_value(struct walk *walk, const ct_value *value, bool is_root)
{
	switch (value->kind) {
	case CT_VALUE_DICT:
		if (ct_value_count(value) == 0 && !is_root)
			return add_entry(walk, value);
		return walk_dict(walk, value, is_root);
	case CT_VALUE_TENSORS:
		return walk_list(walk, value, is_root);
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
		if (is_plain_list(value))
			return add_entry(walk, value);
		return walk_list(walk, value, is_root);
	default:
		return add_entry(walk, value);
	}
}

/* --- Names that look alike -------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
	const struct entry *const *x = a, *const *y = b;
	const size_t n = (*x)->name_len < (*y)->name_len ? (*x)->name_len : (*y)->name_len;
	const int order = memcmp((*x)->name, (*y)->name, n);

	return order ? order
		     : ((*x)->name_len > (*y)->name_len) - ((*x)->name_len < (*y)->name_len);
}

static size_t collect(struct entries *entries, struct entry **result)
{
	for (size_t i = 0; i < entries->len; i++)
		result[i] = &entries->items[i];
	return entries->len;
}

/* Those of one name. */
static void mark_group(struct entry **group, size_t n)
{
	bool differ = false;

	for (size_t i = 1; i < n; i++)
		differ |= strcmp(group[i]->key_types, group[0]->key_types) != 0;
	for (size_t i = 0; i < n; i++)
		group[i]->is_ambiguous |= differ;
}

void mark_ambiguous(struct entries *a, struct entries *b)
{
	const size_t most = a->len + (b ? b->len : 0);
	struct entry **sorted = need_memory(NULL, most * sizeof(struct entry *));
	size_t len = collect(a, sorted), n;

	if (b)
		len += collect(b, sorted + len);
	qsort(sorted, len, sizeof *sorted, compare_names);
	for (size_t i = 0; i < len; i += n) {
		for (n = 1; i + n < len && compare_names(&sorted[i], &sorted[i + n]) == 0;)
			n++;
		mark_group(sorted + i, n);
	}
	free(sorted);
}

/* --- Storages --------------------------------------------------------------------------------- */

static int compare_storages(const void *a, const void *b)
{
	const struct entry *const *x = a, *const *y = b;

	if ((*x)->storage != (*y)->storage)
		return (uintptr_t)(*x)->storage < (uintptr_t)(*y)->storage ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

/* Until they are numbered, the id of each is the place of its first entry. Handles on one storage
 * are equal pointers. */
static void find_first_entries(struct entries *entries)
{
	struct entry **sorted = need_memory(NULL, entries->len * sizeof(struct entry *));
	size_t n = 0;

	for (size_t i = 0; i < entries->len; i++)
		if (entries->items[i].storage)
			sorted[n++] = &entries->items[i];
	qsort(sorted, n, sizeof *sorted, compare_storages);
	for (size_t i = 0; i < n; i++)
		sorted[i]->storage_id = i && sorted[i]->storage == sorted[i - 1]->storage
						? sorted[i - 1]->storage_id
						: (size_t)(sorted[i] - entries->items);
	free(sorted);
}

static void number_storages(struct entries *entries)
{
	entries->storages = need_memory(NULL, entries->len * sizeof *entries->storages);
	for (size_t i = 0; i < entries->len; i++) {
		struct entry *entry = &entries->items[i];

		if (entry->storage == NULL)
			continue;
		if (entry->storage_id == i) {
			entry->storage_id = entries->storages_len++;
			entries->storages[entry->storage_id] = (struct storage){
				.nbytes = ct_storage_nbytes(entry->storage), .first = i
			};
		} else {
			entry->storage_id = entries->items[entry->storage_id].storage_id;
		}
		entries->storages[entry->storage_id].users++;
	}
}

/* --- The whole -------------------------------------------------------------------------------- */

ct_error list_entries(const struct file *file, const struct options *options, bool *used,
		      struct entries *result)
{
	struct walk walk = { .options = options, .used = used, .entries = result };
	ct_error error;

	*result = (struct entries){ 0 };
	text_add_bytes(&walk.name, "", 0);
	text_add_bytes(&walk.key_types, "", 0);
	error = walk_value(&walk, &file->value, true);
	free(walk.name.data);
	free(walk.key_types.data);
	if (error)
		return error;
	mark_ambiguous(result, NULL);
	find_first_entries(result);
	number_storages(result);
	return NULL;
}

void free_entries(struct entries *entries)
{
	for (size_t i = 0; i < entries->len; i++) {
		ct_storage_free(entries->items[i].storage);
		free(entries->items[i].name);
		free(entries->items[i].key_types);
	}
	free(entries->items);
	free(entries->storages);
}

int64_t readable_nbytes(const struct entries *entries)
{
	int64_t nbytes = 0;

	for (size_t i = 0; i < entries->len; i++) {
		const struct entry *entry = &entries->items[i];
		const int64_t most = entry->storage ? ct_storage_nbytes(entry->storage) : INT64_MAX;

		nbytes = add_up(nbytes, entry->nbytes < most ? entry->nbytes : most);
	}
	return nbytes;
}

/* --- As text ---------------------------------------------------------------------------------- */

/* From "2int 5bool " to " (int, bool keys)". */
static void add_key_types(struct text *text, const char *types)
{
	const char *separator = " (";
	int n = 0;

	for (; *types; n++) {
		const char *name = types + strspn(types, "0123456789"), *end = strchr(name, ' ');

		text_add(text, "%s%.*s", separator, (int)(end - name), name);
		separator = ", ";
		types = end + 1;
	}
	if (n)
		text_add(text, n > 1 ? " keys)" : " key)");
}

char *shown_name(const struct entry *entry)
{
	struct text text = { 0 };
	char *name;

	if (entry->name_len == 0 && !entry->is_ambiguous)
		return escaped("(value)", 7);
	name = escaped_name(entry->name, entry->name_len);
	text_add(&text, "%s", name);
	free(name);
	if (entry->is_ambiguous)
		add_key_types(&text, entry->key_types);
	return text.data;
}

char *shown_dtype(const struct entry *entry)
{
	return formatted("%s", ct_dtype_name(ct_tensor_dtype(entry->tensor)));
}

char *shown_shape(const struct entry *entry)
{
	struct text text = { 0 };

	text_add_shape(&text, entry->tensor);
	return text.data;
}

char *shown_type(const struct entry *entry)
{
	struct text text = { 0 };

	if (entry->tensor == NULL)
		return formatted("%s", ct_value_type_name(&entry->value));
	text_add(&text, "%s ", ct_dtype_name(ct_tensor_dtype(entry->tensor)));
	text_add_shape(&text, entry->tensor);
	return text.data;
}

ct_error shown_value(const ct_value *value, size_t most, char **result)
{
	struct text text = { 0 };
	char *repr;
	size_t n;

	CT_TRY(ct_value_to_string(value, &repr));
	n = strlen(repr);
	text_add_escaped(&text, repr, n);
	ct_free(repr);
	if (most)
		shorten(&text.data, most);
	*result = text.data;
	return NULL;
}
