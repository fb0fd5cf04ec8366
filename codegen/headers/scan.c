#include "headers/scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "headers/comment.h"
#include "headers/macro_value.h"
#include "util/c_lexer.h"
#include "util/source.h"
#include "util/strbuf.h"
#include "util/text.h"

struct header_scanner {
	struct arena *arena;
	struct diag *diag;
	struct api *api;
	const char *header;
	size_t directives; /* of this header so far */
	struct c_lexer lexer;
	struct names words;  /* of the declaration being read */
	struct names places; /* where in the header each of them is */
	struct names plain;  /* of a parameter or field: without annotations */
	const char *last;    /* where the word read last is */
	struct loc start;    /* of this declaration */
	struct header_types types;
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

/* The declaration whose name is the word at `i`. */
static struct decl *add_decl_at(struct header_scanner *s, enum decl_kind kind, size_t i)
{
	struct decl *decl = add_decl(s, kind, s->words.at[i]);

	decl->name_from = (unsigned)(s->places.at[i] - s->places.at[0]);
	return decl;
}

/* --- macros ----------------------------------------------------------------------------------- */

static bool is_line_end(const struct c_token *token)
{
	return token->kind == C_LINE_END || token->kind == C_END;
}

/* Reads `(a, b)`, the parameters of a macro, after its name. */
static struct c_token scan_macro_params(struct header_scanner *s, struct decl *decl)
{
	struct c_token token = c_next(&s->lexer);

	decl->is_call = true;
	for (token = c_next(&s->lexer); !is_line_end(&token) && !c_is(&token, ")");
	     token = c_next(&s->lexer)) {
		if (token.kind == C_WORD)
			vec_push(s->arena, &decl->members,
				 (struct member){ .name = text_of(s->arena, &token),
						  .at = token.at });
		else if (c_is(&token, "."))
			decl->is_variadic = true;
	}
	return is_line_end(&token) ? token : c_next(&s->lexer);
}

static void scan_macro(struct header_scanner *s, const struct c_token *sign,
		       const struct c_token *name)
{
	struct macro_value value = { .count = 0 };
	struct decl *decl;
	struct c_token token;

	s->start = place(s, sign);
	decl = add_decl(s, DECL_MACRO, text_of(s->arena, name));
	decl->comment = header_comment(s->arena, s->lexer.source->text, sign->at);
	decl->begin = sign->at;
	decl->name_from = (unsigned)(name->at - sign->at);
	token = s->lexer.at[0] == '(' ? scan_macro_params(s, decl) : c_next(&s->lexer);
	for (; !is_line_end(&token); token = c_next(&s->lexer))
		if (value.count < VALUE_TOKENS)
			value.tokens[value.count++] = token;
	decl->length = (unsigned)(token.at - decl->begin);
	if (decl->is_call)
		return;
	decl->value = macro_text(s->arena, &value);
	decl->is_number = macro_number(s->arena, &value, &decl->number);
}

/* Notes the file that is included, and the name that guards the header. */
static void note_directive(struct header_scanner *s, const struct c_token *word)
{
	struct header *header = &s->api->headers.at[s->api->headers.len - 1];
	const char *at = word->at + word->length + strspn(word->at + word->length, " \t");

	if (c_is(word, "include"))
		vec_push(s->arena, &header->includes,
			 (struct include){ arena_strndup(s->arena, at, strcspn(at, " \t\n")), at });
	if (!s->directives++ && c_is(word, "ifndef"))
		header->guard = arena_strndup(s->arena, at, strcspn(at, " \t\n"));
}

/* Reads to the end of the line. A macro becomes a declaration. */
static void scan_directive(struct header_scanner *s, const struct c_token *sign)
{
	struct c_token word = c_next(&s->lexer), name;

	note_directive(s, &word);
	s->lexer.is_prose = true;
	if (c_is(&word, "define")) {
		name = c_next(&s->lexer);
		if (name.kind == C_WORD) {
			scan_macro(s, sign, &name);
			s->lexer.is_prose = false;
			return;
		}
		word = name;
	}
	while (!is_line_end(&word))
		word = c_next(&s->lexer);
	s->lexer.is_prose = false;
}

/* --- words of a declaration ------------------------------------------------------------------- */

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
	s->last = token.at;
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

static bool is_name(const struct names *words, size_t i)
{
	return i < words->len && is_word_char(*words->at[i]);
}

/* "const ct_tensor *": joins the words with the usual spacing. */
static const struct header_type *type_of(struct header_scanner *s, const struct names *words,
					 size_t from, size_t to)
{
	const struct header_type *type;
	struct strbuf text = { 0 };

	for (size_t i = from; i < to; i++) {
		bool after_star = i > from && !strcmp(words->at[i - 1], "*");

		if (i > from && !(after_star && !strcmp(words->at[i], "*")))
			strbuf_add(&text, after_star ? "" : " ");
		strbuf_add(&text, words->at[i]);
	}
	type = header_type_of(s->arena, &s->types, strbuf_str(&text));
	strbuf_free(&text);
	return type;
}

static void report(struct header_scanner *s, const char *what)
{
	diag_error(s->diag, s->start,
		   "docs/generator.md, \"Public headers\", lists the supported forms", "%s", what);
}

static size_t find(const struct header_scanner *s, size_t from, const char *word)
{
	while (from < s->words.len && strcmp(s->words.at[from], word))
		from++;
	return from;
}

/* The bracket that closes the one at `open`; the number of words if there is none. */
static size_t find_close(const struct header_scanner *s, size_t open)
{
	size_t depth = 0, i;

	for (i = open; i < s->words.len; i++) {
		depth += is(s, i, "(");
		if (is(s, i, ")") && !--depth)
			break;
	}
	return i;
}

/* --- annotations ------------------------------------------------------------------------------ */

static bool *flag_of(struct notes *notes, const char *word)
{
	const struct {
		const char *word;
		bool *flag;
	} flags[] = {
		{ "CT_NULLABLE", &notes->is_nullable },
		{ "CT_NOT_NULL", &notes->is_not_null },
		{ "CT_OUT", &notes->is_out },
		{ "CT_INOUT", &notes->is_inout },
		{ "CT_BORROWED", &notes->is_borrowed },
		{ "CT_TAKEN", &notes->is_taken },
		{ "CT_KEPT", &notes->is_kept },
		{ "CT_BRIEF", &notes->is_brief },
		{ "CT_MAY_BLOCK", &notes->may_block },
		{ "CT_CALLS_BACK", &notes->calls_back },
		{ "CT_THREAD_STATE", &notes->is_thread_state },
		{ "CT_LOOKS_IN_SCOPES", &notes->looks_in_scopes },
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (!strcmp(flags[i].word, word))
			return flags[i].flag;
	return NULL;
}

/* What an annotation has in parentheses; NULL for one that has none. */
static const char **text_of_note(struct notes *notes, const char *word)
{
	const struct {
		const char *word;
		const char **text;
	} texts[] = {
		{ "CT_NEW", &notes->free },        { "CT_LENGTH", &notes->length },
		{ "CT_CONTEXT", &notes->context }, { "CT_RELEASES", &notes->releases },
		{ "CT_DEFAULT", &notes->zero_is }, { "CT_TEXT", &notes->text },
		{ "CT_FILLED", &notes->filled },   { "CT_SAME_THREAD", &notes->same_thread },
		{ "CT_SCOPES", &notes->scopes },   { "CT_WAITS_FOR", &notes->waits_for },
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (!strcmp(texts[i].word, word))
			return texts[i].text;
	return NULL;
}

/* `2 * pairs_len`: as it is written, on one line. */
static const char *written(struct header_scanner *s, size_t open, size_t close)
{
	const char *from = s->places.at[open] + 1;
	char *text = arena_strndup(s->arena, from, (size_t)(s->places.at[close] - from));
	size_t length = 0;

	for (const char *c = text; *c; c++) {
		const bool is_blank = strchr(" \t\n", *c) != NULL;

		if (!is_blank || (length && text[length - 1] != ' '))
			text[length++] = is_blank ? ' ' : *c;
	}
	text[length] = '\0';
	return text;
}

/* If an annotation is at `i`, notes what it says and returns the place after it; else `i`. */
static size_t take_annotation(struct header_scanner *s, struct notes *notes, size_t i)
{
	bool *flag = flag_of(notes, s->words.at[i]);
	const char **text = text_of_note(notes, s->words.at[i]);
	size_t close;

	if (flag) {
		*flag = true;
		return i + 1;
	}
	close = text && is(s, i + 1, "(") ? find_close(s, i + 1) : s->words.len;
	if (close == s->words.len)
		return i;
	*text = written(s, i + 1, close);
	notes->is_new |= text == &notes->free;
	return close + 1;
}

/* Most declarations have no annotation, and need no memory for it. */
static const struct notes *keep_notes(struct header_scanner *s, const struct notes *notes)
{
	static const struct notes none;
	struct notes *kept;

	if (!memcmp(notes, &none, sizeof none))
		return NULL;
	kept = arena_alloc(s->arena, sizeof *kept);
	*kept = *notes;
	return kept;
}

/* --- declarations ----------------------------------------------------------------------------- */

/* "const ct_tensor *self": the words in the range; the last one that is no annotation is the
 * name. */
static void add_member(struct header_scanner *s, struct decl *decl, size_t from, size_t to)
{
	struct member member = { 0 };
	struct names *plain = &s->plain;
	struct notes notes;

	memset(&notes, 0, sizeof notes);
	plain->len = 0;
	for (size_t i = from, after; i < to; i = after) {
		after = take_annotation(s, &notes, i);
		if (after > i)
			continue;
		member.at = s->places.at[i];
		vec_push(s->arena, plain, s->words.at[after++]);
	}
	if (names_has(plain, "(")) {
		report(s, "a parameter that is a function needs a typedef for its type");
		return;
	}
	if (plain->len < 2 || !is_name(plain, plain->len - 1)) {
		report(s, "a parameter or field needs a type and a name");
		return;
	}
	member.type = type_of(s, plain, 0, plain->len - 1);
	member.name = plain->at[plain->len - 1];
	if (!strncmp(member.name, "CT_", strlen("CT_"))) {
		report(s, "unknown annotation: ctorch/core/annotations.h has all of them");
		return;
	}
	member.notes = keep_notes(s, &notes);
	vec_push(s->arena, &decl->members, member);
}

/* The parameters between two brackets, and the annotations after them. */
static void scan_params(struct header_scanner *s, struct decl *decl, size_t open, size_t close)
{
	size_t from = open + 1, depth = 0;
	struct notes notes;

	memset(&notes, 0, sizeof notes);
	for (size_t i = close + 1, after; i < s->words.len; i = after) {
		after = take_annotation(s, &notes, i);
		decl->is_noexcept |= is(s, i, "CT_NOEXCEPT");
		decl->returns_error |= is(s, i, "CT_RETURNS_ERROR");
		after += after == i;
	}
	decl->notes = keep_notes(s, &notes);
	if (close == open + 2 && is(s, from, "void"))
		return;
	for (size_t i = from; i <= close; i++) {
		depth += is(s, i, "(");
		depth -= i < close && is(s, i, ")");
		if (depth || (i < close && !is(s, i, ",")))
			continue;
		if (is(s, from, "."))
			decl->is_variadic = true;
		else
			add_member(s, decl, from, i);
		from = i + 1;
	}
}

/* `CT_API ct_error ct_tensor_size(const ct_tensor *self, int64_t dim) CT_RETURNS_ERROR` */
static void scan_function(struct header_scanner *s)
{
	size_t open = find(s, 0, "("), close = find_close(s, open);
	struct decl *decl;

	if (open < 3 || close >= s->words.len || !is_name(&s->words, open - 1)) {
		report(s, "not a function declaration");
		return;
	}
	decl = add_decl_at(s, DECL_FUNCTION, open - 1);
	decl->type = type_of(s, &s->words, 1, open - 1);
	scan_params(s, decl, open, close);
}

/* The comment of the field or enumerator whose words are from `from` to `to`. */
static const char *member_doc(const struct header_scanner *s, size_t from, size_t to)
{
	return header_comment_lines(
		s->arena,
		header_member_comment(s->lexer.source->text, s->places.at[from], s->places.at[to]));
}

/* `typedef struct ct_scalar { int32_t kind; ... } ct_scalar` */
static void scan_struct(struct header_scanner *s, size_t open, size_t close)
{
	struct decl *decl = add_decl_at(s, DECL_STRUCT, s->words.len - 1);
	size_t from = open + 1, fields = 0;

	/* The tag, or `struct`. */
	decl->name_from = (unsigned)(s->places.at[open - 1] - s->places.at[0]);
	for (size_t i = from; i < close; i++) {
		if (strcmp(s->words.at[i], ";"))
			continue;
		add_member(s, decl, from, i);
		if (decl->members.len == fields + 1)
			decl->members.at[fields++].doc = member_doc(s, from, i);
		from = i + 1;
	}
}

/* `typedef ct_error (*ct_tensor_hook)(const ct_tensor *grad, ...)`, whose first star is at
 * `star` */
static void scan_callback(struct header_scanner *s, size_t star)
{
	size_t open = star + 3, close = is(s, open, "(") ? find_close(s, open) : s->words.len;
	struct decl *decl;

	if (star < 3 || close >= s->words.len) {
		report(s, "not a function type");
		return;
	}
	decl = add_decl_at(s, DECL_CALLBACK, star + 1);
	decl->type = type_of(s, &s->words, 1, star - 1);
	scan_params(s, decl, open, close);
}

/* The star in `(*name)`; the number of words if there is none. */
static size_t find_callback(const struct header_scanner *s)
{
	for (size_t i = 0; i + 2 < s->words.len; i++)
		if (is(s, i, "(") && is(s, i + 1, "*") && is_name(&s->words, i + 2))
			return i + 1;
	return s->words.len;
}

/* `typedef int32_t ct_dtype`, `typedef struct ct_tensor ct_tensor`, a function pointer type */
static void scan_typedef(struct header_scanner *s)
{
	size_t open = find(s, 0, "{"), star = find_callback(s);
	struct decl *decl;

	if (star < s->words.len) {
		scan_callback(s, star);
		return;
	}
	/* In an array typedef, the last word is not the name. */
	if (s->words.len < 3 || !is_name(&s->words, s->words.len - 1)) {
		report(s, "a typedef needs a type and a name");
		return;
	}
	if (open < s->words.len) {
		scan_struct(s, open, find(s, open, "}"));
		return;
	}
	decl = add_decl_at(s, DECL_TYPE, s->words.len - 1);
	decl->type = type_of(s, &s->words, 1, s->words.len - 1);
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
	decl = add_decl_at(s, DECL_ENUM, 1);
	decl->name = name;
	for (; i < close; i++) {
		struct member member = { .name = s->words.at[i],
					 .at = s->places.at[i],
					 .doc = member_doc(s, i, i) };
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

/* `static inline ct_device ct_device_enter_(ct_error *error, ct_device device) { ... }` */
static void scan_inline(struct header_scanner *s)
{
	size_t open = find(s, 0, "("), close = find_close(s, open), type = 2;
	struct decl *decl;

	if (open < 3 || close >= s->words.len)
		return;
	if (!strncmp(s->words.at[type], "CT_", 3)) /* an attribute */
		type++;
	decl = add_decl_at(s, DECL_INLINE, open - 1);
	decl->type = type_of(s, &s->words, type, open - 1);
	s->words.len = close + 1;
	scan_params(s, decl, open, close);
}

/* Sets where the declarations are that were read as one, and what documents them. */
static void place_declarations(struct header_scanner *s, size_t first)
{
	const char *begin = s->places.len ? s->places.at[0] : s->last;

	for (size_t i = first; i < s->api->decls.len; i++) {
		struct decl *decl = &s->api->decls.at[i];

		decl->begin = begin;
		decl->length = (unsigned)(s->last + 1 - begin);
		decl->comment = header_comment_lines(s->arena, decl_comment(decl));
	}
}

static void scan_declaration(struct header_scanner *s)
{
	const size_t first = s->api->decls.len;

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
	place_declarations(s, first);
}

/* Reads the words of one declaration, up to its `;` or the end of an inline function's body. */
static bool read_declaration(struct header_scanner *s)
{
	size_t depth = 0;
	const char *word;

	s->words.len = s->places.len = 0;
	while ((word = next_word(s))) {
		/* The braces of extern "C" enclose declarations and are not part of one. */
		if (!s->words.len && (*word == '}' || *word == ';'))
			continue;
		if (*word == '{' && s->words.len == 2 && is(s, 0, "extern")) {
			s->words.len = s->places.len = 0;
			continue;
		}
		if (*word == ';' && !depth)
			return true;
		vec_push(s->arena, &s->words, word);
		vec_push(s->arena, &s->places, s->last);
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

		if (decl->kind == DECL_MACRO && decl->value &&
		    text_ends_with(decl->name, "_LIBRARY"))
			library = decl->value;
	}
	for (size_t i = from; i < api->decls.len; i++)
		api->decls.at[i].library = library;
}

/* `header` is "ctorch/core/error.h". */
static void scan_source(struct header_scanner *s, const char *header, const struct source *source)
{
	size_t from = s->api->decls.len;

	s->lexer = c_lexer(s->arena, s->diag, source);
	s->header = header;
	s->directives = 0;
	vec_push(s->arena, &s->api->headers, (struct header){ .name = header, .source = source });
	while (read_declaration(s))
		scan_declaration(s);
	name_library(s->api, from);
}

static void scan_file(struct header_scanner *s, const char *path, const char *name)
{
	struct source *source = arena_alloc(s->arena, sizeof *source);

	vec_push(s->arena, &s->api->files, path);
	if (source_read_found(s->arena, s->diag, path, source))
		scan_source(s, arena_printf(s->arena, "ctorch/%s", name), source);
}

const char *decl_name_at(const struct decl *decl)
{
	return decl->begin + decl->name_from;
}

struct loc decl_loc_at(const struct decl *decl, const char *at)
{
	return loc_at_offset(decl->loc.source, (size_t)(at - decl->loc.source->text));
}

bool decl_returns_error(const struct decl *decl)
{
	return header_type_is(decl->type, KNOWN_ERROR, 0);
}

bool decl_is_handle(const struct decl *decl)
{
	return decl->kind == DECL_TYPE && decl->type->known == KNOWN_TAG && !decl->type->is_const;
}

bool member_is_context(const struct member *member)
{
	return !strcmp(member->name, "context") && header_type_is(member->type, KNOWN_VOID, 1);
}

const char *decl_comment(const struct decl *decl)
{
	return (decl->kind == DECL_MACRO ? header_macro_comment : header_declaration_comment)(
		decl->loc.source->text, decl->begin);
}

/* --- looking up ------------------------------------------------------------------------------- */

static int compare(const struct decl *a, enum decl_kind kind, const char *name)
{
	int order = strcmp(a->name, name);

	return order ? order : (int)a->kind - (int)kind;
}

/* Declarations of one name and kind stay in their order. */
static int by_name(const void *a, const void *b)
{
	const struct decl *x = *(const struct decl *const *)a;
	const struct decl *y = *(const struct decl *const *)b;
	int order = compare(x, y->kind, y->name);

	return order ? order : (x > y) - (x < y);
}

static void index_names(struct arena *arena, struct api *api)
{
	api->by_name = arena_alloc(arena, (api->decls.len + 1) * sizeof *api->by_name);
	for (size_t i = 0; i < api->decls.len; i++)
		api->by_name[i] = &api->decls.at[i];
	qsort(api->by_name, api->decls.len, sizeof *api->by_name, by_name);
}

const struct decl *api_find_any(const struct api *api, const char *name)
{
	for (size_t i = 0; i < api->decls.len; i++)
		if (!strcmp(api->decls.at[i].name, name))
			return &api->decls.at[i];
	return NULL;
}

const struct decl *api_find(const struct api *api, enum decl_kind kind, const char *name)
{
	size_t low = 0, high = api->decls.len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(api->by_name[middle], kind, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == api->decls.len || compare(api->by_name[low], kind, name))
		return NULL;
	return api->by_name[low];
}

/* --- headers ---------------------------------------------------------------------------------- */

static void finish(struct header_scanner *s)
{
	header_types_clear(&s->types);
	index_names(s->arena, s->api);
}

bool header_scan(struct arena *arena, struct diag *diag, const char *folder, struct api *api)
{
	struct header_scanner s = { .arena = arena, .diag = diag, .api = api };
	struct names names = folder_tree(arena, folder, ".h");
	size_t before = diag->errors;

	if (!names.len)
		diag_error(diag, (struct loc){ 0 },
			   "pass the folder of the runtime's headers: --headers DIR",
			   "no public headers in %s%s%s", folder, errno ? ": " : "",
			   errno ? strerror(errno) : "");
	for (size_t i = 0; i < names.len; i++)
		scan_file(&s, arena_printf(arena, "%s/%s", folder, names.at[i]), names.at[i]);
	finish(&s);
	return diag->errors == before;
}

/* "core/error.h" of include/ctorch/core/error.h; of other paths the last part. */
static const char *name_of(const char *path)
{
	static const char folder[] = "include/ctorch/";
	const char *at, *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;

	for (at = path; (at = strstr(at, folder)); at++)
		name = at + strlen(folder);
	return name;
}

bool header_scan_files(struct arena *arena, struct diag *diag, char *const *paths, size_t count,
		       struct api *api)
{
	struct header_scanner s = { .arena = arena, .diag = diag, .api = api };
	size_t before = diag->errors;

	for (size_t i = 0; i < count; i++)
		scan_file(&s, paths[i], name_of(paths[i]));
	finish(&s);
	return diag->errors == before;
}

bool header_scan_text(struct arena *arena, struct diag *diag, const char *header, const char *text,
		      struct api *api)
{
	struct header_scanner s = { .arena = arena, .diag = diag, .api = api };
	struct source *source = arena_alloc(arena, sizeof *source);
	size_t before = diag->errors;

	*source = (struct source){ header, arena_strdup(arena, text), strlen(text) };
	scan_source(&s, header, source);
	finish(&s);
	return diag->errors == before;
}
