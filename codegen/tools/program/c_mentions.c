/*
 * Finds the names that begin with "ct_" in C and C++. This is not a parser: it decides from the
 * surrounding tokens whether a word is called, declared or only named. It does not see names built
 * with ##.
 */
#include <string.h>

#include "tools/program/file.h"
#include "util/c_lexer.h"

/* What precedes a word. */
enum before {
	BEFORE_OTHER,
	BEFORE_WORD,  /* "ct_error": a type */
	BEFORE_STAR,  /* '*' or '&' after a type; '>' */
	BEFORE_FIELD, /* '.', "->" */
	BEFORE_TAG    /* "struct" */
};

/* The part of "ct_error (*ct_f)(int)", a pointer to a function, that has been read. */
enum declarator {
	DECLARATOR_NONE,
	DECLARATOR_OPEN, /* "ct_error (", which may also be a call */
	DECLARATOR_STAR  /* "ct_error (*" */
};

struct mention_scanner {
	struct c_lexer lexer;
	struct c_token token; /* the current one */
	struct part part;
	enum before before, before_last; /* what precedes the next word, and the last one */
	enum declarator declarator;
	VEC(bool) blocks; /* open blocks except namespaces and extern "C": true for a class */
	bool is_ct;       /* after "CT(" or "CT_E(", which an operator's name follows */
	bool is_scope;    /* after "namespace" or "extern" */
	bool is_class;    /* after "struct", "class" or "union" */
	bool in_directive;
	bool is_defined; /* the next word is the name that #define defines */
	size_t outside;  /* the number of blocks open before the directive */
};

/* --- directives ------------------------------------------------------------------------------- */

/* Ends a directive. The braces in a macro need not be balanced. */
static void end_line(struct mention_scanner *s)
{
	if (s->in_directive)
		s->blocks.len = s->outside;
	s->in_directive = false;
	s->is_defined = false;
}

/* Skips the rest of a directive that is not code. */
static void skip_prose(struct mention_scanner *s)
{
	struct c_token token;

	s->lexer.is_prose = true;
	do
		token = c_next(&s->lexer);
	while (token.kind != C_LINE_END && token.kind != C_END);
	s->lexer.is_prose = false;
	end_line(s);
}

static void begin_directive(struct mention_scanner *s)
{
	static const char *const prose[] = { "include", "include_next", "import", "error",
					     "warning", "pragma",       NULL };
	struct c_token word;

	s->in_directive = true;
	s->outside = s->blocks.len;
	s->before = BEFORE_OTHER;
	word = c_next(&s->lexer);
	if (word.kind == C_LINE_END)
		end_line(s);
	else if (c_is_one_of(&word, prose))
		skip_prose(s);
	else
		s->is_defined = c_is(&word, "define");
}

/* --- words ------------------------------------------------------------------------------------ */

static enum before before_next(const struct c_token *word)
{
	static const char *const tags[] = { "struct", "class", "enum", "union", "using", NULL };
	static const char *const expressions[] = { "return", "else",      "do",       "case",
						   "throw",  "co_return", "co_await", "co_yield",
						   "sizeof", "and",       "or",       "not",
						   NULL };

	if (c_is_one_of(word, tags))
		return BEFORE_TAG;
	return c_is_one_of(word, expressions) ? BEFORE_OTHER : BEFORE_WORD;
}

/* True where functions are declared: not inside a function or a macro. */
static bool is_outside(const struct mention_scanner *s)
{
	return !s->in_directive && (!s->blocks.len || s->blocks.at[s->blocks.len - 1]);
}

static bool is_typed(const struct mention_scanner *s)
{
	return s->before == BEFORE_WORD || s->before == BEFORE_STAR;
}

/*
 * `int (*ct_f)(int)`, `int (*ct_f[2])(int)`. `int (*ct_f(int))(int)` and `int (ct_f)(int)` could
 * also be calls, but calls are inside functions.
 */
static bool is_in_declarator(const struct mention_scanner *s)
{
	const char *next = c_peek(&s->lexer);
	char after = *next == ')' ? *c_peek_from(next + 1) : '\0';
	bool is_closed = after == '(' || after == '[';

	if (s->declarator == DECLARATOR_STAR)
		return is_closed || *next == '[' || (*next == '(' && is_outside(s));
	return s->declarator == DECLARATOR_OPEN && is_closed && is_outside(s);
}

/* `ct_error ct_mine(int)` outside a function or with `extern`; `int ct_n = 1` anywhere. */
static bool is_declared(const struct mention_scanner *s)
{
	const char *next = c_peek(&s->lexer);

	if (s->is_defined || s->before == BEFORE_TAG || is_in_declarator(s))
		return true;
	if (!is_typed(s) || !*next)
		return false;
	if (*next == '(')
		return is_outside(s) || s->is_scope;
	return strchr(";=,)[:", *next) && strncmp(next, "::", 2) != 0;
}

static void note_word(struct mention_scanner *s)
{
	bool is_called = *c_peek(&s->lexer) == '(';

	if (s->is_ct) {
		part_add_ct(s->lexer.arena, &s->part, s->token.at, s->token.length, s->token.line);
		return;
	}
	if (s->before == BEFORE_FIELD)
		return;
	part_add(s->lexer.arena, &s->part, s->token.at, s->token.length,
		 is_declared(s) ? MENTION_OWN
		 : is_called    ? MENTION_CALLED
				: MENTION_NAMED,
		 s->token.line);
}

static void read_word(struct mention_scanner *s)
{
	static const char *const scopes[] = { "namespace", "extern", NULL };
	static const char *const classes[] = { "struct", "class", "union", NULL };
	static const char *const calls[] = { "CT", "CT_E", NULL };

	note_word(s);
	/* The bracket that follows is the next sign, and changes nothing. */
	s->is_ct = !s->is_ct && !s->is_defined && c_is_one_of(&s->token, calls) &&
		   *c_peek(&s->lexer) == '(';
	s->is_scope |= c_is_one_of(&s->token, scopes);
	s->is_class |= c_is_one_of(&s->token, classes);
	s->before_last = s->before;
	s->before = s->is_defined ? BEFORE_OTHER : before_next(&s->token);
	s->is_defined = false;
	s->declarator = DECLARATOR_NONE;
}

/* --- signs ------------------------------------------------------------------------------------ */

static bool is_in_first_column(const struct mention_scanner *s)
{
	return s->token.at == s->lexer.source->text || s->token.at[-1] == '\n';
}

/*
 * If two branches of an #if open the same block, too many blocks are open afterwards. A brace in
 * the first column closes them all: most functions end with one.
 */
static void close_block(struct mention_scanner *s)
{
	if (is_in_first_column(s) && !s->in_directive)
		s->blocks.len = 0;
	else if (s->blocks.len)
		s->blocks.len--;
}

static void read_blocks(struct mention_scanner *s, char c)
{
	if (c == '{' && !s->is_scope)
		vec_push(s->lexer.arena, &s->blocks, s->is_class);
	else if (c == '}')
		close_block(s);
	if (strchr("{};()=", c))
		s->is_scope = s->is_class = false;
}

static enum declarator declarator_after(const struct mention_scanner *s, char c)
{
	if (c == '(')
		return is_typed(s) ? DECLARATOR_OPEN : DECLARATOR_NONE;
	return c == '*' && s->declarator ? DECLARATOR_STAR : DECLARATOR_NONE;
}

/* A product looks like a pointer, but functions are not multiplied. */
static enum before before_after(const struct mention_scanner *s, char c)
{
	if (c == '.')
		return BEFORE_FIELD;
	return c == '>' || (strchr("*&", c) && is_typed(s)) ? BEFORE_STAR : BEFORE_OTHER;
}

/* Signs of two characters. In `ct_error Net::ct_f(`, the type precedes the whole name. */
static void read_pair(struct mention_scanner *s)
{
	if (c_is(&s->token, "->"))
		s->before = BEFORE_FIELD;
	else if (c_is(&s->token, "::"))
		s->before = s->before == BEFORE_WORD ? s->before_last : BEFORE_OTHER;
	else
		s->before = BEFORE_OTHER;
	s->declarator = DECLARATOR_NONE;
}

static void read_sign(struct mention_scanner *s)
{
	char c = *s->token.at;

	if (s->token.length > 1) {
		read_pair(s);
		return;
	}
	if (c == '#' && s->token.begins_line) {
		begin_directive(s);
		return;
	}
	read_blocks(s, c);
	s->declarator = declarator_after(s, c);
	s->before = before_after(s, c);
}

/* --- a file ----------------------------------------------------------------------------------- */

static void read_token(struct mention_scanner *s)
{
	switch (s->token.kind) {
	case C_LINE_END:
		end_line(s);
		break;
	case C_WORD:
		read_word(s);
		break;
	case C_SIGN:
		read_sign(s);
		break;
	case C_NUMBER:
	case C_TEXT:
		s->before = BEFORE_OTHER;
		break;
	case C_END:
		break;
	}
}

bool c_scan(struct arena *arena, struct diag *diag, const struct source *source,
	    struct parts *parts)
{
	struct mention_scanner s = { .lexer = c_lexer(arena, diag, source) };
	size_t before = diag->errors;

	s.part.path = source->path;
	while ((s.token = c_next(&s.lexer)).kind != C_END)
		read_token(&s);
	if (diag->errors != before)
		return false;
	vec_push(arena, parts, s.part);
	return true;
}
