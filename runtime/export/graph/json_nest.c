/*
 * Reading JSON from front to back: lists and objects.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "export/graph/json.h"

/* The largest item of a list, in bytes. */
enum { LARGEST_ITEM = 256 };

/* --- Going in and out ------------------------------------------------------------------------- */

static bool json_go_in(struct ct_json_reader *reader, char bracket)
{
	if (ct_json_peek(reader) != bracket) {
		ct_json_fail(reader, "expected %s at byte %lld",
			     bracket == '{' ? "an object" : "a list",
			     (long long)(reader->at - reader->begin));
		return false;
	}
	if (reader->depth == CT_JSON_DEPTH) {
		ct_json_fail(reader, "nested too deeply");
		return false;
	}
	reader->at++;
	reader->steps[reader->depth++] = (struct ct_json_step){ NULL, 0 };
	return true;
}

/* Whether there is another item; otherwise goes out. The first one follows no comma. */
static bool json_has_more(struct ct_json_reader *reader, char bracket, bool is_first)
{
	const char next = ct_json_peek(reader);

	if (reader->error)
		return false;
	if (next == bracket) {
		reader->at++;
		reader->depth--;
		return false;
	}
	if (is_first)
		return true;
	if (next != ',') {
		ct_json_fail(reader, "not valid JSON at byte %lld: expected a comma or %c",
			     (long long)(reader->at - reader->begin), bracket);
		return false;
	}
	reader->at++;
	return true;
}

/* The next key of an object; NULL: there is none, or an error. */
static const char *json_next_key(struct ct_json_reader *reader, bool is_first)
{
	struct ct_json_step *step = &reader->steps[reader->depth - 1];
	const char *key;

	if (!json_has_more(reader, '}', is_first))
		return NULL;
	step->key = NULL;
	key = ct_json_string(reader);
	if (key == NULL)
		return NULL;
	step->key = key;
	if (ct_json_peek(reader) != ':') {
		ct_json_fail(reader, "expected a colon after the key");
		return NULL;
	}
	reader->at++;
	return key;
}

/* --- Items ------------------------------------------------------------------------------------ */

/* Items of lists that are not complete are on one stack: those of inner lists are above. */
static void push_item(struct ct_json_reader *reader, const void *item, size_t size)
{
	const int64_t len = reader->items_len + (int64_t)size;
	char *items;

	if (reader->error)
		return;
	items = len <= reader->items_room
			? reader->items
			: ct_array_grow(reader->items, &reader->items_room, len, 1);
	if (items == NULL) {
		ct_json_fail_memory(reader);
		return;
	}
	memcpy(items + reader->items_len, item, size);
	reader->items = items;
	reader->items_len = len;
}

/* Moves the items from `begin` on to the arena. */
static const void *pop_items(struct ct_json_reader *reader, int64_t begin, size_t size,
			     int64_t *len)
{
	const size_t n = (size_t)(reader->items_len - begin);
	void *result;

	reader->items_len = begin;
	*len = 0;
	if (reader->error || n == 0)
		return NULL;
	result = ct_arena_new(reader->arena, n);
	if (result == NULL) {
		ct_json_fail_memory(reader);
		return NULL;
	}
	memcpy(result, reader->items + begin, n);
	*len = (int64_t)(n / size);
	return result;
}

/* --- Lists and objects ------------------------------------------------------------------------ */

const void *ct_json_list(struct ct_json_reader *reader, ct_json_item item, size_t size,
			 void *context, int64_t *len)
{
	_Alignas(max_align_t) char room[LARGEST_ITEM];
	const int64_t begin = reader->items_len;
	int64_t i = 0;

	if (json_go_in(reader, '[')) {
		for (; json_has_more(reader, ']', i == 0); i++) {
			reader->steps[reader->depth - 1].index = i;
			memset(room, 0, size);
			item(reader, room, context);
			push_item(reader, room, size);
		}
	}
	return pop_items(reader, begin, size, len);
}

static int compare_keys(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* An error if two items have the same key. */
static void check_keys(struct ct_json_reader *reader, const char *items, size_t size, int64_t len)
{
	const char **keys;

	if (reader->error || len < 2)
		return;
	keys = ct_array_new(len, sizeof *keys);
	if (keys == NULL) {
		ct_json_fail_memory(reader);
		return;
	}
	for (int64_t i = 0; i < len; i++)
		keys[i] = *(const char *const *)(const void *)(items + (size_t)i * size);
	qsort(keys, (size_t)len, sizeof *keys, compare_keys);
	for (int64_t i = 1; i < len; i++)
		if (strcmp(keys[i - 1], keys[i]) == 0)
			ct_json_fail(reader, "the key '%s' occurs twice", keys[i]);
	free(keys);
}

const void *ct_json_dict(struct ct_json_reader *reader, ct_json_item item, size_t size,
			 void *context, int64_t *len)
{
	_Alignas(max_align_t) char room[LARGEST_ITEM];
	const int64_t begin = reader->items_len;
	const void *result;
	const char *key;

	if (json_go_in(reader, '{')) {
		for (bool is_first = true; (key = json_next_key(reader, is_first));
		     is_first = false) {
			memset(room, 0, size);
			memcpy(room, &key, sizeof key);
			item(reader, room, context);
			push_item(reader, room, size);
		}
	}
	result = pop_items(reader, begin, size, len);
	check_keys(reader, result, size, *len);
	return result;
}

struct list {
	const void *items;
	int64_t len;
};

void ct_json_read_list(struct ct_json_reader *reader, ct_json_item item, size_t size, void *context,
		       void *list)
{
	struct list *to = list;

	to->items = ct_json_list(reader, item, size, context, &to->len);
}

void ct_json_read_dict(struct ct_json_reader *reader, ct_json_item item, size_t size, void *context,
		       void *list)
{
	struct list *to = list;

	to->items = ct_json_dict(reader, item, size, context, &to->len);
}

/* --- Objects with known keys ------------------------------------------------------------------ */

static size_t find_field(const struct ct_json_field *fields, size_t len, const char *name)
{
	size_t i = 0;

	while (i < len && strcmp(fields[i].name, name) != 0)
		i++;
	return i;
}

static void read_field(struct ct_json_reader *reader, const struct ct_json_field *field, void *self,
		       void *context)
{
	if (!field->is_optional || !ct_json_null(reader))
		field->read(reader, (char *)self + field->offset, context);
}

void ct_json_object(struct ct_json_reader *reader, const struct ct_json_field *fields,
		    size_t fields_len, void *self, void *context)
{
	uint32_t seen = 0;
	const char *key;

	if (!json_go_in(reader, '{'))
		return;
	for (bool is_first = true; (key = json_next_key(reader, is_first)); is_first = false) {
		const size_t i = find_field(fields, fields_len, key);

		if (i == fields_len) {
			ct_json_skip(reader);
			continue;
		}
		if (seen & UINT32_C(1) << i)
			ct_json_fail(reader, "the key occurs twice");
		seen |= UINT32_C(1) << i;
		read_field(reader, &fields[i], self, context);
	}
	for (size_t i = 0; i < fields_len; i++)
		if (!fields[i].is_optional && !(seen & UINT32_C(1) << i))
			ct_json_fail(reader, "'%s' is missing", fields[i].name);
}

void ct_json_union(struct ct_json_reader *reader, ct_json_arm read, void *item, void *context)
{
	const char *key;

	if (!json_go_in(reader, '{'))
		return;
	key = json_next_key(reader, true);
	if (key == NULL) {
		ct_json_fail(reader, "expected one key");
		return;
	}
	read(reader, key, item, context);
	if (json_next_key(reader, false))
		ct_json_fail(reader, "expected one key");
}

/* --- Common fields ---------------------------------------------------------------------------- */

void ct_json_read_bool(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(bool *)item = ct_json_bool(reader);
}

void ct_json_read_int(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(int64_t *)item = ct_json_int(reader);
}

void ct_json_read_string(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(const char **)item = ct_json_string(reader);
}
