/* events.h: libyaml's events, one after the other, and what no file of a release has among them. */
#ifndef CTORCH_GEN_READ_EVENTS_H
#define CTORCH_GEN_READ_EVENTS_H

#include <yaml.h>

#include "util/arena.h"
#include "util/diag.h"

struct events {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	const char *kind; /* "an operator list", for messages */
	yaml_parser_t parser;
	yaml_event_t event; /* the current one */
	bool has_event;
	bool is_broken; /* the yaml itself: nothing after it can be trusted */
};

/* The first four members are the caller's to set. */
void events_begin(struct events *r);
void events_end(struct events *r);

/* The kind of the next event; YAML_NO_EVENT once the yaml turned out to be broken. */
yaml_event_type_t events_next(struct events *r);

/* Where the current event begins. */
struct loc events_loc(const struct events *r);

/* Passes over the value that the current event begins. */
void events_skip(struct events *r);

/* The text of the current event, a scalar; "" after reporting that it cannot be one. */
const char *events_text(struct events *r);

/* The same of any event; NULL for a list or a mapping, which is passed over. */
const char *events_text_or_skip(struct events *r);

/* Reports an anchor, an alias or a tag at the current event. Aliases could make a small file huge,
 * a tag changes what a value is, and no release has any. */
void events_refuse_extras(struct events *r);

/* What no file of a release has is not read to its end: it could be there to cost memory and time. */
void events_too_much(struct events *r, int most, const char *what);

#endif
