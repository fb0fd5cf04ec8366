#include "classes/entries.h"

#include "read/events.h"
#include "util/strbuf.h"

enum { ENTRIES_AT_MOST = 3000 }; /* of a file; torch.nn has fewer than 300 functions */

struct list {
	struct events reader;
	const struct list_keys *keys;
	struct list_entries *entries;
};

static size_t find_key(const struct list_keys *keys, const char *name)
{
	size_t key = 0;

	while (key < keys->len && strcmp(keys->at[key].name, name))
		key++;
	return key;
}

static const char *known_keys(const struct list *list)
{
	struct strbuf names = { 0 };
	const char *text;

	strbuf_add(&names, "known keys: ");
	for (size_t key = 0; key < list->keys->len; key++)
		strbuf_printf(&names, "%s%s", key ? ", " : "", list->keys->at[key].name);
	text = arena_strdup(list->reader.arena, strbuf_str(&names));
	strbuf_free(&names);
	return text;
}

static void read_value(struct list *list, const struct list_key *key, struct item *value)
{
	struct events *r = &list->reader;
	const yaml_event_t *event = &r->event;

	if (events_next(r) == YAML_NO_EVENT)
		return;
	if (key->is_schema && event->start_mark.line != event->end_mark.line) {
		diag_error(r->diag, events_loc(r), NULL, "'%s' must be on one line", key->name);
		events_skip(r);
	} else if (events_item(r, value) && !*value->text && !key->may_be_empty) {
		diag_error(r->diag, value->loc, NULL, "'%s' is empty", key->name);
		value->text = NULL;
	}
}

static void read_key(struct list *list, struct list_entry *entry)
{
	struct events *r = &list->reader;
	struct item name = { 0 };
	size_t key;

	if (!events_item(r, &name)) {
		events_skip_next(r);
		return;
	}
	key = find_key(list->keys, name.text);
	if (key == list->keys->len) {
		diag_error(r->diag, name.loc, known_keys(list), "unknown key '%s'", name.text);
		events_skip_next(r);
	} else if (entry->values[key].loc.source) {
		diag_error(r->diag, name.loc, NULL, "the key '%s' appears twice in one entry",
			   name.text);
		events_skip_next(r);
	} else {
		entry->values[key].loc = name.loc;
		read_value(list, &list->keys->at[key], &entry->values[key]);
	}
}

/* Also true, but not for the caller, if a value was there and bad, which has been reported. */
static bool has_required(struct list *list, const struct list_entry *entry)
{
	bool has_all = true;

	for (size_t key = 0; key < list->keys->len; key++) {
		const struct item *value = &entry->values[key];

		if (!list->keys->at[key].is_required || value->text)
			continue;
		has_all = false;
		if (!value->loc.source)
			diag_error(list->reader.diag, entry->loc, NULL, "an entry without '%s'",
				   list->keys->at[key].name);
	}
	return has_all;
}

static void read_entry(struct list *list)
{
	struct events *r = &list->reader;
	struct list_entry entry = { .loc = events_loc(r) };
	yaml_event_type_t type;

	events_refuse_extras(r);
	if (r->event.type != YAML_MAPPING_START_EVENT) {
		diag_error(r->diag, entry.loc,
			   arena_printf(r->arena, "an entry begins with '- %s: '",
					list->keys->at[0].name),
			   "not an entry of %s", r->kind);
		events_skip(r);
		return;
	}
	while ((type = events_next(r)) != YAML_MAPPING_END_EVENT && type != YAML_NO_EVENT)
		read_key(list, &entry);
	if (!r->is_broken && has_required(list, &entry))
		vec_push(r->arena, &list->entries->all, entry);
	if (list->entries->all.len > ENTRIES_AT_MOST)
		events_too_much(r, ENTRIES_AT_MOST, "entries");
}

static void read_document(struct list *list)
{
	struct events *r = &list->reader;
	yaml_event_type_t type = events_next(r);

	while (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT)
		type = events_next(r);
	if (type == YAML_NO_EVENT)
		return;
	if (type != YAML_SEQUENCE_START_EVENT) {
		diag_error(r->diag, events_loc(r), NULL,
			   "not %s (expected entries that begin with '- %s: ')", r->kind,
			   list->keys->at[0].name);
		return;
	}
	while ((type = events_next(r)) != YAML_SEQUENCE_END_EVENT && type != YAML_NO_EVENT)
		read_entry(list);
	if (events_next(r) == YAML_DOCUMENT_END_EVENT &&
	    events_next(r) == YAML_DOCUMENT_START_EVENT)
		diag_error(r->diag, events_loc(r), NULL, "a second yaml document in one file");
}

bool list_read(struct arena *arena, struct diag *diag, const struct source *source,
	       const struct list_keys *keys, struct list_entries *entries)
{
	struct list list = {
		.reader = { .arena = arena, .diag = diag, .source = source, .kind = keys->kind },
		.keys = keys,
		.entries = entries
	};
	size_t before = diag->errors;

	events_begin(&list.reader);
	read_document(&list);
	events_end(&list.reader);
	return diag->errors == before;
}
