/*
 * Inside the library: reading JSON of a known structure, from front to back and without a tree in
 * between: a graph of 1,000 nodes is 1.5 MB of text.
 *
 * The first error stays in the reader, and all functions then do nothing and return 0, false or
 * NULL, so that their callers ask once, at the end. It names the place as Python would write it:
 * "graph_module.graph.nodes[12].inputs[0].arg".
 */
#ifndef CT_EXPORT_GRAPH_JSON_H
#define CT_EXPORT_GRAPH_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/error.h>

#include "core/base/arena.h"
#include "core/base/error_make.h"

/* Objects and lists in each other: the functions of this room call themselves. */
enum { CT_JSON_DEPTH = 192 };

/* A key of an object, or an index of a list. */
struct ct_json_step {
	const char *key; /* NULL: `index` */
	int64_t index;
};

struct ct_json_reader {
	struct ct_arena *arena;      /* for what is read */
	const char *function, *what; /* for errors: "model.pt2: models/model.json" */
	const char *begin, *at, *end;
	ct_error error;
	char *items; /* of lists that are not complete */
	int64_t items_len, items_room;
	int64_t depth;
	struct ct_json_step steps[CT_JSON_DEPTH];
};

void ct_json_begin(struct ct_json_reader *reader, const char *text, size_t n);

/* The limit of an arena for what `n` bytes of JSON have. */
size_t ct_json_memory(size_t n);

/* The same for JSON in a string that `outer` has read: errors name both places. */
void ct_json_begin_inside(struct ct_json_reader *reader, const struct ct_json_reader *outer,
			  const char *text);

/* Ends the reading. The error, also if there is more text; else NULL. */
ct_error ct_json_end(struct ct_json_reader *reader) CT_WARN_UNUSED;

/* The error of the reader becomes this one, a ValueError, unless it has one. */
void ct_json_fail(struct ct_json_reader *reader, const char *format, ...) CT_PRINTF(2, 3);
/* An error for memory: there is none, or the file would need too much. */
void ct_json_fail_memory(struct ct_json_reader *reader);

/* --- Values ----------------------------------------------------------------------------------- */

/* Texts are in the arena, in UTF-8, and have no NUL inside. */
const char *ct_json_string(struct ct_json_reader *reader);
int64_t ct_json_int(struct ct_json_reader *reader);
/* Also one of the texts "Infinity", "-Infinity" and "NaN". */
double ct_json_float(struct ct_json_reader *reader);
bool ct_json_bool(struct ct_json_reader *reader);
/* Whether a null follows, which is then skipped. */
bool ct_json_null(struct ct_json_reader *reader);
/* Skips a value of any type. The text of it, in the arena, for the second one. */
void ct_json_skip(struct ct_json_reader *reader);
const char *ct_json_raw(struct ct_json_reader *reader);

/* The first character of the next value: '{', '[', '"', 't', 'f', 'n', or one of a number; 0: the
 * text ends, or there is an error. */
char ct_json_peek(struct ct_json_reader *reader);

/* --- Lists and objects ------------------------------------------------------------------------ */

/* Reads one item into zeroed memory. */
typedef void (*ct_json_item)(struct ct_json_reader *reader, void *item, void *context);

/* A list of items of `size` bytes each, in the arena; NULL if there are none. */
const void *ct_json_list(struct ct_json_reader *reader, ct_json_item item, size_t size,
			 void *context, int64_t *len);

/* The same for an object whose keys are names, which must differ. An item begins with a pointer to
 * its key, which is set before `item` is called. */
const void *ct_json_dict(struct ct_json_reader *reader, ct_json_item item, size_t size,
			 void *context, int64_t *len);

/* The same for a struct that has the items and, after them, their number:
 * `struct { const void *items; int64_t len; }`. */
void ct_json_read_list(struct ct_json_reader *reader, ct_json_item item, size_t size, void *context,
		       void *list);
void ct_json_read_dict(struct ct_json_reader *reader, ct_json_item item, size_t size, void *context,
		       void *list);

/* A member of an object whose keys are known. */
struct ct_json_field {
	const char *name;
	ct_json_item read; /* gets the field at `offset` */
	size_t offset;
	bool is_optional; /* may be missing, or null, which is then not read */
};

/* Reads an object into `self`. Unknown keys are skipped: a later minor version may have them. */
void ct_json_object(struct ct_json_reader *reader, const struct ct_json_field *fields,
		    size_t fields_len, void *self, void *context);
#define CT_JSON_OBJECT(reader, fields, self, context) \
	ct_json_object((reader), (fields), sizeof(fields) / sizeof *(fields), (self), (context))

/* An object with one key, which `read` gets: one of a union's arms. */
typedef void (*ct_json_arm)(struct ct_json_reader *reader, const char *key, void *item,
			    void *context);
void ct_json_union(struct ct_json_reader *reader, ct_json_arm read, void *item, void *context);

/* Into a bool, an int64_t or a const char * at `item`: readers of common fields. */
void ct_json_read_bool(struct ct_json_reader *reader, void *item, void *context);
void ct_json_read_int(struct ct_json_reader *reader, void *item, void *context);
void ct_json_read_string(struct ct_json_reader *reader, void *item, void *context);

#endif
