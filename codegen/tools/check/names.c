/* The rules about names, and about what documents them. */
#include <string.h>

#include "tools/check/parts.h"
#include "util/text.h"

/* --- prefix ----------------------------------------------------------------------------------- */

static bool has_macro_prefix(const char *name)
{
	return !strcmp(name, "CT") || !strncmp(name, "CT_", strlen("CT_"));
}

void check_prefix(struct checker *c, const struct decl *decl)
{
	if (decl->kind == DECL_MACRO) {
		if (!has_macro_prefix(decl->name))
			broken(c, decl, decl_name_at(decl),
			       arena_printf(c->arena, "call it CT_%s", decl->name),
			       "the macro %s does not begin with CT_", decl->name);
		return;
	}
	if (strncmp(decl->name, "ct_", strlen("ct_")) != 0)
		broken(c, decl, decl_name_at(decl),
		       arena_printf(c->arena, "call it ct_%s", decl->name),
		       "%s does not begin with ct_", decl->name);
	for (size_t i = 0; decl->kind == DECL_ENUM && i < decl->members.len; i++)
		if (!has_macro_prefix(decl->members.at[i].name))
			broken(c, decl, decl->members.at[i].at,
			       arena_printf(c->arena, "call it CT_%s", decl->members.at[i].name),
			       "the enumerator %s does not begin with CT_",
			       decl->members.at[i].name);
}

/* --- spelling --------------------------------------------------------------------------------- */

static const struct {
	const char *british, *american;
} spellings[] = {
	{ "artefact", "artifact" },
	{ "behaviour", "behavior" },
	{ "cancell", "cancel" },
	{ "catalogue", "catalog" },
	{ "centre", "center" },
	{ "colour", "color" },
	{ "favour", "favor" },
	{ "fibre", "fiber" },
	{ "grey", "gray" },
	{ "judgement", "judgment" },
	{ "labell", "label" },
	{ "licence", "license" },
	{ "modell", "model" },
	{ "neighbour", "neighbor" },
	{ "analyse", "analyze" },
	{ "analysi", "analyzi" },
	{ "categoris", "categoriz" },
	{ "finalis", "finaliz" },
	{ "generalis", "generaliz" },
	{ "initialis", "initializ" },
	{ "localis", "localiz" },
	{ "materialis", "materializ" },
	{ "memoris", "memoriz" },
	{ "normalis", "normaliz" },
	{ "optimise", "optimize" },
	{ "optimisa", "optimiza" },
	{ "optimisi", "optimizi" },
	{ "organis", "organiz" },
	{ "parametris", "parametriz" },
	{ "quantis", "quantiz" },
	{ "randomis", "randomiz" },
	{ "realis", "realiz" },
	{ "recognis", "recogniz" },
	{ "regularis", "regulariz" },
	{ "serialis", "serializ" },
	{ "specialis", "specializ" },
	{ "standardis", "standardiz" },
	{ "summaris", "summariz" },
	{ "synchronis", "synchroniz" },
	{ "tokenis", "tokeniz" },
	{ "vectoris", "vectoriz" },
	{ "visualis", "visualiz" },
};

/* The names of macros have no small letters. */
static void check_spelling_of(struct checker *c, const struct decl *decl, const char *name,
			      const char *at)
{
	const char *text = text_lower(c->arena, name);

	for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
		if (!strstr(text, spellings[i].british))
			continue;
		broken(c, decl, at,
		       arena_printf(c->arena, "write %s for %s", spellings[i].american,
				    spellings[i].british),
		       "%s has British spelling", name);
		return;
	}
}

void check_spelling(struct checker *c, const struct decl *decl)
{
	check_spelling_of(c, decl, decl->name, decl_name_at(decl));
	for (size_t i = 0; i < decl->members.len; i++)
		check_spelling_of(c, decl, decl->members.at[i].name, decl->members.at[i].at);
}

/* --- verbs ------------------------------------------------------------------------------------ */

static const struct {
	const char *word, *instead;
} verbs[] = {
	{ "make", "new" },
	{ "create", "new" },
	{ "build", "new" },
	{ "read", "load for a file, decode for bytes" },
	{ "write", "save for a file, encode for bytes" },
	{ "parse", "from_string, or decode for bytes" },
	{ "format", "to_string, or encode for bytes" },
	{ "keep", "retain" },
	{ "len", "count" },
	{ "length", "count" },
	{ "num", "count" },
	{ "delete", "free" },
	{ "destroy", "free" },
};

/* A memory format is one of PyTorch's things, and not a verb. */
static bool is_noun(const char *name, const char *word)
{
	return !strcmp(word, "format") && strstr(name, "memory_format");
}

void check_verbs(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (has_word(decl->name, verbs[i].word) && !is_noun(decl->name, verbs[i].word))
			broken(c, decl, decl_name_at(decl),
			       arena_printf(c->arena, "the project's word is %s", verbs[i].instead),
			       "%s says '%s'", decl->name, verbs[i].word);
}

/* --- enumerations ----------------------------------------------------------------------------- */

/* True if a name begins with words of the type, "CT_A_" or "CT_A_B_" for "CT_A_B". */
static bool begins_with_words(const char *name, const char *type)
{
	size_t length = strlen("CT_");

	while (type[length - 1]) {
		length += strcspn(type + length, "_");
		if (!strncmp(name, type, length) && name[length] == '_')
			return true;
		length++;
	}
	return false;
}

void check_enumerators(struct checker *c, const struct decl *decl)
{
	const char *type = text_upper(c->arena, decl->name);

	if (strncmp(type, "CT_", strlen("CT_")) != 0)
		return;
	for (size_t i = 0; i < decl->members.len; i++)
		if (has_macro_prefix(decl->members.at[i].name) &&
		    !begins_with_words(decl->members.at[i].name, type))
			broken(c, decl, decl->members.at[i].at,
			       arena_printf(c->arena, "begin its name with %s_", type),
			       "the enumerator %s does not begin with the words of %s",
			       decl->members.at[i].name, decl->name);
}

void check_enums(struct checker *c, const struct decl *decl)
{
	const struct decl *type = api_find(c->api, DECL_TYPE, decl->name);

	if (!type || !header_type_is(type->type, KNOWN_INT32, 0))
		broken(c, decl, decl_name_at(decl),
		       arena_printf(c->arena, "write `typedef int32_t %s;` above it", decl->name),
		       "the type %s of these enumerators is not an int32_t", decl->name);
}

/* --- macros ----------------------------------------------------------------------------------- */

void check_alphabet(struct checker *c, const struct decl *decl)
{
	static const char *const letters[] = { "DO", "E", "F", "L", "M", "NN", "S", "T", NULL };
	const char *name = decl->name + strlen("CT_");

	if (strncmp(decl->name, "CT_", strlen("CT_")) != 0 || strlen(name) > 2 ||
	    first_word_of(name, letters))
		return;
	broken(c, decl, decl_name_at(decl), "spell it out", "the macro %s is not in the alphabet",
	       decl->name);
}

/* --- types of functions ----------------------------------------------------------------------- */

/* Before the context is what a callback reads, after it what it writes. */
static void check_context(struct checker *c, const struct decl *decl, size_t context)
{
	const struct member *members = decl->members.at;

	for (size_t i = 0; i < decl->members.len; i++) {
		bool is_after = i > context;

		if (i == context || is_result(c, decl, i) == is_after)
			continue;
		broken(c, decl, members[context].at,
		       "put it after what the callback reads, and before its results",
		       "the context of %s comes %s '%s'", decl->name, is_after ? "before" : "after",
		       members[i].name);
		return;
	}
}

void check_callback_types(struct checker *c, const struct decl *decl)
{
	static const char *const ends[] = { "function", "hook",   "handler", "visitor",
					    "closure",  "kernel", "deleter", NULL };
	const char *last = strrchr(decl->name, '_');

	if (!last || !first_word_of(last, ends))
		broken(c, decl, decl_name_at(decl),
		       arena_printf(c->arena, "call it %s_function", decl->name),
		       "the name of %s does not say that it is a function type", decl->name);
	for (size_t i = 0; i < decl->members.len; i++)
		if (member_is_context(&decl->members.at[i]))
			check_context(c, decl, i);
}

/* --- comments --------------------------------------------------------------------------------- */

void check_comments(struct checker *c, const struct decl *decl)
{
	if (decl->comment ||
	    (decl->kind == DECL_MACRO && api_find(c->api, DECL_MACRO, decl->name) != decl))
		return;
	broken(c, decl, decl_name_at(decl), "add a comment above it, or end its name with _",
	       "%s has no comment", decl->name);
}
