/*
 * Errors about a node of a graph.
 */
#define _GNU_SOURCE

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/shown.h"
#include "core/base/utf8.h"
#include "export/graph/place.h"

const char *ct_graph_node_metadata(const struct ct_graph_node *node, const char *key)
{
	for (int64_t i = 0; i < node->metadata_len; i++)
		if (strcmp(node->metadata[i].key, key) == 0)
			return node->metadata[i].text;
	return NULL;
}

/* --- Lines of Python -------------------------------------------------------------------------- */

/* The last line of a stack trace that names a file; NULL: there is none. */
static const char *last_frame(const char *trace)
{
	const char *frame = NULL;

	while ((trace = strstr(trace, "File \""))) {
		frame = trace;
		trace++;
	}
	return frame;
}

/* The rest of a line, without the spaces around it. */
static void add_line(struct ct_text *text, const char *line)
{
	char room[CT_SHOWN], copy[4 * CT_SHOWN];
	size_t n;

	line += strspn(line, " \t");
	n = strcspn(line, "\n");
	n = n < sizeof copy ? n : sizeof copy - 1;
	memcpy(copy, line, n);
	copy[n] = '\0';
	ct_text_add(text, ct_shown(copy, room));
}

/* A frame is `File "model.py", line 12, in forward`, and on the next line the code. */
bool ct_graph_add_source(struct ct_text *text, const struct ct_graph_node *node)
{
	const char *trace = ct_graph_node_metadata(node, "stack_trace");
	const char *frame = trace ? last_frame(trace) : NULL, *end, *code;
	char path[256];
	int line;

	if (frame == NULL)
		return false;
	frame += strlen("File \"");
	end = strstr(frame, "\", line ");
	if (end == NULL || end - frame >= (ptrdiff_t)sizeof path ||
	    sscanf(end, "\", line %d", &line) != 1)
		return false;
	memcpy(path, frame, (size_t)(end - frame));
	path[end - frame] = '\0';
	ct_make_printable(path);
	ct_text_addf(text, "%s:%d", path, line);
	code = strchr(end, '\n');
	if (code && code[1]) {
		ct_text_add(text, ": ");
		add_line(text, code + 1);
	}
	return true;
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static void add_graphs(struct ct_text *text, const struct ct_graph_place *place)
{
	char room[CT_SHOWN];

	if (place->outer)
		add_graphs(text, place->outer);
	if (place->name)
		ct_text_addf(text, "%s: ", ct_shown(place->name, room));
}

void ct_graph_add_node(struct ct_text *text, const struct ct_graph_place *place,
		       const struct ct_graph_node *node)
{
	char name[CT_SHOWN], target[CT_SHOWN];
	struct ct_text source = { 0 };

	ct_text_addf(text, "node %lld", (long long)(node - place->graph->nodes));
	if (node->name)
		ct_text_addf(text, " '%s'", ct_shown(node->name, name));
	ct_text_addf(text, " (%s)", ct_shown(node->target, target));
	if (ct_graph_add_source(&source, node) && source.data)
		ct_text_addf(text, ", %s", source.data);
	ct_text_release(&source);
}

static void add_words(struct ct_text *text, const struct ct_graph_place *place,
		      const struct ct_graph_node *node)
{
	ct_text_addf(text, "%s: ", place->what);
	add_graphs(text, place);
	if (node) {
		ct_graph_add_node(text, place, node);
		ct_text_add(text, ": ");
	}
}

ct_error ct_graph_error(ct_error_class error_class, const struct ct_graph_place *place,
			const struct ct_graph_node *node, const char *format, ...)
{
	struct ct_text words = { 0 };
	char text[4 * CT_SHOWN];
	va_list args;
	ct_error error;

	va_start(args, format);
	ct_format_printable(text, sizeof text, format, args);
	va_end(args);
	add_words(&words, place, node);
	error = ct_error_new(error_class, place->function, "%s%s", words.data ? words.data : "",
			     text);
	ct_text_release(&words);
	return error;
}

ct_error ct_graph_error_at(ct_error error, const struct ct_graph_place *place,
			   const struct ct_graph_node *node)
{
	struct ct_text words = { 0 };

	if (error == NULL)
		return NULL;
	add_words(&words, place, node);
	if (words.length > 2) { /* the prefix gets its own colon */
		words.data[words.length - 2] = '\0';
		error = ct_error_prefix(error, words.data);
	}
	ct_text_release(&words);
	return error;
}
