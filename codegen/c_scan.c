/*
 * The names beginning with "ct_" in C and C++. No parser: comments, texts and numbers are passed
 * over, and of the rest it is told what is called and what is declared. All branches of #if are
 * read, and no macro is expanded: a name that ## makes is not seen.
 */
#include <ctype.h>
#include <string.h>

#include "program_file.h"

/* What stands in front of a word, as far as it tells what the word is. */
enum before {
	BEFORE_OTHER,
	BEFORE_WORD,  /* "ct_error", of a declaration when no block is open */
	BEFORE_STAR,  /* also '&', '>' */
	BEFORE_FIELD, /* '.', "->" */
	BEFORE_TAG    /* "struct" */
};

struct scanner {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	const char *at;
	size_t line;
	struct part part;
	enum before before;
	bool is_declarator; /* "ct_error (*": a pointer to a function is declared */
	size_t depth;       /* open blocks, those of namespaces and extern "C" not among them */
	bool is_scope;      /* "namespace" or "extern" stands in front */
	bool is_line_start;
	bool in_directive;
	bool is_defined; /* the next word is what #define defines */
	size_t outside;  /* the depth outside of the directive */
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

/* The next character that is neither blank nor in a comment. */
static char next_character(const char *at)
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
			return *at;
	}
}

/* --- directives ------------------------------------------------------------------------------- */

static void begin_directive(struct scanner *s)
{
	static const char *const texts[] = { "include", "include_next", "import",
					     "error",   "warning",      "pragma" };
	size_t length;

	s->in_directive = true;
	s->outside = s->depth;
	s->at++;
	s->at += strspn(s->at, " \t");
	length = strspn(s->at, "abcdefghijklmnopqrstuvwxyz_");
	s->is_defined = length == strlen("define") && !strncmp(s->at, "define", length);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (length != strlen(texts[i]) || strncmp(s->at, texts[i], length))
			continue;
		skip_line(s);
		return;
	}
	s->at += length;
	s->before = BEFORE_OTHER;
}

/* Braces in a macro need not be in pairs. */
static void end_line(struct scanner *s)
{
	if (s->in_directive)
		s->depth = s->outside;
	s->in_directive = false;
	s->is_defined = false;
	s->is_line_start = true;
}

/* --- words ------------------------------------------------------------------------------------ */

static bool is_one_of(const char *const *words, const char *word, size_t length)
{
	for (; *words; words++)
		if (strlen(*words) == length && !strncmp(*words, word, length))
			return true;
	return false;
}

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

/* A declaration: `ct_error ct_mine(`, outside of any block; `ct_error (*ct_f)` anywhere. */
static void note_word(struct scanner *s, const char *word, size_t length)
{
	char next = next_character(s->at);
	bool is_typed = s->before == BEFORE_WORD || s->before == BEFORE_STAR;

	if (s->before == BEFORE_FIELD)
		return;
	if (s->is_defined || s->before == BEFORE_TAG || (s->is_declarator && next == ')') ||
	    (next == '(' && is_typed && !s->depth && !s->in_directive))
		note(s, word, length, MENTION_OWN);
	else
		note(s, word, length, next == '(' ? MENTION_CALLED : MENTION_NAMED);
}

static bool read_word(struct scanner *s)
{
	static const char *const raw[] = { "R", "LR", "uR", "UR", "u8R", NULL };
	static const char *const scopes[] = { "namespace", "extern", NULL };
	const char *word = s->at;
	size_t length;

	while (is_word(*s->at))
		s->at++;
	length = (size_t)(s->at - word);
	if (*s->at == '"' && is_one_of(raw, word, length))
		return skip_raw(s);
	note_word(s, word, length);
	s->is_scope |= is_one_of(scopes, word, length);
	s->before = s->is_defined ? BEFORE_OTHER : before_next(word, length);
	s->is_defined = s->is_declarator = false;
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
		s->depth = 0;
	else if (s->depth)
		s->depth--;
}

static void read_sign(struct scanner *s)
{
	char c = *s->at;
	bool is_arrow = c == '-' && s->at[1] == '>';

	if (c == '{' && !s->is_scope)
		s->depth++;
	else if (c == '}')
		close_block(s);
	if (strchr("{};(=", c))
		s->is_scope = false;
	if (c == '(')
		s->is_declarator = s->before == BEFORE_WORD || s->before == BEFORE_STAR;
	else if (c != '*')
		s->is_declarator = false;
	s->before = is_arrow || c == '.' ? BEFORE_FIELD
		    : strchr("*&>", c)   ? BEFORE_STAR
					 : BEFORE_OTHER;
	s->at += is_arrow ? 2 : 1;
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
		begin_directive(s);
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
