/*
 * template.h: files with marks.
 *
 *     ${name}    the value
 *     ${,name}   the value behind ", "; nothing when it is empty
 *
 * A mark alone on its line takes the line's indentation for each line of its value; with an empty
 * value the line goes. A mark without a value and a value without a mark are errors.
 * There are no loops and no conditions: those are C, in the emitters.
 */
#ifndef CTORCH_GEN_EMIT_TEMPLATE_H
#define CTORCH_GEN_EMIT_TEMPLATE_H

#include "model.h"
#include "util/strbuf.h"

struct mark {
	const char *name;
	const char *value;
};

/* The templates of one folder, each read once. */
struct templates {
	struct arena *arena;
	struct diag *diag;
	const char *folder;
	VEC(struct template *) all;
};

/* Adds the template, filled. Ends with { 0 }. False after reporting what is wrong with it. */
bool template_fill(struct templates *templates, const char *name, const struct mark *marks,
		   struct strbuf *out);

/* Adds what a command found, a struct diff for instance, in one of its forms. False after reporting
 * what is wrong with a template. */
typedef bool format_writer(const void *found, struct templates *templates, struct strbuf *out);

/* The paths of the templates used so far. */
size_t template_count(const struct templates *templates);
const char *template_path(const struct templates *templates, size_t i);

#endif
