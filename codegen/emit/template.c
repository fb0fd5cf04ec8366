#include "emit/template.h"

#include <string.h>

#include "util/source.h"
#include "util/text.h"

/* Text and the mark after it; the last piece has no mark. */
struct piece {
	const char *text;
	size_t length;
	const char *mark; /* NULL: none */
	size_t known;     /* its place among template.known */
	bool with_comma;  /* ${,x} */
	bool is_block;    /* alone on its line: `text` ends with the line's indentation */
	size_t indent;    /* of a block: the length of that indentation */
	struct loc loc;
};

struct template
{
	const char *name;
	struct source source;
	VEC(struct piece) pieces;
	VEC(const char *) known; /* the names of the last marks, which have been checked */
	bool is_broken;
};

static size_t indentation(const char *text, const char *mark)
{
	const char *start = mark;

	while (start > text && (start[-1] == ' ' || start[-1] == '\t'))
		start--;
	return start == text || start[-1] == '\n' ? (size_t)(mark - start) : (size_t)-1;
}

static bool is_mark_char(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_';
}

/* Reads the mark at `at`. Returns the position after it, or NULL if it is not a mark. */
static const char *read_mark(struct templates *t, const char *at, struct piece *piece)
{
	const char *name;

	at += 2;
	piece->with_comma = *at == ',';
	at += piece->with_comma;
	for (name = at; is_mark_char(*at); at++)
		;
	if (at == name || *at != '}')
		return NULL;
	piece->mark = arena_strndup(t->arena, name, (size_t)(at - name));
	return at + 1;
}

/* The location `length` bytes further in the text. */
static struct loc advance(struct loc loc, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		loc.column++;
		if (text[i] == '\n') {
			loc.line++;
			loc.column = 1;
		}
	}
	return loc;
}

static void split(struct templates *t, struct template *template)
{
	const char *text = template->source.text, *at, *end;
	struct loc loc = { &template->source, 1, 1 };

	for (; (at = strstr(text, "${")); text = end) {
		struct piece piece = { .text = text, .length = (size_t)(at - text) };
		size_t indent = indentation(text, at);

		piece.loc = advance(loc, text, piece.length);
		end = read_mark(t, at, &piece);
		if (!end) {
			diag_error(t->diag, piece.loc, "write ${name} or ${,name}",
				   "malformed mark");
			template->is_broken = true;
			return;
		}
		/* A mark after another mark on the same line is not a block: there is no newline
		 * between. */
		if (indent != (size_t)-1 && *end == '\n' &&
		    (at - indent == template->source.text || at[-(long)indent - 1] == '\n')) {
			piece.is_block = true;
			piece.indent = indent;
			end++;
		}
		vec_push(t->arena, &template->pieces, piece);
		loc = advance(piece.loc, at, (size_t)(end - at));
	}
	vec_push(t->arena, &template->pieces,
		 (struct piece){ .text = text, .length = strlen(text) });
}

static struct template *find(struct templates *t, const char *name)
{
	struct template *template;

	for (size_t i = 0; i < t->all.len; i++)
		if (!strcmp(t->all.at[i]->name, name))
			return t->all.at[i];
	template = arena_alloc(t->arena, sizeof *template);
	template->name = arena_strdup(t->arena, name);
	vec_push(t->arena, &t->all, template);
	if (source_read_found(t->arena, t->diag, arena_printf(t->arena, "%s/%s", t->folder, name),
			      &template->source))
		split(t, template);
	else
		template->is_broken = true;
	return template;
}

static void add_block(struct strbuf *out, const struct piece *piece, const char *value)
{
	const char *indent = piece->text + piece->length - piece->indent;
	size_t length;

	for (; *value; value += length + (value[length] == '\n')) {
		length = text_line_length(value);
		if (length)
			strbuf_add_bytes(out, indent, piece->indent);
		strbuf_add_bytes(out, value, length);
		strbuf_add(out, "\n");
	}
}

static void add_piece(struct strbuf *out, const struct piece *piece, const char *value)
{
	strbuf_add_bytes(out, piece->text, piece->length - piece->indent);
	if (piece->is_block) {
		add_block(out, piece, value);
	} else if (*value) {
		strbuf_add(out, piece->with_comma ? ", " : "");
		strbuf_add(out, value);
	}
}

/* The place of the mark, which has a value, or -1. */
static size_t place_of(const struct mark *marks, const char *name)
{
	for (size_t i = 0; marks[i].name; i++)
		if (marks[i].value && !strcmp(marks[i].name, name))
			return i;
	return (size_t)-1;
}

static bool has_mark(const struct template *template, const char *name)
{
	for (size_t i = 0; i < template->pieces.len; i++)
		if (template->pieces.at[i].mark && !strcmp(template->pieces.at[i].mark, name))
			return true;
	return false;
}

bool template_has(struct templates *templates, const char *name, const char *mark)
{
	return has_mark(find(templates, name), mark);
}

/* A broken template is reported only once. */
static bool check(struct templates *t, struct template *template, const struct mark *marks)
{
	for (size_t i = 0; i < template->pieces.len; i++) {
		struct piece *piece = &template->pieces.at[i];

		piece->known = piece->mark ? place_of(marks, piece->mark) : 0;
		if (piece->known != (size_t)-1)
			continue;
		diag_error(t->diag, piece->loc, NULL, "unknown mark '%s'", piece->mark);
		template->is_broken = true;
	}
	template->known.len = 0;
	for (; marks->name; marks++) {
		vec_push(t->arena, &template->known, marks->name);
		if (has_mark(template, marks->name))
			continue;
		diag_error(t->diag, (struct loc){ .source = &template->source }, NULL,
			   "the template does not use the mark ${%s}", marks->name);
		template->is_broken = true;
	}
	return !template->is_broken;
}

/* A template is filled thousands of times by the same code: its names are the same literals. */
static bool is_known(const struct template *template, const struct mark *marks)
{
	for (size_t i = 0; i < template->known.len; i++)
		if (marks[i].name != template->known.at[i] || !marks[i].value)
			return false;
	return template->known.len && !marks[template->known.len].name;
}

bool template_fill(struct templates *templates, const char *name, const struct mark *marks,
		   struct strbuf *out)
{
	struct template *template = find(templates, name);

	if (template->is_broken)
		return false;
	if (!is_known(template, marks) && !check(templates, template, marks))
		return false;
	for (size_t i = 0; i < template->pieces.len; i++) {
		const struct piece *piece = &template->pieces.at[i];

		add_piece(out, piece, piece->mark ? marks[piece->known].value : "");
	}
	return true;
}

size_t template_count(const struct templates *templates)
{
	return templates->all.len;
}

const char *template_path(const struct templates *templates, size_t i)
{
	return templates->all.at[i]->source.path;
}
