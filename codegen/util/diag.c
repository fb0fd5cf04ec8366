#include "util/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/strbuf.h"
#include "util/text.h"

enum {
	SHOWN_AT_MOST = 100, /* errors; the first error of a broken file should not scroll away */
	LINE_AT_MOST = 512,  /* bytes of a line shown whole; schemas have up to 500 */
	WINDOW = 160,        /* bytes shown of a longer line, around the caret */
	MESSAGE_AT_MOST = 2000,
	PATH_AT_MOST = 4096,
};

static const char cut[] = "...";

enum severity { ERROR, WARNING, NOTE };

static const struct {
	const char *word;
	const char *color;
} severities[] = {
	[ERROR] = { "error", "\033[1;31m" },
	[WARNING] = { "warning", "\033[1;35m" },
	[NOTE] = { "note", "\033[1;36m" },
};

void diag_init(struct diag *diag)
{
	const char *no_color = getenv("NO_COLOR");

	*diag = (struct diag){ .color = isatty(STDERR_FILENO) && !(no_color && *no_color) };
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
	return true;
}

/* The text may come from a file: control characters are shown as "\x1b". */
static void show_part(const char *text, size_t length)
{
	size_t control;

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

/* The start of the character at `at`, so that no UTF-8 sequence is cut. */
static size_t character_at(const char *text, size_t at)
{
	while (at && ((unsigned char)text[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* Cuts a text longer than `at_most` bytes in the middle; a third of what is shown is its end. */
static void show_text(const char *text, size_t at_most)
{
	size_t length = strlen(text), end;

	if (length <= at_most) {
		show_part(text, length);
		return;
	}
	end = character_at(text, length - at_most / 3);
	show_part(text, character_at(text, at_most - at_most / 3));
	fputs(cut, stderr);
	show_part(text + end, length - end);
}

/* The part of a line that is shown, as offsets into it. */
struct window {
	size_t start, end;
};

static struct window window_of(const char *line, size_t length, size_t column)
{
	size_t caret = column && column <= length + 1 ? column - 1 : 0;
	struct window shown = { 0, length };

	if (length <= LINE_AT_MOST)
		return shown;
	if (caret > WINDOW / 2)
		shown.start = character_at(line, caret - WINDOW / 2);
	if (length - shown.start > WINDOW)
		shown.end = character_at(line, shown.start + WINDOW);
	return shown;
}

/* Repeats the tabs of the line above, so that the caret is correct at any tab width. */
static void show_caret(const char *line, struct window shown, size_t caret)
{
	fprintf(stderr, "  %*s", shown.start ? (int)strlen(cut) : 0, "");
	for (size_t i = shown.start; i < caret; i++)
		fputc(line[i] == '\t' ? '\t' : ' ', stderr);
	fputs("^\n", stderr);
}

static void show_line(struct loc loc)
{
	const char *line;
	struct window shown;
	size_t length;

	if (!loc.source || !loc.line)
		return;
	line = find_line(loc.source, loc.line, &length);
	if (!line || !length)
		return;
	shown = window_of(line, length, loc.column);
	if (!is_text(line + shown.start, shown.end - shown.start))
		return;
	fprintf(stderr, "  %s%.*s%s\n", shown.start ? cut : "", (int)(shown.end - shown.start),
		line + shown.start, shown.end < length ? cut : "");
	if (loc.column && loc.column <= length + 1)
		show_caret(line, shown, loc.column - 1);
}

static const char *program_of(const struct diag *diag)
{
	return diag->program ? diag->program : "ctorch-gen";
}

static void show_place(const struct diag *diag, struct loc loc)
{
	if (!loc.source) {
		fprintf(stderr, "%s: ", program_of(diag));
		return;
	}
	show_text(loc.source->path, PATH_AT_MOST);
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
	show_text(strbuf_str(&message), MESSAGE_AT_MOST);
	strbuf_free(&message);
}

static void show(const struct diag *diag, enum severity severity, struct loc loc, const char *help,
		 const char *format, va_list args)
{
	show_place(diag, loc);
	if (diag->color)
		fputs(severities[severity].color, stderr);
	fprintf(stderr, "%s:", severities[severity].word);
	if (diag->color)
		fputs("\033[0m", stderr);
	fputc(' ', stderr);
	show_message(format, args);
	fputc('\n', stderr);
	show_line(loc);
	if (!help)
		return;
	fputs("  help: ", stderr);
	show_text(help, MESSAGE_AT_MOST);
	fputc('\n', stderr);
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
	fprintf(stderr, "%s: %zu error%s", program_of(diag), diag->errors,
		diag->errors == 1 ? "" : "s");
	if (diag->errors > SHOWN_AT_MOST)
		fprintf(stderr, ", the first %d are shown", SHOWN_AT_MOST);
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
