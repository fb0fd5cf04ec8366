#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "strbuf.h"
#include "text.h"

enum {
	SHOWN_AT_MOST = 100, /* errors; a broken file should not scroll its first one away */
	LINE_AT_MOST = 4096, /* bytes of a shown line */
};

enum severity { ERROR, WARNING, NOTE };

static const struct {
	const char *word;
	const char *colour;
} severities[] = {
	[ERROR] = { "error", "\033[1;31m" },
	[WARNING] = { "warning", "\033[1;35m" },
	[NOTE] = { "note", "\033[1;36m" },
};

void diag_init(struct diag *diag)
{
	const char *no_color = getenv("NO_COLOR");

	*diag = (struct diag){ .colour = isatty(STDERR_FILENO) && !(no_color && *no_color) };
}

static const char *find_line(const struct source *source, size_t line, size_t *length)
{
	const char *end = source->text + source->size;
	const char *start = source->text;
	const char *newline;

	while (--line && start < end) {
		newline = memchr(start, '\n', (size_t)(end - start));
		if (!newline)
			return NULL;
		start = newline + 1;
	}
	newline = memchr(start, '\n', (size_t)(end - start));
	*length = (size_t)((newline ? newline : end) - start);
	return start;
}

static bool is_text(const char *line, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (line[i] != '\t' && text_control_length(line + i, length - i))
			return false;
	return length <= LINE_AT_MOST;
}

/* A text that may come from a file, "\x1b" for what is none. */
static void show_text(const char *text)
{
	size_t length = strlen(text), control;

	for (; length; text++, length--) {
		control = text_control_length(text, length);
		if (!control) {
			fputc(*text, stderr);
			continue;
		}
		fprintf(stderr, "\\x%02x", (unsigned char)text[control - 1]);
		text += control - 1;
		length -= control - 1;
	}
}

/* The caret's own line repeats the tabs above it, so that it stands right at any tab width. */
static void show_line(struct loc loc)
{
	const char *line;
	size_t length;

	if (!loc.source || !loc.line)
		return;
	line = find_line(loc.source, loc.line, &length);
	if (!line || !length || !is_text(line, length))
		return;
	fprintf(stderr, "  %.*s\n", (int)length, line);
	if (!loc.column || loc.column > length + 1)
		return;
	fputs("  ", stderr);
	for (size_t i = 0; i + 1 < loc.column; i++)
		fputc(line[i] == '\t' ? '\t' : ' ', stderr);
	fputs("^\n", stderr);
}

static void show_place(struct loc loc)
{
	if (!loc.source) {
		fputs("ctorch-gen: ", stderr);
		return;
	}
	show_text(loc.source->path);
	fputc(':', stderr);
	if (loc.line)
		fprintf(stderr, "%zu:", loc.line);
	if (loc.line && loc.column)
		fprintf(stderr, "%zu:", loc.column);
	fputc(' ', stderr);
}

static void show_message(const char *format, va_list args)
{
	struct strbuf message = { 0 };

	strbuf_vprintf(&message, format, args);
	show_text(strbuf_str(&message));
	strbuf_free(&message);
}

static void show(const struct diag *diag, enum severity severity, struct loc loc, const char *help,
		 const char *format, va_list args)
{
	show_place(loc);
	if (diag->colour)
		fputs(severities[severity].colour, stderr);
	fprintf(stderr, "%s:", severities[severity].word);
	if (diag->colour)
		fputs("\033[0m", stderr);
	fputc(' ', stderr);
	show_message(format, args);
	fputc('\n', stderr);
	show_line(loc);
	if (help)
		fprintf(stderr, "  help: %s\n", help);
}

void diag_error(struct diag *diag, struct loc loc, const char *help, const char *format, ...)
{
	va_list args;

	if (diag->errors++ >= SHOWN_AT_MOST)
		return;
	va_start(args, format);
	show(diag, ERROR, loc, help, format, args);
	va_end(args);
}

void diag_warning(struct diag *diag, struct loc loc, const char *help, const char *format, ...)
{
	va_list args;

	diag->warnings++;
	va_start(args, format);
	show(diag, WARNING, loc, help, format, args);
	va_end(args);
}

void diag_note(struct diag *diag, struct loc loc, const char *format, ...)
{
	va_list args;

	if (diag->errors > SHOWN_AT_MOST)
		return;
	va_start(args, format);
	show(diag, NOTE, loc, NULL, format, args);
	va_end(args);
}

bool diag_finish(const struct diag *diag, const char *consequence)
{
	if (!diag->errors)
		return true;
	fprintf(stderr, "ctorch-gen: %zu error%s", diag->errors, diag->errors == 1 ? "" : "s");
	if (diag->errors > SHOWN_AT_MOST)
		fprintf(stderr, ", the first %d shown", SHOWN_AT_MOST);
	fprintf(stderr, "%s\n", consequence);
	return false;
}

struct loc loc_at_offset(const struct source *source, size_t offset)
{
	struct loc loc = { .source = source, .line = 1, .column = 1 };

	for (size_t i = 0; i < offset && i < source->size; i++) {
		loc.column++;
		if (source->text[i] == '\n') {
			loc.line++;
			loc.column = 1;
		}
	}
	return loc;
}
