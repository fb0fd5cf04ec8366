#include "util/tsv.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/source.h"
#include "util/strbuf.h"

bool tsv_open(struct tsv *tsv, const char *path)
{
	struct source *source = arena_alloc(tsv->arena, sizeof *source);

	if (!source_read(tsv->arena, tsv->diag, path, source))
		return false;
	tsv->source = source;
	tsv->at = source->text;
	tsv->loc = (struct loc){ .source = source };
	return true;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* NULL for an unknown escape. */
static const char *unescape(struct arena *arena, const char *text, size_t length)
{
	char *result = arena_alloc(arena, length + 1), *to = result;

	for (size_t i = 0; i < length; i++) {
		*to++ = text[i];
		if (text[i] != '\\')
			continue;
		if (++i == length || !strchr("tn\\", text[i]))
			return NULL;
		to[-1] = text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : '\\';
	}
	*to = '\0';
	return result;
}

static bool split(struct tsv *tsv)
{
	const char *text = tsv->text;

	tsv->fields = (struct names){ 0 };
	for (;;) {
		size_t length = strcspn(text, "\t");
		const char *field = unescape(tsv->arena, text, length);

		if (!field)
			return false;
		vec_push(tsv->arena, &tsv->fields, field);
		if (!text[length])
			return true;
		text += length + 1;
	}
}

enum tsv_line tsv_next(struct tsv *tsv)
{
	size_t length = strcspn(tsv->at, "\n");

	if (!*tsv->at)
		return TSV_END;
	tsv->loc.line++;
	tsv->text = arena_strndup(tsv->arena, tsv->at, length);
	tsv->at += length + (tsv->at[length] == '\n');
	if (!length)
		return TSV_BLANK;
	if (*tsv->text == '#')
		return TSV_COMMENT;
	if (split(tsv))
		return TSV_FIELDS;
	tsv_error(tsv, "expected t, n or \\ after a backslash");
	return TSV_BAD;
}

bool tsv_has(struct tsv *tsv, size_t count, const char *expected)
{
	if (tsv->fields.len == count)
		return true;
	tsv_error(tsv, "expected %zu fields separated by tabs (%s), found %zu", count, expected,
		  tsv->fields.len);
	return false;
}

const char *tsv_after(const struct tsv *tsv, const char *mark)
{
	size_t length = strlen(mark);

	return strncmp(tsv->text, mark, length) ? NULL : tsv->text + length;
}

bool tsv_is_whole(const struct tsv *tsv)
{
	return !tsv->source->size || tsv->source->text[tsv->source->size - 1] == '\n';
}

/* --- errors ----------------------------------------------------------------------------------- */

static void report(struct tsv *tsv, struct loc loc, const char *format, va_list args)
{
	struct strbuf text = { 0 };

	strbuf_vprintf(&text, format, args);
	diag_error(tsv->diag, loc, tsv->help, "%s", strbuf_str(&text));
	strbuf_free(&text);
}

void tsv_error(struct tsv *tsv, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(tsv, tsv->loc, format, args);
	va_end(args);
}

void tsv_file_error(struct tsv *tsv, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(tsv, (struct loc){ .source = tsv->source }, format, args);
	va_end(args);
}
