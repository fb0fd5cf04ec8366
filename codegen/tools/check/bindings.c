/* The rules about what bindings must know of a function or a field. */
#include <ctype.h>
#include <string.h>

#include "tools/check/parts.h"
#include "util/text.h"

static const struct notes *notes_of(const struct notes *notes)
{
	static const struct notes none;

	return notes ? notes : &none;
}

/* --- threads ---------------------------------------------------------------------------------- */

/* True if the comment has the words, whatever divides them: a line may break between them. */
static bool says(struct checker *c, const char *comment, const char *words)
{
	char *text = arena_strdup(c->arena, comment);

	for (char *at = text; *at; at++)
		if (*at == '\n')
			*at = ' ';
	return strstr(text, words) != NULL;
}

static bool is_about_its_thread(struct checker *c, const struct decl *decl)
{
	static const char *const words[] = { "this thread", "calling thread", "The thread that" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (decl->comment && says(c, decl->comment, words[i]))
			return true;
	return false;
}

/* Functions that free a handle look for it in the thread's scopes; their names show that. */
void check_threads(struct checker *c, const struct decl *decl)
{
	const struct notes *notes = notes_of(decl->notes);

	if (notes->is_thread_state || notes->same_thread || text_ends_with(decl->name, "_free") ||
	    !is_about_its_thread(c, decl))
		return;
	broken(c, decl, decl_name_at(decl),
	       "write CT_THREAD_STATE or CT_SAME_THREAD(function) after the parameters",
	       "the comment of %s is about its thread, but its declaration is not", decl->name);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Few languages can pass a FILE *. */
void check_texts(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (decl->members.at[i].type->known == KNOWN_FILE && !notes_of(decl->notes)->text)
			broken(c, decl, decl_name_at(decl),
			       "add a function that returns the text, and name it in CT_TEXT()",
			       "%s only writes its text to a FILE *", decl->name);
}

/* --- defaults --------------------------------------------------------------------------------- */

static bool is_value(const char *text)
{
	return isdigit((unsigned char)*text) || *text == '"' || *text == '\'' ||
	       !strncmp(text, "CT_", strlen("CT_"));
}

/* What the comment gives as the default: "1e-6" of "default 1e-6", "3" of "0: 3"; else NULL. The
 * default 0 needs no note. */
static const char *documented_default(const char *doc)
{
	static const char *const words[] = { "default ", "0: ", "NULL: \"" };

	for (size_t i = 0; doc && i < sizeof words / sizeof *words; i++) {
		const char *at = strstr(doc, words[i]), *value;

		if (!at)
			continue;
		value = at + strlen(words[i]) - (words[i][strlen(words[i]) - 1] == '"');
		if (is_value(value) && (*value != '0' || value[1] == '.'))
			return value;
	}
	return NULL;
}

void check_defaults(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *field = &decl->members.at[i];
		const struct notes *notes = notes_of(field->notes);

		if (text_ends_with(decl->name, "options") && documented_default(field->doc) &&
		    !notes->zero_is && !notes->filled)
			broken(c, decl, field->at, "write CT_DEFAULT(value) after the field",
			       "the comment of %s.%s has a default, but its declaration has none",
			       decl->name, field->name);
	}
}
