#include "name/header_scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/c_lexer.h"
#include "util/source.h"
#include "util/strbuf.h"
#include "util/text.h"

struct header_scanner {
	struct arena *arena;
	struct diag *diag;
	struct api *api;
	const char *header;
	struct c_lexer lexer;
	VEC(const char *) words; /* of the declaration being read */
	struct loc start;        /* of this declaration */
};

/* --- words ------------------------------------------------------------------------------------ */

static struct loc place(const struct header_scanner *s, const struct c_token *token)
{
	return (struct loc){ s->lexer.source, token->line, token->column };
}

static const char *text_of(struct arena *arena, const struct c_token *token)
{
	return arena_strndup(arena, token->at, token->length);
}

static struct decl *add_decl(struct header_scanner *s, enum decl_kind kind, const char *name)
{
	vec_push(s->arena, &s->api->decls,
		 (struct decl){ .kind = kind, .name = name, .header = s->header, .loc = s->start });
	return &s->api->decls.at[s->api->decls.len - 1];
}

/* The string that is the whole value of a macro; NULL if it has escapes or is something else. */
static const char *macro_text(struct arena *arena, const struct c_token *value)
{
	size_t length = value->length;

	if (value->kind != C_TEXT || length < 2 || *value->at != '"' ||
	    value->at[length - 1] != '"' || memchr(value->at, '\\', length))
		return NULL;
	return arena_strndup(arena, value->at + 1, length - 2);
}

/* Reads to the end of the line. A macro becomes a declaration. */
static void scan_directive(struct header_scanner *s, const struct c_token *sign)
{
	struct c_token word = c_next(&s->lexer), name = { 0 }, value = { 0 };

	s->lexer.is_prose = true;
	if (c_is(&word, "define")) {
		name = c_next(&s->lexer);
		value = name.kind == C_WORD ? c_next(&s->lexer) : name;
		word = value;
	}
	while (word.kind != C_LINE_END && word.kind != C_END)
		word = c_next(&s->lexer);
	s->lexer.is_prose = false;
	if (name.kind != C_WORD)
		return;
	s->start = place(s, sign);
	add_decl(s, DECL_MACRO, text_of(s->arena, &name))->type = macro_text(s->arena, &value);
}

/* The next word or sign, or NULL at the end. Skips directives. */
static const char *next_word(struct header_scanner *s)
{
	struct c_token token;

	do {
		token = c_next(&s->lexer);
		if (token.kind == C_SIGN && *token.at == '#' && token.begins_line) {
			scan_directive(s, &token);
			token.kind = C_LINE_END;
		}
	} while (token.kind == C_LINE_END);
	if (token.kind == C_END)
		return NULL;
	if (!s->words.len)
		s->start = place(s, &token);
	return text_of(s->arena, &token);
}

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static bool is(const struct header_scanner *s, size_t i, const char *word)
{
	return i < s->words.len && !strcmp(s->words.at[i], word);
}

static bool is_name(const struct header_scanner *s, size_t i)
{
	return i < s->words.len && is_word_char(*s->words.at[i]);
}

/* "const ct_tensor *": joins the words with the usual spacing. */
static const char *join(struct header_scanner *s, size_t from, size_t to)
{
	struct strbuf text = { 0 };
	const char *result;

	for (size_t i = from; i < to; i++) {
		bool after_star = i > from && !strcmp(s->words.at[i - 1], "*");

		if (i > from && !(after_star && !strcmp(s->words.at[i], "*")))
			strbuf_add(&text, after_star ? "" : " ");
		strbuf_add(&text, s->words.at[i]);
	}
	result = arena_strdup(s->arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

static void report(struct header_scanner *s, const char *what)
{
	diag_error(s->diag, s->start,
		   "docs/generator.md, \"Public headers\", lists the supported forms", "%s", what);
}

/* --- declarations ----------------------------------------------------------------------------- */

static size_t find(const struct header_scanner *s, size_t from, const char *word)
{
	while (from < s->words.len && strcmp(s->words.at[from], word))
		from++;
	return from;
}

/* "const ct_tensor *self": the words in the range; the last one is the name. */
static void add_member(struct header_scanner *s, struct decl *decl, size_t from, size_t to)
{
	if (to < from + 2 || !is_name(s, to - 1)) {
		report(s, "a parameter or field needs a type and a name");
		return;
	}
	vec_push(s->arena, &decl->members,
		 (struct member){ .type = join(s, from, to - 1), .name = s->words.at[to - 1] });
}

/* `CT_API ct_error ct_tensor_size(const ct_tensor *self, int64_t dim) CT_CALL` */
static void scan_function(struct header_scanner *s)
{
	size_t open = find(s, 0, "("), close = find(s, open, ")");
	size_t inner = find(s, open + 1, "(");
	struct decl *decl;
	size_t from = open + 1;

	if (open < 3 || close == s->words.len || !is_name(s, open - 1)) {
		report(s, "not a function declaration");
		return;
	}
	if (inner < close) {
		report(s, "a parameter that is a function needs a typedef for its type");
		return;
	}
	decl = add_decl(s, DECL_FUNCTION, s->words.at[open - 1]);
	decl->type = join(s, 1, open - 1);
	if (close == open + 2 && is(s, from, "void"))
		return;
	for (size_t i = from; i <= close; i++) {
		if (i < close && strcmp(s->words.at[i], ","))
			continue;
		if (is(s, from, "."))
			decl->is_variadic = true;
		else
			add_member(s, decl, from, i);
		from = i + 1;
	}
}

/* `typedef struct ct_scalar { int32_t kind; ... } ct_scalar` */
static void scan_struct(struct header_scanner *s, size_t open, size_t close)
{
	struct decl *decl = add_decl(s, DECL_STRUCT, s->words.at[s->words.len - 1]);
	size_t from = open + 1;

	for (size_t i = from; i < close; i++) {
		if (strcmp(s->words.at[i], ";"))
			continue;
		add_member(s, decl, from, i);
		from = i + 1;
	}
}

/* `typedef int32_t ct_dtype`, `typedef struct ct_tensor ct_tensor`, a function pointer type */
static void scan_typedef(struct header_scanner *s)
{
	size_t open = find(s, 0, "{"), star = find(s, 0, "*");
	struct decl *decl;

	if (is(s, star - 1, "(") && is_name(s, star + 1)) {
		add_decl(s, DECL_TYPE, s->words.at[star + 1])->type = "function";
		return;
	}
	/* In an array typedef, the last word is not the name. */
	if (s->words.len < 3 || !is_name(s, s->words.len - 1)) {
		report(s, "a typedef needs a type and a name");
		return;
	}
	if (open < s->words.len) {
		scan_struct(s, open, find(s, open, "}"));
		return;
	}
	decl = add_decl(s, DECL_TYPE, s->words.at[s->words.len - 1]);
	decl->type = join(s, 1, s->words.len - 1);
}

/* The typedef of the enumerators: `enum ct_dtype_value` -> "ct_dtype". */
static const char *enum_name(struct header_scanner *s)
{
	static const char suffix[] = "_value";
	const char *tag = s->words.len > 1 ? s->words.at[1] : "";
	size_t length = strlen(tag), cut = sizeof suffix - 1;

	if (length <= cut || strcmp(tag + length - cut, suffix))
		return NULL;
	return arena_strndup(s->arena, tag, length - cut);
}

static void scan_enum(struct header_scanner *s)
{
	size_t i = find(s, 0, "{") + 1, close = find(s, 0, "}");
	const char *name = enum_name(s);
	struct decl *decl;

	if (!name || i > close) {
		report(s, "expected `enum ct_x_value { ... }` after `typedef int32_t ct_x`");
		return;
	}
	decl = add_decl(s, DECL_ENUM, name);
	for (; i < close; i++) {
		struct member member = { .name = s->words.at[i] };
		bool is_negative = is(s, i + 2, "-");
		char *end = NULL;

		errno = 0;
		if (is(s, i + 1, "=") && i + 2 + is_negative < close) {
			member.value = strtoll(s->words.at[i + 2 + is_negative], &end, 0);
			member.value = is_negative ? -member.value : member.value;
		}
		if (!end || *end || errno) {
			report(s, "every enumerator needs a number: `CT_X = 1`");
			return;
		}
		vec_push(s->arena, &decl->members, member);
		i += 3 + is_negative;
		if (i < close && strcmp(s->words.at[i], ",")) {
			report(s, "every enumerator needs a number: `CT_X = 1`");
			return;
		}
	}
}

static void scan_inline(struct header_scanner *s)
{
	size_t open = find(s, 0, "(");

	if (open && open < s->words.len)
		add_decl(s, DECL_INLINE, s->words.at[open - 1]);
}

static void scan_declaration(struct header_scanner *s)
{
	if (is(s, 0, "CT_API"))
		scan_function(s);
	else if (is(s, 0, "typedef"))
		scan_typedef(s);
	else if (is(s, 0, "enum"))
		scan_enum(s);
	else if (is(s, 0, "static"))
		scan_inline(s);
	else if (s->words.len && !is(s, 0, "struct"))
		report(s, "unknown kind of declaration");
}

/* Reads the words of one declaration, up to its `;` or the end of an inline function's body. */
static bool read_declaration(struct header_scanner *s)
{
	size_t depth = 0;
	const char *word;

	s->words.len = 0;
	while ((word = next_word(s))) {
		/* The braces of extern "C" enclose declarations and are not part of one. */
		if (!s->words.len && (*word == '}' || *word == ';'))
			continue;
		if (*word == '{' && s->words.len == 2 && is(s, 0, "extern")) {
			s->words.len = 0;
			continue;
		}
		if (*word == ';' && !depth)
			return true;
		vec_push(s->arena, &s->words, word);
		depth += *word == '{';
		if (*word == '}' && depth && !--depth && is(s, 0, "static"))
			return true;
	}
	if (s->words.len)
		report(s, "the file ends inside a declaration");
	return false;
}

/* Sets the library of the header's declarations, which begin at `from`. */
static void name_library(struct api *api, size_t from)
{
	const char *library = NULL;

	for (size_t i = from; !library && i < api->decls.len; i++) {
		const struct decl *decl = &api->decls.at[i];

		if (decl->kind == DECL_MACRO && decl->type &&
		    text_ends_with(decl->name, "_LIBRARY"))
			library = decl->type;
	}
	for (size_t i = from; i < api->decls.len; i++)
		api->decls.at[i].library = library;
}

static void scan_file(struct header_scanner *s, const char *path, const char *name)
{
	struct source *source = arena_alloc(s->arena, sizeof *source);
	size_t from = s->api->decls.len;

	vec_push(s->arena, &s->api->files, path);
	if (!source_read_found(s->arena, s->diag, path, source))
		return;
	s->lexer = c_lexer(s->arena, s->diag, source);
	s->header = arena_printf(s->arena, "ctorch/%s", name);
	while (read_declaration(s))
		scan_declaration(s);
	name_library(s->api, from);
}

bool header_scan(struct arena *arena, struct diag *diag, const char *folder, struct api *api)
{
	struct header_scanner s = { .arena = arena, .diag = diag, .api = api };
	struct names names = folder_list(arena, folder, ".h");
	size_t before = diag->errors;

	if (!names.len)
		diag_error(diag, (struct loc){ 0 },
			   "pass the folder of the runtime's headers: --headers DIR",
			   "no public headers in %s%s%s", folder, errno ? ": " : "",
			   errno ? strerror(errno) : "");
	for (size_t i = 0; i < names.len; i++)
		scan_file(&s, arena_printf(arena, "%s/%s", folder, names.at[i]), names.at[i]);
	return diag->errors == before;
}
