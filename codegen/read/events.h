/* events.h: reads libyaml's events one by one and refuses what no release's file contains. */
#ifndef CTORCH_GEN_READ_EVENTS_H
#define CTORCH_GEN_READ_EVENTS_H

#include <yaml.h>

#include "model.h"

struct events {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	const char *kind; /* "an operator list", for messages */
	yaml_parser_t parser;
	yaml_event_t event; /* the current one */
	bool has_event;
	bool is_broken; /* a syntax error: nothing after it can be trusted */
};

/* The caller sets the first four members. */
void events_begin(struct events *r);
void events_end(struct events *r);

/* The type of the next event; YAML_NO_EVENT after a syntax error. */
yaml_event_type_t events_next(struct events *r);

/* The start of the current event. */
struct loc events_loc(const struct events *r);

/* Skips the value that begins with the current event, or with the next one. */
void events_skip(struct events *r);
void events_skip_next(struct events *r);

/* The text of the current event, which must be a scalar; "" after reporting a bad one. */
const char *events_text(struct events *r);

/* The same for any event; NULL for a list or a mapping, which is skipped. */
const char *events_text_or_skip(struct events *r);

/* Reads a scalar at the current event; anything else is reported and skipped. */
bool events_item(struct events *r, struct item *item);

/* Reports an anchor, an alias or a tag at the current event. Aliases could make a small file huge,
 * tags change what a value is, and no release uses them. */
void events_refuse_extras(struct events *r);

/* Reports the excess and stops reading: the file could be made to exhaust memory or time. */
void events_too_much(struct events *r, int most, const char *what);

#endif
