/* One function for each production of the grammar, named after it. */
#include "read/schema.h"

#include <stdlib.h>
#include <string.h>

#include "read/schema_check.h"
#include "read/schema_lex.h"
#include "util/text.h"

struct parser {
	struct arena *arena;
	struct diag *diag;
	struct loc loc; /* of the first character of the text */
	struct lexer lexer;
};

/* Limits, so that no made-up schema costs more than a real one; 2.15.0 has up to 29 arguments and 9
 * returns. */
enum {
	LIST_SIZE_AT_MOST = 1024,
	TYPE_DEPTH_AT_MOST = 8,
	ARGS_AT_MOST = 256,
	RETS_AT_MOST = 64,
};

static struct loc loc_of(const struct parser *p, size_t offset)
{
	struct loc loc = p->loc;

	loc.column += offset;
	return loc;
}

/* `expected` is what should be at the current token. */
static bool fail(struct parser *p, const char *expected)
{
	const struct token *token = &p->lexer.token;

	if (token->kind == TOKEN_END)
		diag_error(p->diag, loc_of(p, token->offset), NULL,
			   "the schema ends too early: expected %s", expected);
	else if ((unsigned char)*token->text < ' ' || *token->text == 127)
		diag_error(p->diag, loc_of(p, token->offset), NULL,
			   "expected %s, found a control character", expected);
	else
		diag_error(p->diag, loc_of(p, token->offset), NULL, "expected %s, found '%.*s'",
			   expected, (int)token->length, token->text);
	return false;
}

/* The current token begins the one that exceeds the limit. */
static bool too_many(struct parser *p, int most, const char *what)
{
	diag_error(p->diag, loc_of(p, p->lexer.token.offset), NULL,
		   "more than %d %s, the most that an operator may have", most, what);
	return false;
}

static bool accept(struct parser *p, char punct)
{
	if (!lex_is(&p->lexer, punct))
		return false;
	lex_next(&p->lexer);
	return true;
}

static bool expect(struct parser *p, char punct)
{
	const char expected[] = { '\'', punct, '\'', '\0' };

	return accept(p, punct) || fail(p, expected);
}

static bool word(struct parser *p, const char *expected, const char **text)
{
	const struct token *token = &p->lexer.token;

	if (token->kind != TOKEN_WORD)
		return fail(p, expected);
	*text = arena_strndup(p->arena, token->text, token->length);
	lex_next(&p->lexer);
	return true;
}

/* --- names ------------------------------------------------------------------------------------ */

/* "__iand__" is in place, "__and__" is not: only Python's augmented assignments have the i. */
static bool is_augmented(const char *base)
{
	static const char *const names[] = { "iadd",    "isub",    "imul", "idiv", "imod", "ipow",
					     "ilshift", "irshift", "iand", "ixor", "ior" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(base, names[i]))
			return true;
	return false;
}

static bool is_dunder(const char *text)
{
	size_t length = strlen(text);

	return length > 4 && !strncmp(text, "__", 2) && text_ends_with(text, "__") &&
	       !memchr(text + 2, '_', length - 4);
}

static void take_apart(struct parser *p, const char *text, struct op_name *name)
{
	static const char functional[] = "_functional";
	size_t length = strlen(text);

	if (is_dunder(text)) {
		name->is_dunder = true;
		name->base = arena_strndup(p->arena, text + 2, length - 4);
		name->is_inplace = is_augmented(name->base);
		name->base += name->is_inplace;
	} else if (text_ends_with(text, "_")) {
		name->is_inplace = true;
		name->base = arena_strndup(p->arena, text, length - 1);
	} else if (text_ends_with(text, functional)) {
		name->is_functional = true;
		name->base = arena_strndup(p->arena, text, length - (sizeof functional - 1));
	} else {
		name->base = text;
	}
}

static bool op_name(struct parser *p, struct op_name *name)
{
	const char *text = "";

	*name = (struct op_name){ .overload = "" };
	if (!word(p, "an operator name", &text))
		return false;
	take_apart(p, text, name);
	return !accept(p, '.') || word(p, "an overload name", &name->overload);
}

/* --- types ------------------------------------------------------------------------------------ */

/* "a", "a|b", "*" */
static bool alias_set(struct parser *p, const char **set)
{
	struct strbuf text = { 0 };
	const char *letter = "";
	bool fine;

	if (accept(p, '*')) {
		*set = "*";
		return true;
	}
	while ((fine = word(p, "an alias letter", &letter))) {
		strbuf_add(&text, letter);
		if (!accept(p, '|'))
			break;
		strbuf_add(&text, "|");
	}
	*set = arena_strdup(p->arena, strbuf_str(&text));
	strbuf_free(&text);
	return fine;
}

/* "(a! -> *)", after the opening bracket. */
static bool alias(struct parser *p, const struct alias **result)
{
	struct alias *alias = arena_alloc(p->arena, sizeof *alias);

	*result = alias;
	if (!alias_set(p, &alias->before))
		return false;
	alias->is_write = accept(p, '!');
	if (p->lexer.token.kind == TOKEN_ARROW) {
		lex_next(&p->lexer);
		if (!alias_set(p, &alias->after))
			return false;
	}
	return expect(p, ')');
}

static bool list_size(struct parser *p, int *size)
{
	const struct token *token = &p->lexer.token;

	if (token->kind == TOKEN_NUMBER) {
		long value = strtol(token->text, NULL, 10);

		if (token->length > 4 || value < 1 || value > LIST_SIZE_AT_MOST)
			return fail(p, "a list size from 1 to 1024");
		*size = (int)value;
		lex_next(&p->lexer);
	}
	return expect(p, ']');
}

/* "Tensor(a!)[]", "int[2]?": the alias annotation follows the base type. */
static bool type(struct parser *p, const struct type **result, const struct alias **annotation)
{
	struct type *outer, *type = arena_alloc(p->arena, sizeof *type);
	int depth = 0;

	type->offset = p->lexer.token.offset;
	if (!word(p, "a type", &type->name))
		return false;
	type->base = base_type_named(type->name);
	*annotation = NULL;
	if (accept(p, '(') && !alias(p, annotation))
		return false;
	for (; lex_is(&p->lexer, '?') || lex_is(&p->lexer, '['); type = outer) {
		if (++depth > TYPE_DEPTH_AT_MOST)
			return fail(p, "a type with fewer levels");
		outer = arena_alloc(p->arena, sizeof *outer);
		*outer = (struct type){ .kind = TYPE_OPTIONAL,
					.element = type,
					.offset = type->offset };
		if (accept(p, '?'))
			continue;
		outer->kind = TYPE_LIST;
		lex_next(&p->lexer);
		if (!list_size(p, &outer->size))
			return false;
	}
	*result = type;
	return true;
}

/* --- arguments and returns -------------------------------------------------------------------- */

static bool default_text(struct parser *p, struct arg *arg)
{
	struct token token;
	bool closed;

	if (!lex_is(&p->lexer, '='))
		return true;
	closed = lex_default(&p->lexer, &token);
	if (!closed || !token.length) {
		diag_error(p->diag, loc_of(p, token.offset), NULL, "the default of '%s' is %s",
			   arg->name, closed ? "empty" : "not closed");
		return false;
	}
	for (size_t i = 0; i < token.length; i++) {
		if ((unsigned char)token.text[i] < ' ') {
			diag_error(p->diag, loc_of(p, token.offset), NULL,
				   "a control character in the default of '%s'", arg->name);
			return false;
		}
	}
	arg->default_text = arena_strndup(p->arena, token.text, token.length);
	return true;
}

static bool arg(struct parser *p, struct schema *schema, bool is_keyword_only)
{
	struct arg arg = { .is_keyword_only = is_keyword_only, .offset = p->lexer.token.offset };

	if (schema->args.len == ARGS_AT_MOST)
		return too_many(p, ARGS_AT_MOST, "arguments");
	if (!type(p, &arg.type, &arg.alias) || !word(p, "an argument name", &arg.name))
		return false;
	for (size_t i = 0; i < schema->args.len; i++) {
		if (!strcmp(schema->args.at[i].name, arg.name)) {
			diag_error(p->diag, loc_of(p, arg.offset), NULL,
				   "two arguments are named '%s'", arg.name);
			return false;
		}
	}
	if (!default_text(p, &arg))
		return false;
	vec_push(p->arena, &schema->args, arg);
	return true;
}

static bool args(struct parser *p, struct schema *schema)
{
	bool is_keyword_only = false;

	if (!expect(p, '('))
		return false;
	if (accept(p, ')'))
		return true;
	do {
		if (lex_is(&p->lexer, '*')) {
			if (is_keyword_only)
				return fail(p, "at most one '*'");
			is_keyword_only = true;
			lex_next(&p->lexer);
		} else if (!arg(p, schema, is_keyword_only)) {
			return false;
		}
	} while (accept(p, ','));
	return expect(p, ')');
}

static bool ret(struct parser *p, struct schema *schema)
{
	struct ret ret = { 0 };

	if (schema->rets.len == RETS_AT_MOST)
		return too_many(p, RETS_AT_MOST, "returns");
	if (!type(p, &ret.type, &ret.alias))
		return false;
	if (p->lexer.token.kind == TOKEN_WORD)
		word(p, "a return name", &ret.name);
	vec_push(p->arena, &schema->rets, ret);
	return true;
}

static bool rets(struct parser *p, struct schema *schema)
{
	if (p->lexer.token.kind != TOKEN_ARROW)
		return fail(p, "'->'");
	lex_next(&p->lexer);
	if (!accept(p, '('))
		return ret(p, schema);
	if (accept(p, ')'))
		return true;
	do {
		if (!ret(p, schema))
			return false;
	} while (accept(p, ','));
	return expect(p, ')');
}

/* --- the whole -------------------------------------------------------------------------------- */

bool schema_parse_function(struct arena *arena, struct diag *diag, struct loc loc, const char *text,
			   struct schema *schema)
{
	struct parser p = { .arena = arena, .diag = diag, .loc = loc };

	*schema = (struct schema){ 0 };
	lex_begin(&p.lexer, text);
	if (!op_name(&p, &schema->name) || !args(&p, schema) || !rets(&p, schema))
		return false;
	if (p.lexer.token.kind != TOKEN_END)
		return fail(&p, "the end of the schema");
	return schema_check(diag, loc, text, schema);
}

bool schema_parse(struct arena *arena, struct diag *diag, struct loc loc, const char *text,
		  struct schema *schema)
{
	return schema_parse_function(arena, diag, loc, text, schema) &&
	       schema_check_operator(diag, loc, schema);
}

bool op_name_parse(struct arena *arena, struct diag *diag, struct loc loc, const char *text,
		   struct op_name *name)
{
	struct parser p = { .arena = arena, .diag = diag, .loc = loc };

	lex_begin(&p.lexer, text);
	if (!op_name(&p, name))
		return false;
	return p.lexer.token.kind == TOKEN_END || fail(&p, "the end of the operator name");
}
