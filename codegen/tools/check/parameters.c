/* The rules about parameters: what they are called, and in which order they come. */
#include <string.h>

#include "tools/check/parts.h"
#include "headers/facts.h"
#include "util/text.h"

/* --- self ------------------------------------------------------------------------------------- */

/* True for "ct_tensor_size" and "ct_tensor". */
static bool is_function_of(const char *function, const char *type)
{
	size_t length = strlen(type);

	return !strncmp(function, type, length) && function[length] == '_';
}

/* True for one object, and not a list. */
static bool is_object_of(struct checker *c, const struct decl *decl, const struct member *member)
{
	return member->type->stars == 1 && is_function_of(decl->name, member->type->name) &&
	       !facts_of_param(c->arena, c->api, decl, (size_t)(member - decl->members.at)).length;
}

void check_method(struct checker *c, const struct decl *decl)
{
	const struct member *first = decl->members.at;
	const char *base;

	if (!decl->members.len)
		return;
	base = first->type->name;
	if (!strcmp(first->name, "self")) {
		if (!is_function_of(decl->name, base))
			broken(c, decl, first->at, "call it by its noun",
			       "self is a %s, and the function is not called %s_...", base, base);
	} else if (is_object_of(c, decl, first)) {
		broken(c, decl, first->at, "call it self", "the %s of %s is called '%s', not self",
		       base, decl->name, first->name);
	}
}

void check_self(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (strcmp(member->name, "self") != 0)
			continue;
		if (i)
			broken(c, decl, member->at, "move it to the front, or call it by its noun",
			       "self is parameter %zu of %s", i + 1, decl->name);
		if (member->type->stars != 1)
			broken(c, decl, member->at, "call it by its noun",
			       "self is a %s, not a pointer to an object", member->type->text);
	}
}

/* --- results ---------------------------------------------------------------------------------- */

static void check_result_name(struct checker *c, const struct decl *decl,
			      const struct member *member)
{
	static const char *const words[] = { "out", "ret", "res", "retval", "was", NULL };

	if (first_word_of(member->name, words))
		broken(c, decl, member->at, "call it result, or by a noun",
		       "the result of %s is called '%s'", decl->name, member->name);
}

void check_results(struct checker *c, const struct decl *decl)
{
	const struct member *first = NULL;

	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (is_result(c, decl, i)) {
			first = first ? first : member;
			check_result_name(c, decl, member);
		} else if (first) {
			broken(c, decl, first->at, "move it to the end",
			       "the result '%s' of %s comes before '%s'", first->name, decl->name,
			       member->name);
			return;
		}
	}
}

/* --- options ---------------------------------------------------------------------------------- */

static bool is_stream(const struct member *member)
{
	return header_type_is(member->type, KNOWN_FILE, 1);
}

/* True for "options", and for "grid_options" beside another one. */
static bool is_options_name(const char *name)
{
	return !strcmp(name, "options") || text_ends_with(name, "_options");
}

static void check_after_options(struct checker *c, const struct decl *decl, size_t options)
{
	const struct member *members = decl->members.at;

	for (size_t i = options + 1; i < decl->members.len; i++) {
		if (is_result(c, decl, i) || is_stream(&members[i]) || is_options(&members[i]))
			continue;
		broken(c, decl, members[options].at, "move it before the results",
		       "the options of %s come before '%s'", decl->name, members[i].name);
		return;
	}
}

void check_options(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (!is_options(member) || !strcmp(member->name, "self"))
			continue;
		if (!is_options_name(member->name))
			broken(c, decl, member->at, "call them options",
			       "the options of %s are called '%s'", decl->name, member->name);
		for (size_t j = 0; j < i; j++)
			if (is_result(c, decl, j)) {
				broken(c, decl, member->at, "move them before the results",
				       "the options of %s come after '%s'", decl->name,
				       decl->members.at[j].name);
				return;
			}
		check_after_options(c, decl, i);
	}
}

/* --- callbacks -------------------------------------------------------------------------------- */

/* Callbacks that follow each other share a context. */
static size_t after_callbacks(struct checker *c, const struct decl *decl, size_t i)
{
	while (i < decl->members.len && callback_of(c->api, &decl->members.at[i]) &&
	       !is_release(&decl->members.at[i]))
		i++;
	return i;
}

static void check_release(struct checker *c, const struct decl *decl, size_t i)
{
	const struct member *member = &decl->members.at[i];

	if (!i || !header_type_is(decl->members.at[i - 1].type, KNOWN_VOID, 1))
		broken(c, decl, member->at, "put it right after the pointer that it releases",
		       "'%s' does not follow what it releases", member->name);
	else if (strcmp(member->name, "release") != 0)
		broken(c, decl, member->at, "call it release",
		       "the function that releases '%s' is called '%s'",
		       decl->members.at[i - 1].name, member->name);
}

/* A deleter releases the context itself. */
static bool needs_release(struct checker *c, const struct decl *decl, size_t callback,
			  size_t context)
{
	struct facts facts = facts_of_param(c->arena, c->api, decl, context);

	return !strcmp(facts.ownership, "kept") &&
	       !text_ends_with(decl->members.at[callback].type->text, "_deleter");
}

void check_callbacks(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0, context; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (is_release(member))
			check_release(c, decl, i);
		if (is_release(member) || !callback_of(c->api, member))
			continue;
		context = after_callbacks(c, decl, i);
		if (context == decl->members.len || !member_is_context(&decl->members.at[context]))
			broken(c, decl, member->at, "put `void *context` after it",
			       "the callback '%s' of %s has no context after it", member->name,
			       decl->name);
		else if (needs_release(c, decl, i, context) &&
			 (context + 1 == decl->members.len ||
			  !is_release(&decl->members.at[context + 1])))
			broken(c, decl, decl->members.at[context].at,
			       "put `ct_release_function release` after it",
			       "%s keeps the context, but no release follows it", decl->name);
		i = context;
	}
}

/* --- names ------------------------------------------------------------------------------------ */

void check_streams(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (is_stream(&decl->members.at[i]) &&
		    strcmp(decl->members.at[i].name, "stream") != 0)
			broken(c, decl, decl->members.at[i].at, "call it stream",
			       "the FILE * of %s is called '%s'", decl->name,
			       decl->members.at[i].name);
}

static const struct {
	const char *word, *instead;
} abbreviations[] = {
	{ "arr", "values" },       { "buf", "text, or bytes" },  { "cb", "function, or hook" },
	{ "cls", "X_class" },      { "ctx", "context" },         { "fmt", "format" },
	{ "fn", "function" },      { "fname", "path" },          { "filename", "path" },
	{ "file_name", "path" },   { "filepath", "path" },       { "func", "function" },
	{ "idx", "index" },        { "klass", "X_class" },       { "len", "X_len, or X_count" },
	{ "make", "constructor" }, { "name_space", "X_name" },   { "num", "X_count" },
	{ "opts", "options" },     { "ptr", "memory, or data" }, { "str", "text" },
	{ "sz", "size" },          { "tmp", "what it is" },      { "user_data", "context" },
	{ "val", "value" },
};

/* What to write instead of a name; NULL if it is a word. */
static const char *instead_of(const struct member *member)
{
	for (size_t i = 0; i < sizeof abbreviations / sizeof *abbreviations; i++)
		if (!strcmp(member->name, abbreviations[i].word))
			return abbreviations[i].instead;
	/* A kind is one of ct_X_kind. */
	if (!strcmp(member->name, "kind") && text_ends_with(member->type->text, "_class"))
		return "X_class";
	return strlen(member->name) == 1 && !strchr("xv", *member->name) ? "what it is" : NULL;
}

void check_parameters(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const char *instead = instead_of(&decl->members.at[i]);

		if (instead)
			broken(c, decl, decl->members.at[i].at,
			       arena_printf(c->arena, "call it %s", instead),
			       "a parameter of %s is called '%s'", decl->name,
			       decl->members.at[i].name);
	}
}

/* --- numbers ---------------------------------------------------------------------------------- */

static bool is_vague(const struct header_type *type)
{
	return type->known == KNOWN_INT || type->known == KNOWN_SIZE ||
	       type->known == KNOWN_UNSIZED;
}

/* C's __LINE__ is an int, and what sizeof gives a size_t. */
static bool is_of_c(const struct member *member)
{
	return (!strcmp(member->name, "line") && header_type_is(member->type, KNOWN_INT, 0)) ||
	       (!strcmp(member->name, "size") && header_type_is(member->type, KNOWN_SIZE, 0));
}

void check_integers(struct checker *c, const struct decl *decl)
{
	static const char help[] = "write int64_t, or another type of a fixed size";

	if (decl->kind != DECL_STRUCT && is_vague(decl->type))
		broken(c, decl, decl_name_at(decl), help,
		       "%s returns a type without a fixed size, %s", decl->name, decl->type->text);
	for (size_t i = 0; i < decl->members.len; i++)
		if (is_vague(decl->members.at[i].type) && !is_of_c(&decl->members.at[i]))
			broken(c, decl, decl->members.at[i].at, help,
			       "'%s' of %s has a type without a fixed size, %s",
			       decl->members.at[i].name, decl->name,
			       decl->members.at[i].type->text);
}

/* True if a parameter before has this length: by its name, or by CT_LENGTH(). */
static bool has_list(struct checker *c, const struct decl *decl, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		struct facts facts = facts_of_param(c->arena, c->api, decl, i);

		if (facts.length &&
		    text_has_word(facts.length, decl->members.at[length].name, " *(),"))
			return true;
	}
	return false;
}

void check_lengths(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (text_ends_with(member->name, "_len") && !has_list(c, decl, i))
			broken(c, decl, member->at,
			       "put it after its list, or call it X_count if there is none",
			       "'%s' of %s is not the length of a list before it", member->name,
			       decl->name);
	}
}

/* A list of bytes is called `bytes`; a number of them is not. Structs with statistics have PyTorch's
 * names, such as allocated_bytes. */
void check_nbytes(struct checker *c, const struct decl *decl)
{
	if (decl->kind == DECL_STRUCT && !text_ends_with(decl->name, "options"))
		return;
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];
		bool is_number = header_type_is_integer(member->type) &&
				 (!member->type->stars ||
				  (decl->kind != DECL_STRUCT && is_result(c, decl, i)));

		if (!is_number || !has_word(member->name, "bytes") ||
		    member->type->known == KNOWN_CHAR)
			continue;
		broken(c, decl, member->at, "call it nbytes, or end its name with _nbytes",
		       "'%s' of %s is a number of bytes", member->name, decl->name);
	}
}
