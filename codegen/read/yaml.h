/* yaml.h: libyaml's events, one after the other, and what no file of a release has among them. */
#ifndef CTORCH_GEN_READ_YAML_H
#define CTORCH_GEN_READ_YAML_H

#include <yaml.h>

#include "util/arena.h"
#include "util/diag.h"

struct reader {
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
void reader_begin(struct reader *r);
void reader_end(struct reader *r);

/* The kind of the next event; YAML_NO_EVENT once the yaml turned out to be broken. */
yaml_event_type_t reader_next(struct reader *r);

/* Where the current event begins. */
struct loc reader_loc(const struct reader *r);

/* Passes over the value that the current event begins. */
void reader_skip(struct reader *r);

/* The text of the current event, a scalar; "" after reporting that it cannot be one. */
const char *reader_text(struct reader *r);

/* The same of any event; NULL for a list or a mapping, which is passed over. */
const char *reader_text_or_skip(struct reader *r);

/* Reports an anchor, an alias or a tag at the current event. Aliases could make a small file huge,
 * a tag changes what a value is, and no release has any. */
void reader_refuse_extras(struct reader *r);

/* What no file of a release has is not read to its end: it could be there to cost memory and time. */
void reader_too_much(struct reader *r, int most, const char *what);

#endif
