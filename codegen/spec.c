#include "spec.h"

#include <stdlib.h>
#include <yaml.h>

#include "strbuf.h"
#include "text.h"

enum {
	DEPTH_AT_MOST = 16,        /* levels of yaml; an operator list has 4 */
	ENTRIES_AT_MOST = 30000,   /* of a list; the largest release has 2,691 */
	ITEMS_AT_MOST = 1000,      /* of a list or mapping in an entry; they have up to 20 */
	VALUE_AT_MOST = 64 * 1024, /* bytes of a value; they have up to 2,000 */
	/* Bytes of a key in a mapping; they have up to 150. Escaped they become up to 4 times as
	 * many characters, and in front of a colon yaml takes 1024. */
	MAP_KEY_AT_MOST = 250,
};

static const struct key_rule {
	const char *name;
	unsigned forms; /* those that some release uses */
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

/* --- the head: `# release: 2.15.0` ------------------------------------------------------------ */

/* What stands behind `word`, without the blanks around it; NULL when the line begins otherwise. */
static const char *head_value(struct arena *arena, const char *line, const char *end,
			      const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(end - line) < length || memcmp(line, word, length))
		return NULL;
	for (line += length; line < end && *line == ' '; line++)
		;
	while (end > line && strchr(" \t\r", end[-1]))
		end--;
	return arena_strndup(arena, line, (size_t)(end - line));
}

static void add_tags(struct arena *arena, struct spec *spec, const char *text)
{
	const char *tag;
	size_t length;

	while (text_next_word(&text, ", ", &tag, &length))
		vec_push(arena, &spec->tags, arena_strndup(arena, tag, length));
}

bool spec_is_release(const char *text)
{
	static const char digits[] = "0123456789";

	for (int i = 0; i < 3; i++) {
		size_t length = strspn(text, digits);

		if (!length || length > 6 || (i < 2 && text[length] != '.'))
			return false;
		text += length + (i < 2);
	}
	for (; *text; text++)
		if (!(*text >= '0' && *text <= '9') && !(*text >= 'a' && *text <= 'z') &&
		    !(*text >= 'A' && *text <= 'Z') && !strchr(".+-", *text))
			return false;
	return true;
}

int spec_compare_releases(const char *a, const char *b)
{
	unsigned x[3] = { 0 }, y[3] = { 0 };

	sscanf(a, "%u.%u.%u", &x[0], &x[1], &x[2]);
	sscanf(b, "%u.%u.%u", &y[0], &y[1], &y[2]);
	for (int i = 0; i < 3; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

static void read_release(struct diag *diag, struct spec *spec, const char *value, struct loc loc)
{
	if (spec->release) {
		diag_error(diag, loc, NULL, "the release stands here twice");
		diag_note(diag, spec->release_loc, "first here");
		return;
	}
	spec->release = value;
	spec->release_loc = loc;
}

/* The comments that the file begins with. Windows' editors put a byte order mark before them. */
static void read_head(struct arena *arena, struct diag *diag, struct spec *spec)
{
	const char *line = spec->source.text +
			   (strncmp(spec->source.text, "\xef\xbb\xbf", 3) ? 0 : 3);
	const char *end, *value;
	size_t number = 1;

	for (; *line == '#'; line = end + (*end == '\n'), number++) {
		struct loc loc = { &spec->source, number, 1 };

		end = line + strcspn(line, "\n");
		if ((value = head_value(arena, line, end, "# release:"))) {
			loc.column += (size_t)(strstr(line, value) - line);
			read_release(diag, spec, value, loc);
		} else if ((value = head_value(arena, line, end, "# tags:"))) {
			add_tags(arena, spec, value);
		}
	}
}

/* --- events ----------------------------------------------------------------------------------- */

struct reader {
	struct arena *arena;
	struct diag *diag;
	struct spec *spec;
	yaml_parser_t parser;
	yaml_event_t event;
	bool has_event;
	bool is_broken;         /* the yaml itself: nothing after it can be trusted */
	const char *known_keys; /* the help on an unknown one, once there was one */
	size_t entries;
};

static struct loc mark_loc(const struct reader *r, yaml_mark_t mark)
{
	return (struct loc){ &r->spec->source, mark.line + 1, mark.column + 1 };
}

static void report_yaml(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	struct loc loc = mark_loc(r, p->problem_mark);

	r->is_broken = true;
	if (p->error == YAML_MEMORY_ERROR)
		out_of_memory(0);
	if (p->error == YAML_READER_ERROR)
		diag_error(r->diag, loc_at_offset(&r->spec->source, p->problem_offset),
			   "an operator list is UTF-8 text", "not text: %s", p->problem);
	else if (p->context)
		diag_error(r->diag, loc, NULL, "bad yaml: %s, %s", p->context, p->problem);
	else
		diag_error(r->diag, loc, NULL, "bad yaml: %s", p->problem);
}

static void drop_event(struct reader *r)
{
	if (r->has_event)
		yaml_event_delete(&r->event);
	r->has_event = false;
}

/* The kind of the next event; YAML_NO_EVENT once the yaml turned out to be broken. */
static yaml_event_type_t next(struct reader *r)
{
	drop_event(r);
	if (r->is_broken)
		return YAML_NO_EVENT;
	if (!yaml_parser_parse(&r->parser, &r->event)) {
		report_yaml(r);
		return YAML_NO_EVENT;
	}
	r->has_event = true;
	return r->event.type;
}

static struct loc event_loc(const struct reader *r)
{
	return mark_loc(r, r->event.start_mark);
}

static bool event_has_anchor(const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return event->data.scalar.anchor != NULL;
	case YAML_SEQUENCE_START_EVENT:
		return event->data.sequence_start.anchor != NULL;
	case YAML_MAPPING_START_EVENT:
		return event->data.mapping_start.anchor != NULL;
	default:
		return event->type == YAML_ALIAS_EVENT;
	}
}

static bool event_has_tag(const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return event->data.scalar.tag != NULL;
	case YAML_SEQUENCE_START_EVENT:
		return event->data.sequence_start.tag != NULL;
	case YAML_MAPPING_START_EVENT:
		return event->data.mapping_start.tag != NULL;
	default:
		return false;
	}
}

/*
 * Aliases could make a small file huge, a tag changes what a value is, and no release has any.
 */
static void refuse_extras(struct reader *r)
{
	if (event_has_anchor(&r->event))
		diag_error(r->diag, event_loc(r), "write the value out",
			   "anchors and aliases have no place in an operator list");
	if (event_has_tag(&r->event))
		diag_error(r->diag, event_loc(r), NULL,
			   "a tag of yaml ('!...') has no place in an operator list");
}

/* What no operator list has is not read to its end: it could be there to cost memory and time. */
static void too_much(struct reader *r, int most, const char *what)
{
	diag_error(r->diag, event_loc(r), NULL, "more than %d %s, which no operator list has", most,
		   what);
	r->is_broken = true;
}

/* Passes over the value that the current event begins. */
static void skip_value(struct reader *r)
{
	size_t depth = 0;

	for (yaml_event_type_t type = r->event.type;; type = next(r)) {
		if (type == YAML_NO_EVENT)
			return;
		if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT)
			depth++;
		if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT)
			depth--;
		if (depth > DEPTH_AT_MOST) {
			too_much(r, DEPTH_AT_MOST, "levels of yaml");
			return;
		}
		if (!depth)
			return;
	}
}

static const char *scalar_text(struct reader *r)
{
	const char *text = (const char *)r->event.data.scalar.value;
	size_t length = r->event.data.scalar.length;

	if (memchr(text, '\0', length)) {
		diag_error(r->diag, event_loc(r), NULL, "a NUL character in a value");
		return "";
	}
	if (length > VALUE_AT_MOST) {
		too_much(r, VALUE_AT_MOST, "bytes in a value");
		return "";
	}
	return arena_strndup(r->arena, text, length);
}

/* --- values ----------------------------------------------------------------------------------- */

/* The item at the current event, which has to be a scalar; what else it is, is passed over. */
static bool read_item(struct reader *r, struct item *item)
{
	refuse_extras(r);
	item->loc = event_loc(r);
	if (r->event.type == YAML_SCALAR_EVENT) {
		yaml_scalar_style_t style = r->event.data.scalar.style;

		item->text = scalar_text(r);
		/* So that an offset into the text can be added to the column. */
		item->loc.column += style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
				    style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
		return true;
	}
	diag_error(r->diag, item->loc, NULL, "a plain value is wanted here");
	skip_value(r);
	return false;
}

static void read_list(struct reader *r, struct value *value)
{
	yaml_event_type_t type;

	while ((type = next(r)) != YAML_SEQUENCE_END_EVENT && type != YAML_NO_EVENT) {
		struct item item = { 0 };

		if (read_item(r, &item))
			vec_push(r->arena, value, item);
		if (value->len > ITEMS_AT_MOST)
			too_much(r, ITEMS_AT_MOST, "items in a list");
	}
}

static void read_map(struct reader *r, struct value *value)
{
	yaml_event_type_t type;

	while ((type = next(r)) != YAML_MAPPING_END_EVENT && type != YAML_NO_EVENT) {
		struct item key = { 0 }, item = { 0 };
		bool has_key = read_item(r, &key);

		if (next(r) == YAML_NO_EVENT)
			return;
		if (!read_item(r, &item) || !has_key)
			continue;
		item.key = key.text;
		item.loc = key.loc;
		if (strlen(key.text) > MAP_KEY_AT_MOST)
			diag_error(r->diag, key.loc, NULL,
				   "more than %d bytes in a key, which no operator list has",
				   MAP_KEY_AT_MOST);
		for (size_t i = 0; i < value->len; i++)
			if (!strcmp(value->at[i].key, key.text))
				diag_error(r->diag, key.loc, NULL, "'%s' stands here twice",
					   key.text);
		vec_push(r->arena, value, item);
		if (value->len > ITEMS_AT_MOST)
			too_much(r, ITEMS_AT_MOST, "items in a mapping");
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
static void read_value(struct reader *r, enum key key, struct value *value)
{
	enum form form = event_form(&r->event);
	struct item item = { 0 };

	/* read_item does it for a plain value */
	if (form != FORM_SCALAR)
		refuse_extras(r);
	if (!(form & key_rules[key].forms)) {
		diag_error(r->diag, event_loc(r), NULL, "'%s' takes %s", key_rules[key].name,
			   forms_in_words(key_rules[key].forms));
		skip_value(r);
		return;
	}
	value->form = form;
	if (form == FORM_LIST)
		read_list(r, value);
	else if (form == FORM_MAP)
		read_map(r, value);
	else if (read_item(r, &item))
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

static const char *known_keys(struct reader *r)
{
	struct strbuf names = { 0 };

	if (r->known_keys)
		return r->known_keys;
	strbuf_add(&names, "known keys: ");
	for (enum key key = 0; key < KEY_COUNT; key++)
		strbuf_printf(&names, "%s%s", key ? ", " : "", key_rules[key].name);
	r->known_keys = arena_strdup(r->arena, strbuf_str(&names));
	strbuf_free(&names);
	return r->known_keys;
}

/* A key that cannot be used; the value behind it is passed over. */
static void skip_key(struct reader *r)
{
	if (next(r) != YAML_NO_EVENT)
		skip_value(r);
}

static void skip_long_func(struct reader *r)
{
	diag_error(r->diag, event_loc(r), NULL, "a func has to stand on one line");
	skip_value(r);
}

static void read_key(struct reader *r, struct entry *entry)
{
	struct loc loc = event_loc(r);
	struct item name = { 0 };
	enum key key;

	if (!read_item(r, &name)) {
		skip_key(r);
		return;
	}
	key = find_key(name.text);
	if (key == KEY_COUNT) {
		diag_error(r->diag, loc, known_keys(r), "unknown key '%s'", name.text);
		skip_key(r);
	} else if (entry->values[key].loc.source) {
		diag_error(r->diag, loc, NULL, "the key '%s' stands twice in one entry", name.text);
		diag_note(r->diag, entry->values[key].loc, "first here");
		skip_key(r);
	} else if (next(r) != YAML_NO_EVENT) {
		entry->values[key].loc = loc;
		if (key == KEY_FUNC && r->event.start_mark.line != r->event.end_mark.line)
			skip_long_func(r);
		else
			read_value(r, key, &entry->values[key]);
	}
}

static void read_variants(struct reader *r, struct entry *entry)
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
			   "'variants' names no variant");
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

/* Python's spelling and the two of old files. */
static void check_bools(struct reader *r, const struct entry *entry)
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
				   "'%s' is True or False, not '%s'", key_rules[bools[i]].name,
				   value->at[0].text);
	}
}

/* The entry at the current event. */
static void read_entry(struct reader *r)
{
	struct loc loc = event_loc(r);
	struct entry *entry;
	const struct value *func;
	yaml_event_type_t type;

	if (r->entries++ == ENTRIES_AT_MOST) {
		too_much(r, ENTRIES_AT_MOST, "entries");
		return;
	}
	refuse_extras(r);
	if (r->event.type != YAML_MAPPING_START_EVENT) {
		diag_error(r->diag, loc, "an entry begins with '- func: '",
			   "this is not an operator's entry");
		skip_value(r);
		return;
	}
	entry = arena_alloc(r->arena, sizeof *entry);
	func = &entry->values[KEY_FUNC];
	while ((type = next(r)) != YAML_MAPPING_END_EVENT && type != YAML_NO_EVENT)
		read_key(r, entry);
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
	vec_push(r->arena, &r->spec->entries, entry);
}

static void read_document(struct reader *r)
{
	yaml_event_type_t type = next(r);

	if (type == YAML_STREAM_START_EVENT)
		type = next(r);
	if (type == YAML_STREAM_END_EVENT) {
		diag_error(r->diag, (struct loc){ .source = &r->spec->source }, NULL,
			   "no operator in it: the file is empty");
		return;
	}
	if (type == YAML_DOCUMENT_START_EVENT)
		type = next(r);
	if (type == YAML_NO_EVENT)
		return;
	if (type != YAML_SEQUENCE_START_EVENT) {
		diag_error(r->diag, event_loc(r), "name the native_functions.yaml of a release",
			   "an operator list is a list of '- func:' entries");
		return;
	}
	while ((type = next(r)) != YAML_SEQUENCE_END_EVENT && type != YAML_NO_EVENT)
		read_entry(r);
	if (next(r) == YAML_DOCUMENT_END_EVENT && next(r) == YAML_DOCUMENT_START_EVENT)
		diag_error(r->diag, event_loc(r), NULL, "a second yaml document in one file");
	if (!r->is_broken && !r->spec->entries.len && !r->diag->errors)
		diag_error(r->diag, (struct loc){ .source = &r->spec->source }, NULL,
			   "no operator in it: the list is empty");
}

bool spec_parse(struct arena *arena, struct diag *diag, struct spec *spec)
{
	struct reader r = { .arena = arena, .diag = diag, .spec = spec };
	size_t before = diag->errors;

	if (!yaml_parser_initialize(&r.parser))
		out_of_memory(sizeof r.parser);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)spec->source.text,
				     spec->source.size);
	read_head(arena, diag, spec);
	read_document(&r);
	drop_event(&r);
	yaml_parser_delete(&r.parser);
	return diag->errors == before;
}
