/*
 * template.h: text files with marks that are replaced by values.
 *
 *     ${name}    the value
 *     ${,name}   ", " and the value; nothing if the value is empty
 *
 * If a mark is alone on its line, each line of its value gets the indentation of the mark; if the
 * value is empty, the line is removed. A mark without a value and a value without a mark are
 * errors. There are no loops and no conditions: the emitters do that in C.
 */
#ifndef CTORCH_GEN_EMIT_TEMPLATE_H
#define CTORCH_GEN_EMIT_TEMPLATE_H

#include "model.h"
#include "util/strbuf.h"

struct mark {
	const char *name;
	const char *value;
};

/* The templates of a folder. Each is read once. */
struct templates {
	struct arena *arena;
	struct diag *diag;
	const char *folder;
	VEC(struct template *) all;
};

/* Fills in the template and adds it to `out`. `marks` ends with { 0 }. Reports its errors. */
bool template_fill(struct templates *templates, const char *name, const struct mark *marks,
		   struct strbuf *out);

/* True if the template has the mark. */
bool template_has(struct templates *templates, const char *name, const char *mark);

/* Adds the output of a command, such as a struct diff, in one of its formats. Reports errors in the
 * templates. */
typedef bool format_writer(const void *found, struct templates *templates, struct strbuf *out);

/* The paths of the templates used so far. */
size_t template_count(const struct templates *templates);
const char *template_path(const struct templates *templates, size_t i);

#endif
