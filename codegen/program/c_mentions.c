/*
 * The names beginning with "ct_" in C and C++. No parser: comments, texts and numbers are passed
 * over, and of the rest it is told what is called and what is declared. All branches of #if are
 * read, and no macro is expanded: a name that ## makes is not seen.
 */
#include <ctype.h>
#include <string.h>

#include "program/file.h"

/* What stands in front of a word, as far as it tells what the word is. */
enum before {
	BEFORE_OTHER,
	BEFORE_WORD,  /* "ct_error": a type */
	BEFORE_STAR,  /* '*' and '&' behind a type; '>' */
	BEFORE_FIELD, /* '.', "->" */
	BEFORE_TAG    /* "struct" */
};

/* What is open of "ct_error (*ct_f)(int)", a pointer to a function. */
enum declarator {
	DECLARATOR_NONE,
	DECLARATOR_OPEN, /* "ct_error (", which calls as well */
	DECLARATOR_STAR  /* "ct_error (*" */
};

struct scanner {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	const char *at;
	size_t line;
	struct part part;
	enum before before, in_front; /* of what comes next; of the word that was read last */
	enum declarator declarator;
	VEC(bool) blocks; /* that are open, but for namespaces and extern "C": whether a class */
	bool is_scope;    /* "namespace" or "extern" stands in front */
	bool is_class;    /* "struct", "class" or "union" does */
	bool is_line_start;
	bool in_directive;
	bool is_defined; /* the next word is what #define defines */
	size_t outside;  /* the open blocks outside of the directive */
};

/* --- characters ------------------------------------------------------------------------------- */

static void advance(struct scanner *s)
{
	s->line += *s->at == '\n';
	s->at++;
}

/* A line that goes on: a backslash at its end. 0: it does not. */
static size_t splice_length(const char *at)
{
	if (*at != '\\')
		return 0;
	return at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

/* Behind the rest of the line, with the lines that it goes on in. */
static void skip_line(struct scanner *s)
{
	while (*s->at && *s->at != '\n') {
		size_t splice = splice_length(s->at);

		s->line += splice > 0;
		s->at += splice ? splice : 1;
	}
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_one_of(const char *const *words, const char *word, size_t length)
{
	for (; *words; words++)
		if (strlen(*words) == length && !strncmp(*words, word, length))
			return true;
	return false;
}

static bool unended(const struct scanner *s, const char *begin, const char *what)
{
	diag_error(s->diag, loc_at_offset(s->source, (size_t)(begin - s->source->text)), NULL,
		   "%s that does not end", what);
	return false;
}

static bool skip_comment(struct scanner *s)
{
	const char *begin = s->at, *end = strstr(s->at + 2, "*/");

	if (!end)
		return unended(s, begin, "a comment");
	while (s->at < end + 2)
		advance(s);
	return true;
}

/* A text or a character ends with its line at the latest: "don't" in an #error. */
static void skip_quoted(struct scanner *s)
{
	char quote = *s->at++;

	while (*s->at && *s->at != quote && *s->at != '\n') {
		if (*s->at == '\\' && s->at[1])
			advance(s);
		advance(s);
	}
	s->at += *s->at == quote;
	s->before = BEFORE_OTHER;
}

/* R"x(...)x"; false after reporting that it does not end. Others are texts as any. */
static bool skip_raw(struct scanner *s)
{
	const char *begin = s->at;
	size_t length = strcspn(s->at + 1, "( )\\\t\n\"");
	const char *mark, *end;

	if (s->at[1 + length] != '(') {
		skip_quoted(s);
		return true;
	}
	mark = arena_printf(s->arena, ")%.*s\"", (int)length, s->at + 1);
	end = strstr(s->at + 1 + length, mark);
	if (!end)
		return unended(s, begin, "a raw string");
	while (s->at < end + strlen(mark))
		advance(s);
	s->before = BEFORE_OTHER;
	return true;
}

/* 1'000, 0x1p3, 1.5f */
static void skip_number(struct scanner *s)
{
	while (is_word(*s->at) || *s->at == '.' || (*s->at == '\'' && is_word(s->at[1])))
		s->at++;
	s->before = BEFORE_OTHER;
}

/* What comes next that is neither blank nor in a comment. */
static const char *next_code(const char *at)
{
	for (;;) {
		const char *end = NULL;
		size_t splice = splice_length(at);

		if (*at && strchr(" \t\r\n\f\v", *at))
			at++;
		else if (splice)
			at += splice;
		else if (at[0] == '/' && at[1] == '*' && (end = strstr(at + 2, "*/")))
			at = end + 2;
		else if (at[0] == '/' && at[1] == '/')
			at += strcspn(at, "\n");
		else
			return at;
	}
}

/* --- directives ------------------------------------------------------------------------------- */

/* The rest of a directive that is no code. A comment in it may go on behind the line. */
static bool skip_text(struct scanner *s)
{
	while (*s->at && *s->at != '\n') {
		if (s->at[0] == '/' && s->at[1] == '*') {
			if (!skip_comment(s))
				return false;
		} else if (s->at[0] == '/' && s->at[1] == '/') {
			skip_line(s);
		} else if (*s->at == '"') {
			skip_quoted(s);
		} else if (splice_length(s->at)) {
			s->line++;
			s->at += splice_length(s->at);
		} else {
			s->at++;
		}
	}
	return true;
}

static bool begin_directive(struct scanner *s)
{
	static const char *const texts[] = { "include", "include_next", "import", "error",
					     "warning", "pragma",       NULL };
	const char *word;
	size_t length;

	s->in_directive = true;
	s->outside = s->blocks.len;
	s->before = BEFORE_OTHER;
	s->at++;
	s->at += strspn(s->at, " \t");
	word = s->at;
	length = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
	s->at += length;
	s->is_defined = length == strlen("define") && !strncmp(word, "define", length);
	return !is_one_of(texts, word, length) || skip_text(s);
}

/* Braces in a macro need not be in pairs. */
static void end_line(struct scanner *s)
{
	if (s->in_directive)
		s->blocks.len = s->outside;
	s->in_directive = false;
	s->is_defined = false;
	s->is_line_start = true;
}

/* --- words ------------------------------------------------------------------------------------ */

static enum before before_next(const char *word, size_t length)
{
	static const char *const tags[] = { "struct", "class", "enum", "union", "using", NULL };
	static const char *const expressions[] = { "return", "else",      "do",       "case",
						   "throw",  "co_return", "co_await", "co_yield",
						   "sizeof", "and",       "or",       "not",
						   NULL };

	if (is_one_of(tags, word, length))
		return BEFORE_TAG;
	return is_one_of(expressions, word, length) ? BEFORE_OTHER : BEFORE_WORD;
}

static void note(struct scanner *s, const char *word, size_t length, enum mention_kind kind)
{
	part_add(s->arena, &s->part, word, length, kind, s->line);
}

/* Where functions are declared: neither in a function nor in a macro. */
static bool is_outside(const struct scanner *s)
{
	return !s->in_directive && (!s->blocks.len || s->blocks.at[s->blocks.len - 1]);
}

static bool is_typed(const struct scanner *s)
{
	return s->before == BEFORE_WORD || s->before == BEFORE_STAR;
}

/*
 * `int (*ct_f)(int)`, `int (*ct_f[2])(int)`; `int (*ct_f(int))(int)` and `int (ct_f)(int)` could
 * as well be calls, which are in functions.
 */
static bool is_in_declarator(const struct scanner *s)
{
	const char *next = next_code(s->at);
	char behind = *next == ')' ? *next_code(next + 1) : '\0';
	bool is_closed = behind == '(' || behind == '[';

	if (s->declarator == DECLARATOR_STAR)
		return is_closed || *next == '[' || (*next == '(' && is_outside(s));
	return s->declarator == DECLARATOR_OPEN && is_closed && is_outside(s);
}

/* `ct_error ct_mine(int)`, outside of functions or with `extern`; `int ct_n = 1` anywhere. */
static bool is_declared(const struct scanner *s)
{
	const char *next = next_code(s->at);

	if (s->is_defined || s->before == BEFORE_TAG || is_in_declarator(s))
		return true;
	if (!is_typed(s) || !*next)
		return false;
	if (*next == '(')
		return is_outside(s) || s->is_scope;
	return strchr(";=,)[:", *next) && strncmp(next, "::", 2) != 0;
}

static void note_word(struct scanner *s, const char *word, size_t length)
{
	bool is_called = *next_code(s->at) == '(';

	if (s->before == BEFORE_FIELD)
		return;
	note(s, word, length,
	     is_declared(s) ? MENTION_OWN
	     : is_called    ? MENTION_CALLED
			    : MENTION_NAMED);
}

static bool read_word(struct scanner *s)
{
	static const char *const raw[] = { "R", "LR", "uR", "UR", "u8R", NULL };
	static const char *const scopes[] = { "namespace", "extern", NULL };
	static const char *const classes[] = { "struct", "class", "union", NULL };
	const char *word = s->at;
	size_t length;

	while (is_word(*s->at))
		s->at++;
	length = (size_t)(s->at - word);
	if (*s->at == '"' && is_one_of(raw, word, length))
		return skip_raw(s);
	note_word(s, word, length);
	s->is_scope |= is_one_of(scopes, word, length);
	s->is_class |= is_one_of(classes, word, length);
	s->in_front = s->before;
	s->before = s->is_defined ? BEFORE_OTHER : before_next(word, length);
	s->is_defined = false;
	s->declarator = DECLARATOR_NONE;
	return true;
}

/* --- the rest --------------------------------------------------------------------------------- */

static bool is_first_in_line(const struct scanner *s)
{
	return s->at == s->source->text || s->at[-1] == '\n';
}

/*
 * Where the branches of an #if open blocks that are closed once, too many are open. The functions
 * of most people end with a brace in the first column.
 */
static void close_block(struct scanner *s)
{
	if (is_first_in_line(s) && !s->in_directive)
		s->blocks.len = 0;
	else if (s->blocks.len)
		s->blocks.len--;
}

static void read_blocks(struct scanner *s, char c)
{
	if (c == '{' && !s->is_scope)
		vec_push(s->arena, &s->blocks, s->is_class);
	else if (c == '}')
		close_block(s);
	if (strchr("{};()=", c))
		s->is_scope = s->is_class = false;
}

static enum declarator declarator_behind(const struct scanner *s, char c)
{
	if (c == '(')
		return is_typed(s) ? DECLARATOR_OPEN : DECLARATOR_NONE;
	return c == '*' && s->declarator ? DECLARATOR_STAR : DECLARATOR_NONE;
}

/* A product is taken for a pointer, but nobody multiplies functions. */
static enum before before_behind(const struct scanner *s, char c)
{
	if (c == '.')
		return BEFORE_FIELD;
	return c == '>' || (strchr("*&", c) && is_typed(s)) ? BEFORE_STAR : BEFORE_OTHER;
}

/* Signs of two characters. `ct_error Net::ct_f(`: a type stands before what is one name. */
static bool read_pair(struct scanner *s)
{
	if (!strncmp(s->at, "->", 2))
		s->before = BEFORE_FIELD;
	else if (!strncmp(s->at, "::", 2))
		s->before = s->before == BEFORE_WORD ? s->in_front : BEFORE_OTHER;
	else if (!strncmp(s->at, "&&", 2))
		s->before = BEFORE_OTHER;
	else
		return false;
	s->declarator = DECLARATOR_NONE;
	s->at += 2;
	return true;
}

static void read_sign(struct scanner *s)
{
	char c = *s->at;

	if (read_pair(s))
		return;
	read_blocks(s, c);
	s->declarator = declarator_behind(s, c);
	s->before = before_behind(s, c);
	s->at++;
}

static void read_blank(struct scanner *s)
{
	if (*s->at == '\n')
		end_line(s);
	advance(s);
}

static bool read_code(struct scanner *s)
{
	if (isdigit((unsigned char)*s->at) || (*s->at == '.' && isdigit((unsigned char)s->at[1])))
		skip_number(s);
	else if (is_word(*s->at))
		return read_word(s);
	else if (*s->at == '"' || *s->at == '\'')
		skip_quoted(s);
	else if (*s->at == '#' && s->is_line_start)
		return begin_directive(s);
	else
		read_sign(s);
	return true;
}

static bool read_next(struct scanner *s)
{
	bool fine;

	if (strchr(" \t\r\n\f\v", *s->at)) {
		read_blank(s);
		return true;
	}
	if (splice_length(s->at)) {
		s->line++;
		s->at += splice_length(s->at);
		return true;
	}
	if (s->at[0] == '/' && s->at[1] == '*')
		return skip_comment(s);
	if (s->at[0] == '/' && s->at[1] == '/') {
		skip_line(s);
		return true;
	}
	fine = read_code(s);
	s->is_line_start = false;
	return fine;
}

bool c_scan(struct arena *arena, struct diag *diag, const struct source *source,
	    struct parts *parts)
{
	struct scanner s = { .arena = arena,
			     .diag = diag,
			     .source = source,
			     .at = source->text,
			     .line = 1,
			     .is_line_start = true };

	s.part.path = source->path;
	while (*s.at)
		if (!read_next(&s))
			return false;
	vec_push(arena, parts, s.part);
	return true;
}
