#include "read/events.h"

#include <string.h>

enum {
	DEPTH_AT_MOST = 16,        /* levels of yaml in a value; releases have 2 */
	VALUE_AT_MOST = 64 * 1024, /* bytes of a value; releases have up to 2,000 */
};

static struct loc mark_loc(const struct events *r, yaml_mark_t mark)
{
	return (struct loc){ r->source, mark.line + 1, mark.column + 1 };
}

static void report_yaml(struct events *r)
{
	const yaml_parser_t *p = &r->parser;
	struct loc loc = mark_loc(r, p->problem_mark);

	r->is_broken = true;
	if (p->error == YAML_MEMORY_ERROR)
		out_of_memory(0);
	if (p->error == YAML_READER_ERROR)
		diag_error(r->diag, loc_at_offset(r->source, p->problem_offset),
			   arena_printf(r->arena, "%s must be UTF-8 text", r->kind), "not text: %s",
			   p->problem);
	else if (p->context)
		diag_error(r->diag, loc, NULL, "bad yaml: %s, %s", p->context, p->problem);
	else
		diag_error(r->diag, loc, NULL, "bad yaml: %s", p->problem);
}

static void drop_event(struct events *r)
{
	if (r->has_event)
		yaml_event_delete(&r->event);
	r->has_event = false;
}

yaml_event_type_t events_next(struct events *r)
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

struct loc events_loc(const struct events *r)
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

void events_refuse_extras(struct events *r)
{
	if (event_has_anchor(&r->event))
		diag_error(r->diag, events_loc(r), "write the value out",
			   "anchors and aliases are not allowed in %s", r->kind);
	if (event_has_tag(&r->event))
		diag_error(r->diag, events_loc(r), NULL, "yaml tags ('!...') are not allowed in %s",
			   r->kind);
}

void events_too_much(struct events *r, int most, const char *what)
{
	diag_error(r->diag, events_loc(r), NULL, "more than %d %s, too many for %s", most, what,
		   r->kind);
	r->is_broken = true;
}

void events_skip(struct events *r)
{
	size_t depth = 0;

	for (yaml_event_type_t type = r->event.type;; type = events_next(r)) {
		if (type == YAML_NO_EVENT)
			return;
		if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT)
			depth++;
		if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT)
			depth--;
		if (depth > DEPTH_AT_MOST) {
			events_too_much(r, DEPTH_AT_MOST, "levels of yaml");
			return;
		}
		if (!depth)
			return;
	}
}

void events_skip_next(struct events *r)
{
	if (events_next(r) != YAML_NO_EVENT)
		events_skip(r);
}

const char *events_text(struct events *r)
{
	const char *text = (const char *)r->event.data.scalar.value;
	size_t length = r->event.data.scalar.length;

	if (memchr(text, '\0', length)) {
		diag_error(r->diag, events_loc(r), NULL, "a NUL character in a value");
		return "";
	}
	if (length > VALUE_AT_MOST) {
		events_too_much(r, VALUE_AT_MOST, "bytes in a value");
		return "";
	}
	return arena_strndup(r->arena, text, length);
}

const char *events_text_or_skip(struct events *r)
{
	events_refuse_extras(r);
	if (r->event.type == YAML_SCALAR_EVENT)
		return events_text(r);
	events_skip(r);
	return NULL;
}

bool events_item(struct events *r, struct item *item)
{
	events_refuse_extras(r);
	item->loc = events_loc(r);
	if (r->event.type == YAML_SCALAR_EVENT) {
		yaml_scalar_style_t style = r->event.data.scalar.style;

		item->text = events_text(r);
		/* The column is that of the text, so that offsets into the text can be added. */
		item->loc.column += style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
				    style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
		return true;
	}
	diag_error(r->diag, item->loc, NULL, "expected a plain value");
	events_skip(r);
	return false;
}

void events_begin(struct events *r)
{
	if (!yaml_parser_initialize(&r->parser))
		out_of_memory(sizeof r->parser);
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)r->source->text,
				     r->source->size);
}

void events_end(struct events *r)
{
	drop_event(r);
	yaml_parser_delete(&r->parser);
}
