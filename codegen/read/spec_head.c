#include "read/spec_head.h"

#include <stdio.h>
#include <string.h>

#include "read/spec.h"
#include "util/text.h"

/* --- releases --------------------------------------------------------------------------------- */

bool spec_is_release(const char *text)
{
	static const char digits[] = "0123456789";

	for (int i = 0; i < 3; i++) {
		size_t length = strspn(text, digits);

		if (!length || length > 6 || (i < 2 && text[length] != '.') ||
		    (*text == '0' && length > 1))
			return false;
		text += length + (i < 2);
	}
	for (; *text; text++)
		if (!(*text >= '0' && *text <= '9') && !(*text >= 'a' && *text <= 'z') &&
		    !(*text >= 'A' && *text <= 'Z') && !strchr(".+-", *text))
			return false;
	return true;
}

int spec_compare_releases(const char *a, const char *b)
{
	unsigned x[3] = { 0 }, y[3] = { 0 };

	sscanf(a, "%u.%u.%u", &x[0], &x[1], &x[2]);
	sscanf(b, "%u.%u.%u", &y[0], &y[1], &y[2]);
	for (int i = 0; i < 3; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

/* --- the head --------------------------------------------------------------------------------- */

/* The text after `word`, without surrounding blanks; NULL if the line does not begin with it. */
static char *head_value(struct arena *arena, const char *line, const char *end, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(end - line) < length || memcmp(line, word, length))
		return NULL;
	for (line += length; line < end && *line == ' '; line++)
		;
	while (end > line && strchr(" \t\r", end[-1]))
		end--;
	return arena_strndup(arena, line, (size_t)(end - line));
}

/* Divides the text into tags. */
static void add_tags(struct arena *arena, struct spec *spec, char *text)
{
	for (char *tag = strtok_r(text, ", ", &text); tag; tag = strtok_r(NULL, ", ", &text))
		vec_push(arena, &spec->tags, tag);
}

static void read_release(struct diag *diag, struct spec *spec, const char *value, struct loc loc)
{
	if (spec->release) {
		diag_error(diag, loc, NULL, "the release is given twice");
		diag_note(diag, spec->release_loc, "first given here");
		return;
	}
	spec->release = value;
	spec->release_loc = loc;
}

void spec_check_end(struct arena *arena, struct diag *diag, const struct spec *spec)
{
	const struct source *source = &spec->source;
	const char *entries = arena_printf(arena, "%zu", spec->entries.len);

	if (source->size && source->text[source->size - 1] != '\n')
		diag_error(diag, (struct loc){ .source = source },
			   "this is only part of a list: import the release again",
			   "the file ends in the middle of a line");
	else if (spec->entries_declared && strcmp(spec->entries_declared, entries))
		diag_error(diag, spec->entries_loc,
			   "if you edited the list, write this number in the head; otherwise "
			   "import the release again",
			   "found %s entries", entries);
}

/* Reads the comments at the start of the file. Windows editors add a byte order mark. */
void spec_read_head(struct arena *arena, struct diag *diag, struct spec *spec)
{
	const char *line = spec->source.text +
			   (strncmp(spec->source.text, "\xef\xbb\xbf", 3) ? 0 : 3);
	const char *end;
	char *value;
	size_t number = 1;

	for (; *line == '#'; line = end + (*end == '\n'), number++) {
		struct loc loc = { &spec->source, number, 1 };

		end = line + strcspn(line, "\n");
		if ((value = head_value(arena, line, end, "# release:"))) {
			loc.column += (size_t)(strstr(line, value) - line);
			read_release(diag, spec, value, loc);
		} else if ((value = head_value(arena, line, end, "# entries:"))) {
			spec->entries_declared = value;
			spec->entries_loc = loc;
		} else if ((value = head_value(arena, line, end, "# tags:"))) {
			add_tags(arena, spec, value);
		}
	}
}
