#include "read/spec.h"

#include <string.h>

#include "read/spec_head.h"
#include "read/events.h"
#include "util/strbuf.h"
#include "util/text.h"

enum {
	ENTRIES_AT_MOST = 30000, /* of a file; the largest release has 2,691 */
	ITEMS_AT_MOST = 1000,    /* of a list or mapping in an entry; releases have up to 20 */
	/* Bytes of a key in a mapping; releases have up to 150. Escaping makes up to 4 characters
	 * of each byte, and yaml allows 1024 before a colon. */
	MAP_KEY_AT_MOST = 250,
};

static const struct key_rule {
	const char *name;
	unsigned forms; /* those that any release uses */
} key_rules[KEY_COUNT] = {
	[KEY_FUNC] = { "func", FORM_SCALAR },
	[KEY_VARIANTS] = { "variants", FORM_SCALAR },
	[KEY_PYTHON_MODULE] = { "python_module", FORM_SCALAR },
	[KEY_CATEGORY_OVERRIDE] = { "category_override", FORM_SCALAR },
	[KEY_DEVICE_CHECK] = { "device_check", FORM_SCALAR },
	[KEY_DEVICE_GUARD] = { "device_guard", FORM_SCALAR },
	[KEY_MANUAL_KERNEL_REGISTRATION] = { "manual_kernel_registration", FORM_SCALAR },
	[KEY_MANUAL_CPP_BINDING] = { "manual_cpp_binding", FORM_SCALAR },
	[KEY_USE_CONST_REF_FOR_MUTABLE_TENSORS] = { "use_const_ref_for_mutable_tensors",
						    FORM_SCALAR },
	[KEY_CPP_NO_DEFAULT_ARGS] = { "cpp_no_default_args", FORM_LIST },
	[KEY_STRUCTURED] = { "structured", FORM_SCALAR },
	[KEY_STRUCTURED_DELEGATE] = { "structured_delegate", FORM_SCALAR },
	[KEY_STRUCTURED_INHERITS] = { "structured_inherits", FORM_SCALAR },
	[KEY_PRECOMPUTED] = { "precomputed", FORM_LIST },
	[KEY_UFUNC_INNER_LOOP] = { "ufunc_inner_loop", FORM_SCALAR | FORM_MAP },
	[KEY_DISPATCH] = { "dispatch", FORM_SCALAR | FORM_MAP },
	[KEY_AUTOGEN] = { "autogen", FORM_SCALAR },
	[KEY_TAGS] = { "tags", FORM_SCALAR | FORM_LIST },
};

const char *spec_key_name(enum key key)
{
	return key_rules[key].name;
}

struct list {
	struct events reader;
	struct spec *spec;
	const char *known_keys; /* the help for an unknown key, built on first use */
	size_t entries;         /* including refused ones */
};

/* --- values ----------------------------------------------------------------------------------- */

static void read_list(struct events *r, struct value *value)
{
	yaml_event_type_t type;

	while ((type = events_next(r)) != YAML_SEQUENCE_END_EVENT && type != YAML_NO_EVENT) {
		struct item item = { 0 };

		if (events_item(r, &item))
			vec_push(r->arena, value, item);
		if (value->len > ITEMS_AT_MOST)
			events_too_much(r, ITEMS_AT_MOST, "items in a list");
	}
}

static void read_map(struct events *r, struct value *value)
{
	yaml_event_type_t type;

	while ((type = events_next(r)) != YAML_MAPPING_END_EVENT && type != YAML_NO_EVENT) {
		struct item key = { 0 }, item = { 0 };
		bool has_key = events_item(r, &key);

		if (events_next(r) == YAML_NO_EVENT)
			return;
		if (!events_item(r, &item) || !has_key)
			continue;
		item.key = key.text;
		item.loc = key.loc;
		if (strlen(key.text) > MAP_KEY_AT_MOST)
			diag_error(r->diag, key.loc, NULL,
				   "a key of more than %d bytes, the most that an operator list "
				   "may have",
				   MAP_KEY_AT_MOST);
		for (size_t i = 0; i < value->len; i++)
			if (!strcmp(value->at[i].key, key.text))
				diag_error(r->diag, key.loc, NULL, "'%s' appears twice", key.text);
		vec_push(r->arena, value, item);
		if (value->len > ITEMS_AT_MOST)
			events_too_much(r, ITEMS_AT_MOST, "items in a mapping");
	}
}

static enum form event_form(const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return FORM_SCALAR;
	case YAML_SEQUENCE_START_EVENT:
		return FORM_LIST;
	case YAML_MAPPING_START_EVENT:
		return FORM_MAP;
	default:
		return FORM_NONE;
	}
}

static const char *forms_in_words(unsigned forms)
{
	switch (forms) {
	case FORM_SCALAR:
		return "one plain value";
	case FORM_LIST:
		return "a list";
	case FORM_SCALAR | FORM_LIST:
		return "a plain value or a list";
	default:
		return "a plain value or a mapping";
	}
}

/* The value of `key` at the current event. */
static void read_value(struct events *r, enum key key, struct value *value)
{
	enum form form = event_form(&r->event);
	struct item item = { 0 };

	/* events_item() does this for a plain value. */
	if (form != FORM_SCALAR)
		events_refuse_extras(r);
	if (!(form & key_rules[key].forms)) {
		diag_error(r->diag, events_loc(r), NULL, "'%s' must be %s", key_rules[key].name,
			   forms_in_words(key_rules[key].forms));
		events_skip(r);
		return;
	}
	value->form = form;
	if (form == FORM_LIST)
		read_list(r, value);
	else if (form == FORM_MAP)
		read_map(r, value);
	else if (events_item(r, &item))
		vec_push(r->arena, value, item);
}

/* --- entries ---------------------------------------------------------------------------------- */

static enum key find_key(const char *name)
{
	enum key key = 0;

	while (key < KEY_COUNT && strcmp(key_rules[key].name, name))
		key++;
	return key;
}

static const char *known_keys(struct list *list)
{
	struct strbuf names = { 0 };

	if (list->known_keys)
		return list->known_keys;
	strbuf_add(&names, "known keys: ");
	for (enum key key = 0; key < KEY_COUNT; key++)
		strbuf_printf(&names, "%s%s", key ? ", " : "", key_rules[key].name);
	list->known_keys = arena_strdup(list->reader.arena, strbuf_str(&names));
	strbuf_free(&names);
	return list->known_keys;
}

static void skip_long_func(struct events *r)
{
	diag_error(r->diag, events_loc(r), NULL, "a func must be on one line");
	events_skip(r);
}

static void read_key(struct list *list, struct entry *entry)
{
	struct events *r = &list->reader;
	struct loc loc = events_loc(r);
	struct item name = { 0 };
	enum key key;

	if (!events_item(r, &name)) {
		events_skip_next(r);
		return;
	}
	key = find_key(name.text);
	if (key == KEY_COUNT) {
		diag_error(r->diag, loc, known_keys(list), "unknown key '%s'", name.text);
		events_skip_next(r);
	} else if (entry->values[key].loc.source) {
		diag_error(r->diag, loc, NULL, "the key '%s' appears twice in one entry",
			   name.text);
		diag_note(r->diag, entry->values[key].loc, "first used here");
		events_skip_next(r);
	} else if (events_next(r) != YAML_NO_EVENT) {
		entry->values[key].loc = loc;
		if (key == KEY_FUNC && r->event.start_mark.line != r->event.end_mark.line)
			skip_long_func(r);
		else
			read_value(r, key, &entry->values[key]);
	}
}

static void read_variants(struct events *r, struct entry *entry)
{
	const struct value *value = &entry->values[KEY_VARIANTS];
	const char *text, *word;
	size_t length;

	if (!value->len) {
		entry->is_function = true;
		return;
	}
	text = value->at[0].text;
	if (!text[strspn(text, ", ")])
		diag_error(r->diag, value->at[0].loc, "variants: function, method",
			   "'variants' is empty");
	while (text_next_word(&text, ",", &word, &length)) {
		if (length == 8 && !memcmp(word, "function", length))
			entry->is_function = true;
		else if (length == 6 && !memcmp(word, "method", length))
			entry->is_method = true;
		else
			diag_error(r->diag, value->at[0].loc, "variants: function, method",
				   "unknown variant '%.*s'", (int)length, word);
	}
}

/* Python's spelling, and that of old files. */
static void check_bools(struct events *r, const struct entry *entry)
{
	static const enum key bools[] = {
		KEY_DEVICE_GUARD,       KEY_MANUAL_KERNEL_REGISTRATION,
		KEY_MANUAL_CPP_BINDING, KEY_USE_CONST_REF_FOR_MUTABLE_TENSORS,
		KEY_STRUCTURED,
	};
	static const char *const words[] = { "True", "False", "true", "false" };

	for (size_t i = 0; i < sizeof bools / sizeof *bools; i++) {
		const struct value *value = &entry->values[bools[i]];
		bool is_word = !value->len;

		for (size_t j = 0; !is_word && j < sizeof words / sizeof *words; j++)
			is_word = !strcmp(value->at[0].text, words[j]);
		if (!is_word)
			diag_error(r->diag, value->at[0].loc, NULL,
				   "'%s' must be True or False, found '%s'",
				   key_rules[bools[i]].name, value->at[0].text);
	}
}

/* Reads the entry that begins with the current event. */
static void read_entry(struct list *list)
{
	struct events *r = &list->reader;
	struct loc loc = events_loc(r);
	struct entry *entry;
	const struct value *func;
	yaml_event_type_t type;

	if (list->entries++ == ENTRIES_AT_MOST) {
		events_too_much(r, ENTRIES_AT_MOST, "entries");
		return;
	}
	events_refuse_extras(r);
	if (r->event.type != YAML_MAPPING_START_EVENT) {
		diag_error(r->diag, loc, "an entry begins with '- func: '",
			   "not an operator entry");
		events_skip(r);
		return;
	}
	entry = arena_alloc(r->arena, sizeof *entry);
	func = &entry->values[KEY_FUNC];
	while ((type = events_next(r)) != YAML_MAPPING_END_EVENT && type != YAML_NO_EVENT)
		read_key(list, entry);
	if (r->is_broken)
		return;
	if (!func->len || !*func->at[0].text) {
		if (func->len || !func->loc.source)
			diag_error(r->diag, loc, "an entry begins with '- func: '",
				   "an entry without a func");
		return;
	}
	entry->func = func->at[0].text;
	entry->loc = func->at[0].loc;
	read_variants(r, entry);
	check_bools(r, entry);
	vec_push(r->arena, &list->spec->entries, entry);
}

static void read_document(struct list *list)
{
	struct events *r = &list->reader;
	yaml_event_type_t type = events_next(r);

	if (type == YAML_STREAM_START_EVENT)
		type = events_next(r);
	if (type == YAML_STREAM_END_EVENT) {
		diag_error(r->diag, (struct loc){ .source = r->source }, NULL,
			   "no operators: the file is empty");
		return;
	}
	if (type == YAML_DOCUMENT_START_EVENT)
		type = events_next(r);
	if (type == YAML_NO_EVENT)
		return;
	if (type != YAML_SEQUENCE_START_EVENT) {
		diag_error(r->diag, events_loc(r), "pass the native_functions.yaml of a release",
			   "not an operator list (expected a list of '- func:' entries)");
		return;
	}
	while ((type = events_next(r)) != YAML_SEQUENCE_END_EVENT && type != YAML_NO_EVENT)
		read_entry(list);
	if (events_next(r) == YAML_DOCUMENT_END_EVENT &&
	    events_next(r) == YAML_DOCUMENT_START_EVENT)
		diag_error(r->diag, events_loc(r), NULL, "a second yaml document in one file");
	if (!r->is_broken && !list->spec->entries.len && !r->diag->errors)
		diag_error(r->diag, (struct loc){ .source = r->source }, NULL,
			   "no operators: the list is empty");
}

bool spec_parse(struct arena *arena, struct diag *diag, struct spec *spec)
{
	struct list list = { .reader = { .arena = arena,
					 .diag = diag,
					 .source = &spec->source,
					 .kind = "an operator list" },
			     .spec = spec };
	size_t before = diag->errors;

	events_begin(&list.reader);
	spec_read_head(arena, diag, spec);
	read_document(&list);
	events_end(&list.reader);
	if (diag->errors == before)
		spec_check_end(arena, diag, spec);
	return diag->errors == before;
}
